import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Stripe } from 'stripe';
import type { Timers } from '../timers.ts';
import type { CardOutcome } from './cards.ts';
import type { RefundStart } from './control.ts';
import type { RememberedAnswer } from './idempotency.ts';
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

/** The API version of these objects: that of the pinned SDK. */
export const apiVersion = '2026-10-28.endive';

/** The request that caused an event; undefined without one, for example when a processing payment ends. */
export interface Cause {
  requestId: string;
  idempotencyKey: string | undefined;
}

/** Everything in a ledger that survives a restart, by id. */
export interface LedgerState {
  readonly intents: Map<string, PaymentIntent>;
  readonly methods: Map<string, PaymentMethod>;
  readonly charges: Map<string, Charge>;
  readonly refunds: Map<string, Refund>;
  readonly disputes: Map<string, Dispute>;
  readonly balance: Map<string, BalanceTransaction>;
  readonly events: Map<string, StripeEvent>;
  /** The outcome of charging a payment method, by its id. */
  readonly outcomes: Map<string, CardOutcome>;
  /** The outcome after the customer's authentication, by the intent's id. */
  readonly afterAuthentication: Map<string, { method: PaymentMethod; outcome: CardOutcome }>;
  /** By idempotency key. */
  readonly answers: Map<string, RememberedAnswer>;
}

export function emptyLedger(): LedgerState {
  return {
    intents: new Map(),
    methods: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    balance: new Map(),
    events: new Map(),
    outcomes: new Map(),
    afterAuthentication: new Map(),
    answers: new Map(),
  };
}

/** All objects of the account, and the sandbox's internal state. */
export interface Ledger extends Pick<LedgerState, 'outcomes' | 'afterAuthentication' | 'answers'> {
  readonly intents: Shelf<PaymentIntent>;
  readonly methods: Shelf<PaymentMethod>;
  readonly charges: Shelf<Charge>;
  readonly refunds: Shelf<Refund>;
  readonly disputes: Shelf<Dispute>;
  readonly balance: Shelf<BalanceTransaction>;
  readonly events: Shelf<StripeEvent>;
  readonly timers: Timers;
  readonly processingMs: number;
  /** The state of new refunds; undefined: the card decides. */
  refundsStart: RefundStart | undefined;
  /** The address of the sandbox's pages. */
  readonly origin: () => string;
  /** Records an event with the object's current state, and sends it; `before` is the object before an update. */
  record<Type extends EventType>(
    type: Type,
    object: EventOf<Type>['data']['object'],
    cause: Cause | undefined,
    before?: EventOf<Type>['data']['object'],
  ): void;
}

interface LedgerSettings {
  state: LedgerState;
  timers: Timers;
  processingMs: number;
  origin: () => string;
  send: (event: StripeEvent) => void;
}

export function createLedger({ state, timers, processingMs, origin, send }: LedgerSettings): Ledger {
  const events = createShelf(state.events);
  const { outcomes, afterAuthentication, answers } = state;
  return {
    intents: createShelf(state.intents),
    methods: createShelf(state.methods),
    charges: createShelf(state.charges),
    refunds: createShelf(state.refunds),
    disputes: createShelf(state.disputes),
    balance: createShelf(state.balance),
    events,
    outcomes,
    afterAuthentication,
    answers,
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
      // The function's signature guarantees that type and object match; the compiler cannot see that here.
      send(events.add(event as StripeEvent));
    },
  };
}

/** The previous values of the fields that an update changed; null for a new field. */
function changedFields(before: object, after: object): Record<string, unknown> {
  const [old, now] = [
    new Map<string, unknown>(Object.entries(before)),
    new Map<string, unknown>(Object.entries(after)),
  ];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  const changed = names.filter((name) => !isDeepStrictEqual(now.get(name), old.get(name)));
  return Object.fromEntries(changed.map((name) => [name, old.get(name) ?? null]));
}

/** Objects of one kind, in order of creation. */
export interface Shelf<Item extends { id: string }> {
  add(item: Item): Item;
  find(id: string): Item | undefined;
  newestFirst(): Item[];
}

function createShelf<Item extends { id: string }>(items: Map<string, Item>): Shelf<Item> {
  return {
    add: (item) => {
      items.set(item.id, item);
      return item;
    },
    find: (id) => items.get(id),
    newestFirst: () => [...items.values()].toReversed(),
  };
}

/** The unused fields of Stripe's objects: null, as at Stripe. */
export function nulls<Name extends string>(...names: Name[]): Record<Name, null> {
  // Object.fromEntries loses the key types, which are those of the argument.
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
