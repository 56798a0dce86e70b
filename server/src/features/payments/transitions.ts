/**
 * The states of orders, payments, refunds and disputes, and what each event does to them. All code that writes such a
 * state gets it from `next`. ARCHITECTURE.md prints these tables; a test compares the two.
 *
 * - An order is our request to a provider to collect money. Its events are the provider's reports.
 * - A payment is money that the provider has collected, or staff at the clinic. Its events are what follows for its booking
 *   (`judge` in `rules.ts` decides between `pay`, `hold` and `release`; `refundMove` and `replacePayment` cause
 *   `replace`).
 * - A refund returns money to the payer. `request` is our decision; the other events are the provider's reports, or what
 *   staff record about a payment that was taken at the clinic.
 * - A dispute is the payer's complaint to their bank. The payment changes only once the clinic has lost: what the bank took
 *   back is recorded like a refund that has succeeded. The clinic may still win on appeal.
 */
export const TRANSITIONS = {
  order: {
    open: {
      open: same(),
      processing: to('processing', 'ask about open orders'),
      succeeded: to('closed', 'record the payment'),
      ended: to('closed'),
    },
    processing: {
      open: to('open', 'give time to pay'),
      processing: same(),
      succeeded: to('closed', 'record the payment'),
      ended: to('closed', 'give time to pay'),
    },
    closed: {
      open: same(),
      processing: differs('missing-charge'),
      succeeded: to('closed', 'record the payment'),
      ended: same(),
    },
  },
  payment: {
    none: {
      pay: to('paid', 'number the receipt', 'notify the patient'),
      hold: to('on-hold'),
      release: to('released', 'refund the rest'),
      replace: never(),
      'return-all': never(),
    },
    'on-hold': {
      pay: to('paid', 'number the receipt', 'notify the patient'),
      hold: never(),
      release: to('released', 'refund the rest'),
      replace: never(),
      'return-all': to('released'),
    },
    paid: {
      pay: never(),
      hold: never(),
      // It pays for its booking until the provider confirms the refund, so that nobody is charged twice meanwhile.
      release: to('paid', 'refund the rest'),
      // Another payment takes its place: this one was taken at the front desk, for another price than the booking has now, or
      // its provider is refunding it, or failed to.
      replace: to('released', 'refund the rest'),
      'return-all': to('released'),
    },
    released: {
      // A refund failed after it had succeeded: the clinic has the money again, and it pays for the booking.
      pay: to('paid'),
      hold: never(),
      release: never(),
      replace: never(),
      'return-all': same(),
    },
  },
  refund: {
    none: {
      // Of a payment taken at the clinic: the front desk gives it back, and records that.
      request: to('requested', 'ask the provider or the front desk', 'notify the patient'),
      // Made at the provider directly, or by the bank. Also the correction of a payment that was recorded by mistake.
      pending: to('pending'),
      succeeded: to('succeeded', 'see what is left'),
      failed: same(),
    },
    requested: {
      request: never(),
      pending: to('pending'),
      succeeded: to('succeeded', 'see what is left'),
      failed: to('failed', 'list a difference'),
    },
    pending: {
      request: never(),
      pending: same(),
      succeeded: to('succeeded', 'see what is left'),
      failed: to('failed', 'list a difference'),
    },
    succeeded: {
      request: never(),
      pending: differs('refund-differs'),
      succeeded: same(),
      failed: to('failed', 'list a difference', 'see what is left'),
    },
    failed: {
      request: never(),
      pending: differs('refund-differs'),
      // Only if as much is left of the payment. Else a difference is listed: it was refunded otherwise since.
      succeeded: to('succeeded', 'see what is left'),
      failed: same(),
    },
  },
  dispute: {
    none: {
      open: to('listed', 'list a difference'),
      lost: to('lost', 'record what the bank took back', 'refund what its booking asks for'),
      won: same(),
    },
    listed: {
      open: to('listed', 'list a difference'),
      lost: to('lost', 'record what the bank took back', 'refund what its booking asks for'),
      won: to('none', 'end the difference', 'refund what its booking asks for'),
    },
    lost: {
      open: same(),
      lost: to('lost', 'record what the bank took back', 'refund what its booking asks for'),
      won: to('none', 'end the difference', 'record that the bank returned it', 'refund what its booking asks for'),
    },
  },
} as const;

type Tables = typeof TRANSITIONS;
export type Machine = keyof Tables;
export type StateOf<M extends Machine> = keyof Tables[M];
export type EventOf<M extends Machine> = keyof Tables[M][StateOf<M>];
type CellOf<M extends Machine> = { [S in StateOf<M>]: Tables[M][S][keyof Tables[M][S]] }[StateOf<M>];
type TargetIn<Cell> = Cell extends { readonly kind: 'to'; readonly state: infer State } ? State : never;
/** The states that an event can lead to. */
type TargetOf<M extends Machine> = TargetIn<CellOf<M>>;

/** What an event does. */
export type Outcome<State = string> =
  | { readonly kind: 'to'; readonly state: State; readonly effects: readonly string[] }
  /** We know it already. */
  | { readonly kind: 'same' }
  /** Impossible according to the table: nothing changes, and a difference of this kind is listed. */
  | { readonly kind: 'differs'; readonly difference: 'missing-charge' | 'refund-differs' };

/** What an event does in a state. @throws for events that only a bug of ours can cause */
export function next<M extends Machine>(machine: M, state: StateOf<M>, event: EventOf<M>): Outcome<TargetOf<M>> {
  const table: Record<PropertyKey, Record<PropertyKey, unknown>> = TRANSITIONS[machine];
  const cell = table[state]?.[event] as Outcome<TargetOf<M>> | { kind: 'never' } | undefined;
  if (!cell || cell.kind === 'never') throw new Error(`No ${machine} that is ${String(state)} can ${String(event)}.`);
  return cell;
}

function to<const State extends string, const Effects extends readonly string[]>(state: State, ...effects: Effects) {
  return { kind: 'to', state, effects } as const;
}

function same() {
  return { kind: 'same' } as const;
}

function differs<const Kind extends 'missing-charge' | 'refund-differs'>(difference: Kind) {
  return { kind: 'differs', difference } as const;
}

function never() {
  return { kind: 'never' } as const;
}
