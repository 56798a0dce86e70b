import type { Database } from '../../database/database.ts';
import { askAboutOrder } from './ask-about-order.ts';
import { carryOutRefund } from './carry-out-refund.ts';
import type { MoneyDesk } from './money-desk.ts';
import { listOrdersToAsk } from './order-store.ts';
import { refundCancelledBooking } from './refund-cancelled-booking.ts';
import { listRefundsToAsk } from './refund-store.ts';
import { forgetOldEvents, listPaymentsOfCancelled } from './store.ts';

const AT_ONCE = 200;
const EVENTS_KEPT_DAYS = 60;
const DAY_MILLIS = 86_400_000;

export interface Reconciled {
  readonly asked: number;
  readonly settled: number;
  /** Questions that got no answer; they are asked again. */
  readonly failed: number;
}

/**
 * Asks about everything that has been open for a while: orders, refunds, and payments of cancelled bookings. What is not
 * answered now is asked next time; one that fails does not hold up the others.
 *
 * @param dueBy asks about what is due by then; now, unless somebody wants everything asked at once
 */
export async function reconcilePayments(
  db: Database,
  { now, desk, dueBy = now }: { now: Date; desk: MoneyDesk; dueBy?: Date },
): Promise<Reconciled> {
  let asked = 0;
  let settled = 0;
  let failed = 0;
  const attempt = async (ask: () => Promise<boolean>) => {
    asked += 1;
    try {
      if (await ask()) settled += 1;
    } catch {
      failed += 1;
    }
  };

  for (const payment of await listPaymentsOfCancelled(db, AT_ONCE)) {
    const { bookingId } = payment;
    await db.transaction((tx) => refundCancelledBooking(tx, { bookingId, now, jobs: desk.jobs }));
  }
  for (const order of await listOrdersToAsk(db, { by: dueBy, limit: AT_ONCE })) {
    await attempt(async () => (await askAboutOrder(db, { order, now, desk })) === 'settled');
  }
  for (const refund of await listRefundsToAsk(db, { by: dueBy, limit: AT_ONCE })) {
    await attempt(async () => {
      await carryOutRefund(db, { refundId: refund.id, now, desk });
      return false;
    });
  }
  await forgetOldEvents(db, new Date(now.getTime() - EVENTS_KEPT_DAYS * DAY_MILLIS));
  return { asked, settled, failed };
}
