import type { Database } from '../../database/database.ts';
import type { Jobs } from '../../providers/jobs/port.ts';
import { lockBooking } from '../booking/index.ts';
import { giveBack } from './give-back.ts';
import { listPaymentsOfBookings } from './store.ts';

/**
 * Gives back what is left of every payment of a booking that was cancelled. Called in the transaction that
 * cancels (`cancel-and-give-back.ts`); the reconciliation finds what nobody called it for. Answers how many payments go back.
 */
export async function refundCancelledBooking(
  tx: Database,
  { bookingId, now, jobs }: { bookingId: string; now: Date; jobs: Jobs },
): Promise<number> {
  const booking = await lockBooking(tx, bookingId);
  if (booking?.status !== 'cancelled') return 0;
  const live = (await listPaymentsOfBookings(tx, [bookingId])).filter(({ state }) => state !== 'given-back');
  for (const payment of live) {
    const amountMinor = payment.amountMinor - payment.refundedMinor;
    await giveBack(tx, { payment, amountMinor, cause: 'cancelled', now, jobs });
  }
  return live.length;
}
