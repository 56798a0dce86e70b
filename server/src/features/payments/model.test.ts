import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { dyingDatabase } from '../../../testing/dying-database.ts';
import { startPayingClinic } from '../../../testing/paying.ts';
import { createProviderWorld, type Fault, type TrueCharge } from '../../../testing/provider-world.ts';
import type { Database } from '../../database/database.ts';
import type { CardPayments } from '../../providers/card-payments/port.ts';
import type { HostedPayments } from '../../providers/hosted-page/port.ts';
import { findBooking, lockBooking } from '../booking/index.ts';
import { findPersonByEmail } from '../identity/index.ts';
import { correctClinicPayment, payOutRefund, type Recorder, takePayment } from './clinic-payment.ts';
import { comparePayments } from './compare-payments.ts';
import { reconcilePayments } from './jobs.ts';
import { findOrderByReference, insertOrder } from './order-store.ts';
import { correctPayout, payOutFailedRefund } from './pay-out-failed-refund.ts';
import { findPaymentByTransaction, isBankReferenceRepeated, listPaymentsOfBookings } from './payment-store.ts';
import { refundCancelledBooking, refundMove, refundPayment, syncRefunds } from './refund-payment.ts';
import { listRefunds } from './refund-store.ts';
import { keepsItsPayment, leftOf, payableOutOf, returnedOtherwiseMinor, takenBackMinor } from './rules.ts';
import { askAboutOrder, decideOnHold, type PaymentServices } from './settle-payment.ts';
import { syncDispute } from './sync-dispute.ts';
import { type EventOf, type Machine, next, type StateOf, TRANSITIONS } from './transitions.ts';

/**
 * Random sequences of actions by providers, patients and admins. Each is reported once, twice, late, in any order or not
 * at all, with outages, lost answers, banks that use a reference twice, and processes that die between any two
 * statements. No job runs by itself; only the reconciliation finds the rest. After every request, the state must be the
 * one in the transition table. At the end, our books must agree with the provider's, or a difference must be listed.
 */

const SEQUENCES = Number(process.env['PAYMENT_SEQUENCES'] ?? 6);
/** With this seed and the examples, every cell of the table is covered. */
const SEED = 11;
const PRICE = { minor: 14_000, currency: 'USD' };

const covered = new Map<string, number>();
let deaths = 0;

const clinic = await startPayingClinic();
const newPerson = async () => {
  const { email } = await clinic.app.person();
  const found = await findPersonByEmail(clinic.app.database.db, email);
  if (!found) throw new Error('no such person');
  return found;
};
const person = await newPerson();
/** Takes money at the clinic: nobody does for their own appointment. */
const frida = await newPerson();

type Plant = (ports: { cards: CardPayments; hosted: HostedPayments }) => typeof ports;

/** Looks up the next state in the table, and marks the cell as covered. */
function expected<M extends Machine>(machine: M, state: StateOf<M>, event: EventOf<M>): string {
  const cell = `${machine}: ${String(state)}, ${String(event)}`;
  covered.set(cell, (covered.get(cell) ?? 0) + 1);
  const outcome = next(machine, state, event);
  return outcome.kind === 'to' ? String(outcome.state) : String(state);
}

