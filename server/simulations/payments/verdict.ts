import { sql } from 'drizzle-orm';
import type { PayingClinic } from '../../testing/paying.ts';
import type { Plan } from './plan.ts';

/** A payment that was simulated: its plan and its booking. */
export interface Lived {
  readonly plan: Plan;
  readonly bookingId: string;
  /** Whether the patient confirmed a correct charge that the clinic has no reason to refund. */
  owed: boolean;
  cancelled: boolean;
}

/** A disagreement between the books. */
export interface Fault {
  readonly number: number;
  readonly bookingId: string;
  readonly what: string;
}

/** A charge in a provider's books. Hosted amounts are in the currency that was charged. */
interface Charge {
  readonly transactionId: string;
  readonly via: 'card' | 'hosted-page';
  readonly isRightAmount: boolean;
  readonly risky: boolean;
  readonly taken: number;
  readonly refunded: number;
}

const PRICE = 14_000;
const PART = 4_000;

/**
 * Checks, in the providers' own books, that a booking is paid if and only if it has exactly one correct charge, and
 * that every other charge was refunded in full.
 */
export async function findFaults(clinic: PayingClinic, lived: readonly Lived[]) {
  const charges = await chargesByBooking(clinic);
  const { db } = clinic.app.database;
  const { rows } = await db.execute<{
    id: string;
    paid: boolean;
    state: string;
    kept: string[];
    approved: boolean;
  }>(sql`
    select b.id, coalesce(bool_or(p.state = 'paid'), false) as paid, b.state,
      coalesce(array_agg(p.transaction_id) filter (where p.state = 'paid'), '{}') as kept
    from bookings b left join payments p on p.booking_id = b.id group by b.id`);
  const books = new Map(rows.map((row) => [row.id, row]));
  const faults: Fault[] = [];
  for (const one of lived) {
    const { plan, bookingId } = one;
    const booking = books.get(bookingId);
    const all = charges.get(bookingId) ?? [];
    const live = all.filter(({ taken, refunded }) => refunded < taken);
    const say = (what: string) => faults.push({ number: plan.number, bookingId, what });
    if (!booking) {
      say('the booking does not exist');
      continue;
    }
    if (booking.paid !== (live.length === 1)) say(`paid is ${booking.paid} with ${live.length} charge(s) not refunded`);
    if (booking.kept.length !== live.length) say(`${booking.kept.length} paid in our books, ${live.length} in theirs`);
    if (one.cancelled && live.length > 0) say('a cancelled booking was not refunded');
    for (const charge of live) {
      if (!booking.kept.includes(charge.transactionId))
        say('the charge that was not refunded is not the one in our books');
      if (!charge.isRightAmount) say('a charge of a wrong amount was not refunded');
      if (charge.risky && !plan.approves) say('a payment on hold was not refunded and not approved');
      if (charge.refunded > 0 && plan.adminRefunds !== 'part') say('a part was refunded that nobody requested');
      const part = Math.floor((charge.taken * PART) / PRICE);
      if (plan.adminRefunds === 'part' && charge.refunded > 0 && Math.abs(charge.refunded - part) > 1) {
        say(`${charge.refunded} refunded instead of ${part}`);
      }
    }
    if (one.owed && live.length === 0 && plan.adminRefunds !== 'whole') say('the patient paid and has nothing for it');
    if (plan.adminRefunds === 'whole' && live.length > 0 && !live.some(({ risky }) => risky))
      say('a refund was not made');
  }
  await clinic.app.compare();
  const differences = await db.execute<{ message: string; kind: string; booking: string | null }>(
    sql`select message, kind, booking_id as booking from payment_differences where gone_at is null`,
  );
  for (const { kind, message, booking } of differences.rows) {
    faults.push({ number: -1, bookingId: booking ?? '', what: `${kind}: ${message}` });
  }
  const sum = (of: (list: readonly Charge[]) => number) =>
    [...charges.values()].reduce((total, list) => total + of(list), 0);
  return {
    faults,
    charges: sum((list) => list.length),
    kept: sum((list) => list.filter(({ taken, refunded }) => refunded < taken).length),
  };
}

async function chargesByBooking({ app, sandbox }: PayingClinic): Promise<ReadonlyMap<string, readonly Charge[]>> {
  const { rows } = await app.database.db.execute<{ reference: string; id: string }>(
    sql`select reference, booking_id as id from payment_orders where via = 'hosted-page'`,
  );
  const bookingOf = new Map(rows.map(({ reference, id }) => [reference, id]));
  const found = new Map<string, Charge[]>();
  const add = (bookingId: string, charge: Charge) => found.set(bookingId, [...(found.get(bookingId) ?? []), charge]);
  for (const charge of sandbox.stripe.charges()) {
    if (charge.status !== 'succeeded') continue;
    add(charge.metadata['bookingId'] ?? '', {
      transactionId: charge.payment_intent,
      via: 'card',
      isRightAmount: charge.amount === PRICE && charge.currency === 'usd',
      risky: false,
      taken: charge.amount,
      refunded: charge.amount_refunded,
    });
  }
  const cents = (amount: string) => Math.round(Number(amount) * 100);
  for (const payment of sandbox.sslcommerz.payments()) {
    if (payment.status !== 'VALID' && payment.status !== 'VALIDATED') continue;
    add(bookingOf.get(payment.transactionId) ?? '', {
      transactionId: payment.transactionId,
      via: 'hosted-page',
      isRightAmount: payment.amount === '140.00' && payment.currency === 'USD',
      risky: payment.riskLevel === '1',
      taken: cents(payment.amountBdt),
      refunded: payment.refunds
        .filter(({ status }) => status !== 'cancelled')
        .reduce((sum, { amountBdt }) => sum + cents(amountBdt), 0),
    });
  }
  return found;
}
