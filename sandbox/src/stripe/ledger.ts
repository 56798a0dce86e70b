import { randomBytes } from 'node:crypto';
import type { Timers } from '../timers.ts';
import type { CardOutcome } from './cards.ts';
import type { Charge, Dispute, EventType, PaymentIntent, PaymentMethod, Refund, StripeEvent } from './objects.ts';

/** The version whose shapes these objects have; the one of the pinned SDK. */
export const apiVersion = '2026-10-28.endive';

/** The request that something followed from; undefined where nobody asked, as when a processing payment ends. */
export interface Cause {
  requestId: string;
  idempotencyKey: string | undefined;
}

/** Everything that the account holds, and what it knows but shows nobody. */
export interface Ledger {
  readonly intents: Shelf<PaymentIntent>;
  readonly methods: Shelf<PaymentMethod>;
  readonly charges: Shelf<Charge>;
  readonly refunds: Shelf<Refund>;
  readonly disputes: Shelf<Dispute>;
  readonly events: Shelf<StripeEvent>;
  /** What charging a payment method will do, by its id. */
  readonly outcomes: Map<string, CardOutcome>;
  /** What follows once the customer has authenticated, by the intent's id. */
  readonly afterAuthentication: Map<string, { method: PaymentMethod; outcome: CardOutcome }>;
  readonly timers: Timers;
  readonly processingMs: number;
  /** Where the sandbox's own pages are. */
  readonly origin: () => string;
  /** Writes down that this happened to the object as it is now, and sends it. */
  record(type: EventType, object: StripeEvent['data']['object'], cause: Cause | undefined): void;
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
    events,
    outcomes: new Map(),
    afterAuthentication: new Map(),
    timers,
    processingMs,
    origin,
    record: (type, object, cause) => {
      const event = events.add({
        id: newId('evt'),
        object: 'event',
        api_version: apiVersion,
        created: nowSeconds(),
        data: { object: structuredClone(object) },
        livemode: false,
        pending_webhooks: 0,
        request: { id: cause?.requestId ?? null, idempotency_key: cause?.idempotencyKey ?? null },
        type,
      });
      send(event);
    },
  };
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