const at = fc.constantFrom(0, 0, 1, 1, 2);
/** Whether the event is reported at once, and how our request to the provider fails. 'dies': our process dies. */
const report = fc.constantFrom('delivered', 'delivered', 'delivered', 'undelivered', 'outage', 'lost-answer', 'dies');
const diesAfter = fc.nat({ max: 30 });
const refundState = fc.constantFrom('pending', 'succeeded', 'failed');
const done = <const Name extends string, Rest extends object>(
  weight: number,
  name: Name,
  rest: fc.Arbitrary<Rest>,
) => ({
  weight,
  arbitrary: fc
    .tuple(report, diesAfter, rest)
    .map(([how, statements, more]) => ({ do: name, report: how, diesAfter: statements, ...more })),
});
const step = fc.oneof(
  done(1, 'order', fc.record({ via: fc.constantFrom('card', 'hosted-page'), isRepeated: fc.boolean() })),
  done(
    6,
    'charge',
    fc.record({
      at,
      state: fc.constantFrom('succeeded', 'succeeded', 'processing', 'open', 'closed'),
      isRisky: fc.boolean(),
      isWrong: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
    }),
  ),
  done(3, 'tell', fc.record({ at })),
  done(4, 'refund', fc.record({ at, part: fc.constantFrom(14_000, 14_000, 4_000) })),
  done(2, 'refund-there', fc.record({ at, state: refundState })),
  done(8, 'refund-state', fc.record({ at, state: refundState })),
  done(2, 'decide', fc.record({ at, decision: fc.constantFrom('approve', 'approve', 'reject') })),
  done(3, 'dispute', fc.record({ at, state: fc.constantFrom('open', 'won', 'lost') })),
  done(2, 'take', fc.record({ method: fc.constantFrom('cash', 'terminal', 'insurance') })),
  done(2, 'correct', fc.constant({})),
  done(2, 'pay-out', fc.constant({})),
  done(2, 'pay-out-failed', fc.record({ at })),
  done(1, 'correct-payout', fc.record({ at })),
  done(1, 'move', fc.constant({})),
  done(1, 'cancel', fc.constant({})),
  done(1, 'reconcile', fc.constant({})),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const charged: Step = {
  do: 'charge',
  report: 'delivered',
  diesAfter: 0,
  at: 0,
  state: 'succeeded',
  isRisky: false,
  isWrong: false,
};
const refunded: Step = { do: 'refund', report: 'delivered', diesAfter: 0, at: 0, part: 14_000 };
const becomes = (state: 'pending' | 'succeeded' | 'failed', at: 0 | 1 | 2 = 0): Step => ({
  do: 'refund-state',
  report: 'delivered',
  diesAfter: 0,
  at,
  state,
});
const disputed = (state: 'open' | 'won' | 'lost'): Step => ({
  do: 'dispute',
  report: 'delivered',
  diesAfter: 0,
  at: 0,
  state,
});
/** What staff do at the clinic. */
const atClinic = (what: 'correct' | 'pay-out' | 'move' | 'cancel'): Step => ({
  do: what,
  report: 'undelivered',
  diesAfter: 0,
});
/** What an admin records of a refund that failed. */
const recorded = (what: 'pay-out-failed' | 'correct-payout'): Step => ({
  do: what,
  report: 'undelivered',
  diesAfter: 0,
  at: 0,
});
const taken: Step = { do: 'take', report: 'undelivered', diesAfter: 0, method: 'cash' };

/** Examples that random sequences reach too rarely. */
const EXAMPLES: Step[][] = [
  [
    { ...charged, state: 'processing' },
    { ...charged, state: 'open' },
  ],
  [
    { ...charged, at: 1, isRisky: true },
    { do: 'decide', report: 'undelivered', diesAfter: 0, at: 1, decision: 'approve' },
  ],
  [{ ...charged, isWrong: true }, { do: 'reconcile', report: 'delivered', diesAfter: 0 }, becomes('succeeded')],
  [{ ...charged, state: 'processing' }, { do: 'tell', report: 'delivered', diesAfter: 0, at: 0 }, charged],
  [
    { ...charged, state: 'processing' },
    { ...charged, state: 'closed' },
  ],
  [
    { ...charged, at: 1, state: 'closed' },
    { ...charged, at: 1 },
  ],
  [
    { ...charged, at: 1, isRisky: true },
    { do: 'decide', report: 'undelivered', diesAfter: 0, at: 1, decision: 'reject' },
  ],
  [{ ...charged, at: 1, isRisky: true }, { ...refunded, at: 1 }, becomes('succeeded', 1)],
  [charged, { do: 'refund-there', report: 'delivered', diesAfter: 0, at: 0, state: 'succeeded' }],
  [charged, refunded, becomes('succeeded'), becomes('succeeded')],
  [charged, refunded, becomes('failed'), becomes('pending')],
  [charged, ...(['won', 'open', 'open', 'lost', 'won', 'lost', 'lost', 'open'] as const).map(disputed)],
  [charged, ...(['open', 'won'] as const).map(disputed)],
  // The bank uses a reference twice: before any refund, and after one whose answer was lost.
  [
    { ...charged, at: 1 },
    { ...charged, at: 2 },
    { ...refunded, at: 1 },
    { ...refunded, at: 2 },
  ],
  [
    { ...charged, at: 1 },
    { ...refunded, at: 1, part: 4_000, report: 'lost-answer' },
    { ...charged, at: 2 },
  ],
  [charged, { ...refunded, report: 'lost-answer' }, becomes('failed')],
  [charged, refunded, becomes('failed'), becomes('failed')],
  [charged, { ...refunded, report: 'lost-answer' }, { do: 'tell', report: 'delivered', diesAfter: 0, at: 0 }],
  [charged, { ...refunded, report: 'lost-answer' }, becomes('succeeded'), becomes('pending')],
  [charged, refunded, becomes('succeeded'), becomes('failed'), becomes('succeeded')],
  // The clinic pays what failed; the provider pays it as well, later or never.
  [
    charged,
    refunded,
    becomes('failed'),
    recorded('pay-out-failed'),
    recorded('pay-out-failed'),
    recorded('correct-payout'),
    recorded('pay-out-failed'),
    { do: 'reconcile', report: 'delivered', diesAfter: 0 },
    becomes('succeeded'),
  ],
  [charged, { ...refunded, part: 4_000 }, becomes('failed'), recorded('pay-out-failed'), refunded],
  (['closed', 'open', 'processing'] as const).map((state) => ({ ...charged, state })),
  ...(['pending', 'failed'] as const).map((state): Step[] => [
    charged,
    { do: 'refund-there', report: 'delivered', diesAfter: 0, at: 0, state },
  ]),
];
/** The same, at the clinic: paid online as well, corrected and taken again, cancelled and refunded. */
const EXAMPLES_AT_CLINIC: Step[][] = [
  [taken, charged, { ...charged, at: 1 }],
  [taken, atClinic('correct'), atClinic('correct'), taken, { do: 'reconcile', report: 'delivered', diesAfter: 0 }],
  [taken, atClinic('cancel'), atClinic('correct'), atClinic('pay-out'), atClinic('pay-out')],
  [charged, taken, refunded, becomes('succeeded'), taken],
  [taken, atClinic('move'), taken, atClinic('pay-out'), atClinic('move'), atClinic('pay-out'), charged],
];

/** How a request to the provider fails. */
type Mishap = Fault | { readonly diesAfter: number };
/** Staff ask no provider: only our process can die. */
const mortality = (step: Pick<Step, 'report' | 'diesAfter'>): Mishap => {
  const mishap = mishapOf(step);
  return typeof mishap === 'object' ? mishap : undefined;
};
const mishapOf = ({ report, diesAfter }: Pick<Step, 'report' | 'diesAfter'>): Mishap =>
  report === 'dies' ? { diesAfter } : report === 'outage' || report === 'lost-answer' ? report : undefined;

/** One booking, its charges in the order in which they were begun, and the clock. */
async function play(steps: readonly Step[], plant: Plant = (ports) => ports): Promise<void> {
  const { db } = clinic.app.database;
  const world = createProviderWorld();
  const services: PaymentServices = {
    ...plant({ cards: world.cards, hosted: world.hosted }),
    // No job runs by itself, as if each process had died after its commit.
    jobs: { send: async () => undefined, alone: (_name, work) => work() },
    log: pino({ level: 'silent' }),
  };
  const bookingId = await clinic.bookingOf(person);
  let now = new Date();
  const by = { personId: person.id, name: 'Ada', address: '127.0.0.1', reason: 'A test.' };
  const run = () => ({ now, services });
  const charge = (index: number): TrueCharge | undefined => [...world.charges.values()].at(index);
  const providerOf = ({ via }: TrueCharge) => (via === 'card' ? 'cards' : 'hosted');
  const paymentOf = (one: TrueCharge) =>
    findPaymentByTransaction(db, { provider: providerOf(one), transactionId: one.reference });
  const clerk: Recorder = {
    reader: { personId: frida.id, isAdmin: false, isDoctor: false, isFrontDesk: true, now, timeZone: 'UTC' },
    actor: { ...by, personId: frida.id, name: 'Frida' },
  };
  const takenHere = async () => (await listPaymentsOfBookings(db, [bookingId])).filter(({ via }) => via === 'clinic');
  const stateOf = async (id: string) =>
    (await listPaymentsOfBookings(db, [bookingId])).find((payment) => payment.id === id)?.state;
  const isPaid = async () => (await listPaymentsOfBookings(db, [bookingId])).some(({ state }) => state === 'paid');

  /** Sends a request that may get no answer. Returns whether it got one. */
  async function asking(mishap: Mishap, question: (db: Database) => Promise<unknown>): Promise<boolean> {
    const dying = typeof mishap === 'object' ? dyingDatabase(clinic.app.database.pool, mishap.diesAfter) : undefined;
    world.fault = typeof mishap === 'object' ? undefined : mishap;
    try {
      await question(dying?.db ?? db);
      return dying?.hasDied() !== true;
    } catch (error) {
      if (mishap === undefined) throw error;
      return false;
    } finally {
      if (dying?.hasDied()) deaths += 1;
      world.fault = undefined;
    }
  }

  async function tell(one: TrueCharge, mishap: Mishap): Promise<void> {
    const order = await findOrderByReference(db, { provider: providerOf(one), reference: one.reference });
    const payment = await paymentOf(one);
    if (!order) return;
    if (!payment) {
      const booking = await findBooking(db, bookingId);
      if (!(await asking(mishap, (mortal) => askAboutOrder(mortal, { order, now, services })))) return;
      const shown = one.via === 'hosted-page' && one.state === 'processing' ? 'open' : one.state;
      const state = expected('order', order.state, shown === 'closed' ? 'ended' : shown);
      const after = await findOrderByReference(db, { provider: order.provider, reference: one.reference });
      expect(after?.state).toBe(state);
      const made = await paymentOf(one);
      expect(made !== undefined).toBe(one.state === 'succeeded');
      if (!made) return;
      const isPaidOtherwise = booking !== undefined && keepsItsPayment(booking);
      const isLost = isPaidOtherwise || booking?.state === 'cancelled' || one.amount.minor !== PRICE.minor;
      const event = isLost ? 'release' : one.risky && one.via === 'hosted-page' ? 'hold' : 'pay';
      expect(made.state).toBe(expected('payment', 'none', event));
      return;
    }
    const before = new Map((await listRefunds(db, [payment.id])).map((refund) => [refund.id, refund]));
    const paidBefore = await isPaid();
    if (!(await asking(mishap, (mortal) => syncRefunds(mortal, payment, run())))) return;
    const after = await listRefunds(db, [payment.id]);
    for (const theirs of one.refunds) {
      const mine = [...before.values()].find(({ id, reference }) => id === theirs.refundId || reference === theirs.id);
      if (!mine && one.via === 'hosted-page') continue;
      if (one.via === 'hosted-page' && mine?.reference === null) continue;
      const found = after.find(({ id, reference }) => id === mine?.id || reference === theirs.id);
      const left = leftOf((await paymentOf(one)) ?? payment);
      // It was refunded otherwise, so that too little is left: a difference is listed.
      if (mine?.state === 'failed' && found?.state === 'failed' && mine.amountMinor > left.minor) continue;
      const state = expected('refund', mine?.state ?? 'none', theirs.state);
      if (mine || state !== 'none') expect(found?.state ?? 'too much').toBe(found ? state : 'too much');
    }
    const moved = await paymentOf(one);
    if (moved && moved.returnedMinor === moved.amountMinor) {
      if (payment.returnedMinor < payment.amountMinor) {
        expect(moved.state).toBe(expected('payment', payment.state, 'return-all'));
      }
    } else if (payment.state === 'released' && payment.receiptNumber !== null && !paidBefore) {
      if (payment.returnedMinor === payment.amountMinor) {
        expect(moved?.state).toBe(expected('payment', 'released', 'pay'));
      }
    }
    if (one.via === 'card' && one.dispute && moved) {
      const disputeState = async () => {
        if (takenBackMinor(await listRefunds(db, [moved.id])) > 0) return 'lost';
        return (await paymentOf(one))?.disputed ? 'listed' : 'none';
      };
      // If nothing is left for the bank to take back, the admins are told.
      const isTwice = one.dispute === 'lost' && leftOf(moved).minor === 0;
      const before = await disputeState();
      const state = isTwice && before !== 'lost' ? 'listed' : expected('dispute', before, one.dispute);
      await syncDispute(db, moved, { cards: world.cards, now, jobs: services.jobs });
      expect(await disputeState()).toBe(state);
    }
  }

  async function take(one: Step): Promise<void> {
    const target = 'at' in one ? charge(one.at) : undefined;
    switch (one.do) {
      case 'order': {
        if (world.charges.size === 3) return;
        const id = uuidv7();
        const { via } = one;
        const provider = via === 'card' ? 'cards' : 'hosted';
        const made = await insertOrder(db, {
          id,
          bookingId,
          via,
          provider,
          reference: id,
          amountMinor: PRICE.minor,
          currency: PRICE.currency,
          createdAt: now,
        });
        const first = [...world.charges.values()].find((other) => other.via === 'hosted-page');
        const bankReference = one.isRepeated && first ? first.bankReference : id;
        const charge = {
          via,
          reference: id,
          orderId: id,
          bankReference,
          state: 'open' as const,
          amount: PRICE,
          risky: false,
        };
        if (made) world.charges.set(id, { ...charge, refunds: [], dispute: undefined });
        return;
      }
      case 'charge':
        if (!target || target.state === 'succeeded') return;
        target.state = one.state;
        target.risky = one.isRisky;
        if (one.isWrong) target.amount = { ...PRICE, minor: 13_000 };
        return;
      case 'tell':
        return;
      case 'refund': {
        const payment = target && (await paymentOf(target));
        if (!payment) return;
        const request = { paymentId: payment.id, amount: one.part / 100, requestKey: undefined, by };
        const mishap = mishapOf(one);
        let outcome: Awaited<ReturnType<typeof refundPayment>> | undefined;
        const isAlive = await asking(mishap, async (mortal) => {
          outcome = await refundPayment(mortal, request, run());
        });
        if (!isAlive || outcome?.kind !== 'requested') return;
        const { refundId } = outcome;
        const state = expected('refund', 'none', 'request');
        const made = (await listRefunds(db, [payment.id])).find(({ id }) => id === refundId);
        const isAsked = !(await isBankReferenceRepeated(db, payment));
        expect(made?.state).toBe(
          isAsked && typeof mishap === 'string' ? state : made?.reference ? 'pending' : 'failed',
        );
        return;
      }
      case 'refund-there': {
        const back = target?.refunds.filter(({ state }) => state !== 'failed') ?? [];
        const left = (target?.amount.minor ?? 0) - back.reduce((sum, { amount }) => sum + amount.minor, 0);
        if (target?.via !== 'card' || target.state !== 'succeeded' || left < 3_000) return;
        const amount = { ...PRICE, minor: 3_000 };
        target.refunds.push({ id: `there_${uuidv7()}`, refundId: undefined, amount, state: one.state });
        return;
      }
      case 'refund-state':
        // Includes states that no provider should report: they must become differences.
        for (const refund of target?.refunds ?? []) refund.state = one.state;
        return;
      case 'decide': {
        const payment = target && (await paymentOf(target));
        if (!target || payment?.state !== 'on-hold') return;
        const wasPaid = await isPaid();
        const { rows } = await db.execute<{ state: string }>(sql`select state from bookings where id = ${bookingId}`);
        const request = { paymentId: payment.id, decision: one.decision, by };
        const decide = async (mortal: Database) =>
          expect(await decideOnHold(mortal, request, { now, jobs: services.jobs })).toEqual({ kind: 'decided' });
        const mishap = mishapOf(one);
        if (!(await asking(typeof mishap === 'object' ? mishap : undefined, decide))) return;
        const pays = one.decision === 'approve' && !wasPaid && rows[0]?.state !== 'cancelled';
        const state = expected('payment', 'on-hold', pays ? 'pay' : 'release');
        expect((await paymentOf(target))?.state).toBe(state);
        return;
      }
      case 'dispute':
        if (target?.via === 'card' && target.state === 'succeeded') target.dispute = one.state;
        return;
      case 'take': {
        const before = await listPaymentsOfBookings(db, [bookingId]);
        const { rows } = await db.execute<{ state: string }>(sql`select state from bookings where id = ${bookingId}`);
        let outcome: Awaited<ReturnType<typeof takePayment>> | undefined;
        const request = { bookingId, method: one.method, price: PRICE.minor / 100, payOut: [], by: clerk };
        const isAlive = await asking(mortality(one), async (mortal) => {
          outcome = await takePayment(mortal, request, { now, jobs: services.jobs });
        });
        if (!isAlive) return;
        const isFree = before.every(({ via, state, returnedMinor, refundedMinor, amountMinor }) =>
          via === 'clinic'
            ? returnedMinor === amountMinor || state === 'released'
            : refundedMinor === amountMinor || state === 'released',
        );
        expect(outcome?.kind).toBe(isFree && rows[0]?.state !== 'cancelled' ? 'changed' : 'refused');
        if (outcome?.kind !== 'changed') return;
        expect(await stateOf(outcome.paymentId)).toBe(expected('payment', 'none', 'pay'));
        const replaced = before.find(({ state }) => state === 'paid');
        if (replaced) expect(await stateOf(replaced.id)).toBe(expected('payment', 'paid', 'replace'));
        return;
      }
      case 'correct': {
        const [payment] = await takenHere();
        if (!payment) return;
        let outcome: Awaited<ReturnType<typeof correctClinicPayment>> | undefined;
        const request = { paymentId: payment.id, reason: 'A test.', by: clerk };
        const isAlive = await asking(mortality(one), async (mortal) => {
          outcome = await correctClinicPayment(mortal, request, { now, jobs: services.jobs });
        });
        if (!isAlive) return;
        const isLeft = payment.returnedMinor < payment.amountMinor;
        expect(outcome).toMatchObject(isLeft ? { kind: 'changed' } : { code: 'NOTHING_TO_CORRECT' });
        if (!isLeft) return;
        const made = (await listRefunds(db, [payment.id])).find(({ cause }) => cause === 'correction');
        expect(made?.state).toBe(expected('refund', 'none', 'succeeded'));
        expect(await stateOf(payment.id)).toBe(expected('payment', payment.state, 'return-all'));
        return;
      }
      case 'pay-out': {
        const [payment] = await takenHere();
        const refund = payment && (await listRefunds(db, [payment.id])).at(-1);
        if (!refund) return;
        const isAlive = await asking(mortality(one), async (mortal) => {
          await payOutRefund(mortal, { refundId: refund.id, by: clerk }, { now, jobs: services.jobs });
        });
        if (!isAlive) return;
        const state = expected('refund', refund.state, 'succeeded');
        expect((await listRefunds(db, [payment.id])).find(({ id }) => id === refund.id)?.state).toBe(state);
        return;
      }
      case 'pay-out-failed': {
        const payment = target && (await paymentOf(target));
        const refunds = await listRefunds(db, payment ? [payment.id] : []);
        const failed = refunds.findLast(({ state, method }) => state === 'failed' && method === null);
        if (!payment || !failed) return;
        const isDue = payableOutOf(failed, { payment, refunds }).minor > 0;
        let outcome: Awaited<ReturnType<typeof payOutFailedRefund>> | undefined;
        const request = { refundId: failed.id, method: 'transfer', by: { ...by, personId: frida.id } } as const;
        const isAlive = await asking(mortality(one), async (mortal) => {
          outcome = await payOutFailedRefund(mortal, request, { now, jobs: services.jobs });
        });
        if (!isAlive) return;
        expect(outcome).toMatchObject(isDue ? { kind: 'recorded' } : { code: 'NOTHING_TO_PAY_OUT' });
        if (!isDue) return;
        const made = (await listRefunds(db, [payment.id])).at(-1);
        expect(made).toMatchObject({ method: 'transfer', state: expected('refund', 'none', 'succeeded') });
        if (made?.amountMinor === payment.amountMinor - payment.returnedMinor) {
          expect(await stateOf(payment.id)).toBe(expected('payment', payment.state, 'return-all'));
        }
        return;
      }
      case 'correct-payout': {
        const payment = target && (await paymentOf(target));
        const refunds = await listRefunds(db, payment ? [payment.id] : []);
        const payout = refunds.findLast(({ method }) => method !== null);
        if (!payout) return;
        const request = { refundId: payout.id, by: { ...by, personId: frida.id } };
        const isAlive = await asking(mortality(one), async (mortal) => {
          await correctPayout(mortal, request, { now, jobs: services.jobs });
        });
        if (!isAlive) return;
        const after = (await listRefunds(db, [payout.paymentId])).find(({ id }) => id === payout.id);
        expect(after?.state).toBe(expected('refund', payout.state, 'failed'));
        return;
      }
      case 'move': {
        const after = await findBooking(db, bookingId);
        if (!after || after.state === 'cancelled') return;
        const payments = await listPaymentsOfBookings(db, [bookingId]);
        // To a dearer time. The price in the row stays, so that what is charged afterwards fits it.
        const before = { ...after, priceMinor: after.priceMinor - 1 };
        await db.transaction(async (tx) => {
          await lockBooking(tx, bookingId);
          await refundMove({ jobs: services.jobs })(tx, { before, after, by: person.id, now });
        });
        for (const { id, via, state, amountMinor, refundedMinor, disputed: isDisputed } of payments) {
          if (state === 'released' || isDisputed || (via !== 'clinic' && refundedMinor === amountMinor)) continue;
          expect(await stateOf(id)).toBe(expected('payment', state, via === 'clinic' ? 'replace' : 'release'));
        }
        return;
      }
      case 'cancel': {
        const payments = await listPaymentsOfBookings(db, [bookingId]);
        await db.execute(
          sql`update bookings set state = 'cancelled', cancel_refund = 'full', change_reason = 'A test.' where id = ${bookingId}`,
        );
        await db.transaction((tx) => refundCancelledBooking(tx, { bookingId, now, jobs: services.jobs }));
        for (const before of payments) {
          if (before.state === 'released' || before.disputed || before.refundedMinor === before.amountMinor) continue;
          const after = (await listPaymentsOfBookings(db, [bookingId])).find(({ id }) => id === before.id);
          expect(after?.state).toBe(expected('payment', before.state, 'release'));
        }
        return;
      }
      case 'reconcile': {
        now = new Date(now.getTime() + 7 * 3_600_000);
        await asking(mishapOf(one), (mortal) => reconcilePayments(mortal, run()));
        await asking(mishapOf(one), (mortal) => comparePayments(mortal, run()));
      }
    }
  }

  for (const via of ['card', 'hosted-page'] as const)
    await take({ do: 'order', report: 'undelivered', diesAfter: 0, via, isRepeated: false });
  for (const one of steps) {
    await take(one);
    const target = 'at' in one ? charge(one.at) : undefined;
    if (target && one.report !== 'undelivered') await tell(target, mishapOf(one));
    const paid = (await listPaymentsOfBookings(db, [bookingId])).filter(({ state }) => state === 'paid');
    expect(paid.length).toBeLessThanOrEqual(1);
  }

  // Time passes, without further outages.
  for (let day = 0; day < 3; day += 1) {
    now = new Date(now.getTime() + 86_400_000);
    await reconcilePayments(db, run());
    await comparePayments(db, run());
  }
  // The sequences share a database, so a finished sequence must not be compared again.
  await db.execute(sql`update payments set compare_at = null where booking_id = ${bookingId}`);
  await db.execute(
    sql`update payment_orders set state = 'closed', created_at = 'epoch' where booking_id = ${bookingId}`,
  );
  const { rows: differences } = await db.execute<{ transaction: string }>(sql`
    select transaction_id as transaction from payment_differences where gone_at is null`);
  const isListedItself = ({ reference }: TrueCharge) =>
    differences.some(({ transaction }) => transaction === reference);
  for (const one of world.charges.values()) {
    const payment = await paymentOf(one);
    if (one.state !== 'succeeded') continue;
    expect(payment, 'money that came is a payment').toBeDefined();
    const returned = one.refunds
      .filter(({ state }) => state === 'succeeded')
      .reduce((sum, { amount }) => sum + amount.minor, 0);
    // If the bank used a reference twice, the provider may have refunded the wrong payment.
    const isListed = [...world.charges.values()].some(
      (other) => isListedItself(other) && (other === one || other.bankReference === one.bankReference),
    );
    const otherwise = returnedOtherwiseMinor(await listRefunds(db, payment ? [payment.id] : []));
    if (!isListed) expect((payment?.returnedMinor ?? 0) - otherwise, `${one.via} returned`).toBe(returned);
    const madeThere = (await listRefunds(db, payment ? [payment.id] : [])).filter(({ cause }) => cause === 'provider');
    const isMadeAgain = one.refunds.some(({ refundId }) => madeThere.some(({ id }) => id === refundId));
    expect(isMadeAgain, 'a refund that was made there is made again').toBe(false);
    if (!isListed && payment?.state === 'released') expect(payment.refundedMinor).toBe(payment.amountMinor);
  }
  // No provider was asked about the clinic's own payments: only staff can have ended their refunds.
  for (const payment of await takenHere()) {
    const refunds = await listRefunds(db, [payment.id]);
    for (const { state, doneBy } of refunds) {
      expect([state, doneBy]).toEqual(state === 'succeeded' ? ['succeeded', frida.id] : ['requested', null]);
    }
    const isOwed = refunds.some(({ cause }) => cause === 'moved');
    expect(payment.state).toBe(isOwed || payment.returnedMinor === payment.amountMinor ? 'released' : 'paid');
    expect(differences.some(({ transaction }) => transaction === payment.transactionId)).toBe(false);
  }
}

let played = 0;
const sequences = () =>
  fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 32 }), async (steps) => {
    played += 1;
    await play([{ do: 'order', report: 'undelivered', diesAfter: 0, via: 'hosted-page', isRepeated: true }, ...steps]);
  });

