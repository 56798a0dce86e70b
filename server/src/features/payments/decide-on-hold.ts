import type { Database } from '../../database/database.ts';
import { lockBooking } from '../booking/index.ts';
import { giveBack } from './give-back.ts';
import type { MoneyDesk } from './money-desk.ts';
import { keep } from './settle-payment.ts';
import { findPayment, insertLogLine, keepHeldPayment, type PaymentRow } from './store.ts';

export interface HoldDecision {
  readonly paymentId: string;
  readonly decision: 'approve' | 'reject';
  readonly reason: string;
}

export type HoldOutcome =
  | { readonly kind: 'decided' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'not-on-hold' };

/**
 * An admin decides about a payment on hold. Approved, it is kept, if its booking still wants it: cancelled or paid
 * otherwise meanwhile, its money goes back all the same.
 */
export async function decideOnHold(
  db: Database,
  {
    wish,
    admin,
    now,
    desk,
  }: { wish: HoldDecision; admin: { personId: string; name: string }; now: Date; desk: MoneyDesk },
): Promise<HoldOutcome> {
  return db.transaction(async (tx) => {
    const unlocked = await findPayment(tx, wish.paymentId);
    if (!unlocked) return { kind: 'not-found' };
    const booking = await lockBooking(tx, unlocked.bookingId);
    const payment = await findPayment(tx, wish.paymentId);
    if (payment?.state !== 'on-hold' || payment.refundedMinor > 0) return { kind: 'not-on-hold' };

    const { jobs } = desk;
    const by = { ...admin, reason: wish.reason };
    await log(tx, { payment, what: `${wish.decision}: ${wish.reason}`, byName: admin.name, at: now });
    const back = (cause: 'rejected' | 'cancelled' | 'paid-otherwise') =>
      giveBack(tx, { payment, amountMinor: payment.amountMinor, cause, by, now, jobs });
    if (wish.decision === 'reject') await back('rejected');
    else if (booking?.status !== 'confirmed') await back('cancelled');
    else if (booking.paid || !(await keepHeldPayment(tx, payment.id))) await back('paid-otherwise');
    else await keep(tx, { payment, now, jobs });
    return { kind: 'decided' };
  });
}

function log(tx: Database, line: { payment: PaymentRow; what: string; byName: string; at: Date }): Promise<void> {
  const { payment, ...rest } = line;
  return insertLogLine(tx, { bookingId: payment.bookingId, paymentId: payment.id, ...rest });
}
