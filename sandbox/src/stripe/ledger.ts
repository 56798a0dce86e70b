import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Stripe } from 'stripe';
import type { Timers } from '../timers.ts';
import type { CardOutcome } from './cards.ts';
import type { RefundStart } from './control.ts';
import type {
  BalanceTransaction,
  Charge,
  Dispute,
  EventOf,
  EventType,
  PaymentIntent,
  PaymentMethod,
  Refund,
  StripeEvent,
} from './objects.ts';

/** The version whose shapes these objects have; the one of the pinned SDK. */
export const apiVersion = '2026-10-28.endive';

/** The request that something followed from; undefined where nobody asked, as when a processing payment ends. */
export interface Cause {
  requestId: string;
  idempotencyKey: string | undefined;
}

/** Everything that the account holds, and what the sandbox needs to play it. */
export interface Ledger {
  readonly intents: Shelf<PaymentIntent>;
  readonly methods: Shelf<PaymentMethod>;
  readonly charges: Shelf<Charge>;
  readonly refunds: Shelf<Refund>;
  readonly disputes: Shelf<Dispute>;
  readonly balance: Shelf<BalanceTransaction>;
  readonly events: Shelf<StripeEvent>;
  /** What charging a payment method will do, by its id. */
  readonly outcomes: Map<string, CardOutcome>;
  /** What follows once the customer has authenticated, by the intent's id. */
  readonly afterAuthentication: Map<string, { method: PaymentMethod; outcome: CardOutcome }>;
  readonly timers: Timers;
  readonly processingMs: number;
  /** The state in which new refunds start; undefined: as the card decides. */
  refundsStart: RefundStart | undefined;
  /** Where the sandbox's own pages are. */
  readonly origin: () => string;
  /** Records an event about the object as it is now, and sends it; `before` is the object before an update. */
  record<Type extends EventType>(
    type: Type,
    object: EventOf<Type>['data']['object'],
    cause: Cause | undefined,
    before?: EventOf<Type>['data']['object'],
  ): void;
}

interface LedgerSettings {
  timers: Timers;
  processingMs: number;
  origin: () => string;
  send: (event: StripeEvent) => void;
}

export function createLedger({ timers, processingMs, origin, send }: LedgerSettings): Ledger {
  const events = createShelf<StripeEvent>();
  return {
    intents: createShelf(),
    methods: createShelf(),
    charges: createShelf(),
    refunds: createShelf(),
    disputes: createShelf(),
    balance: createShelf(),
    events,
    outcomes: new Map(),
    afterAuthentication: new Map(),
    timers,
    processingMs,
    refundsStart: undefined,
    origin,
    record: (type, object, cause, before) => {
      const event = {
        id: newId('evt'),
        object: 'event',
        api_version: apiVersion,
        created: nowSeconds(),
        data: {
          object: structuredClone(object),
          ...(before && { previous_attributes: changedFields(before, object) }),
        },
        livemode: false,
        pending_webhooks: 0,
        request: { id: cause?.requestId ?? null, idempotency_key: cause?.idempotencyKey ?? null },
        type,
      } satisfies Stripe.EventBase;
      // The signature holds type and object together, which the compiler cannot follow to here.
      send(events.add(event as StripeEvent));
    },
  };
}

/** The fields that an update changed, as they were before; null for one that was not there. */
function changedFields(before: object, after: object): Record<string, unknown> {
  const [old, now] = [
    new Map<string, unknown>(Object.entries(before)),
    new Map<string, unknown>(Object.entries(after)),
  ];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  const changed = names.filter((name) => !isDeepStrictEqual(now.get(name), old.get(name)));
  return Object.fromEntries(changed.map((name) => [name, old.get(name) ?? null]));
}

/** Objects of one kind, in the order in which they came. */
export interface Shelf<Item extends { id: string }> {
  add(item: Item): Item;
  find(id: string): Item | undefined;
  newestFirst(): Item[];
}

function createShelf<Item extends { id: string }>(): Shelf<Item> {
  const items = new Map<string, Item>();
  return {
    add: (item) => {
      items.set(item.id, item);
      return item;
    },
    find: (id) => items.get(id),
    newestFirst: () => [...items.values()].toReversed(),
  };
}

/** The fields of Stripe's objects that mean nothing here, as Stripe writes them: null. */
export function nulls<Name extends string>(...names: Name[]): Record<Name, null> {
  // Object.fromEntries forgets the names, which are those that were given.
  return Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');
}

export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