it('every event leads to the state in the table, and the books agree with the providers in the end', async () => {
  const start = Date.now();
  const examples = [...EXAMPLES, ...EXAMPLES_AT_CLINIC].map((steps): [Step[]] => [steps]);
  await fc.assert(sequences(), { numRuns: SEQUENCES + examples.length, seed: SEED, endOnFailure: true, examples });
  const cells = Object.entries(TRANSITIONS).flatMap(([machine, states]) =>
    Object.entries(states).flatMap(([state, events]) =>
      Object.entries(events).flatMap(([event, cell]) =>
        (cell as { kind: string }).kind === 'never' ? [] : [`${machine}: ${state}, ${event}`],
      ),
    ),
  );
  const steps = [...covered.values()].reduce((sum, count) => sum + count, 0);
  const missing = cells.filter((cell) => !covered.has(cell));
  console.info(
    `${played} sequences, ${steps} transitions, ${cells.length - missing.length} of ${cells.length} kinds, ${deaths} deaths, ${Date.now() - start} ms`,
  );
  expect(missing).toEqual([]);
}, 120_000);

it('the books agree with the providers after new random sequences', async () => {
  // A failure prints its seed and path.
  await fc.assert(sequences(), { numRuns: SEQUENCES, endOnFailure: true });
}, 120_000);

const planted: [string, Plant, Step[]][] = [
  [
    'a payment that is being processed counts as made',
    ({ cards, ...rest }) => ({
      ...rest,
      cards: { ...cards, find: async (id) => ({ ...need(await cards.find(id)), state: 'succeeded', received: PRICE }) },
    }),
    [{ ...charged, state: 'processing' }],
  ],
  [
    'the amount that came is not looked at',
    ({ cards, ...rest }) => ({
      ...rest,
      cards: { ...cards, find: async (id) => ({ ...need(await cards.find(id)), received: PRICE }) },
    }),
    [{ ...charged, isWrong: true }],
  ],
  [
    "the provider's doubts are not looked at",
    ({ hosted, ...rest }) => ({
      ...rest,
      hosted: { ...hosted, find: async (notice) => ({ ...need(await hosted.find(notice)), risky: false }) },
    }),
    [{ ...charged, at: 1, isRisky: true }],
  ],
  [
    'a refund that succeeded never fails',
    ({ cards, ...rest }) => ({
      ...rest,
      cards: {
        ...cards,
        listRefunds: async (id) => (await cards.listRefunds(id)).filter(({ state }) => state !== 'failed'),
      },
    }),
    [charged, refunded, becomes('succeeded'), becomes('failed')],
  ],
];

function need<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('The provider does not know it');
  return found;
}

it.each(planted)('finds a planted bug: %s', async (_name, plant, steps) => {
  await expect(play(steps, plant)).rejects.toThrow();
});
