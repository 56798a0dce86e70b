import type { Database } from '../../database/database.ts';
import { orderIds } from './compare-payments.ts';
import { logUnexpected } from './log-unexpected.ts';
import { listOpenOrders } from './order-store.ts';
import { isOlderThan, ORDER_LIVES_MINUTES } from './rules.ts';
import { askAboutOrder, type PaymentServices } from './settle-payment.ts';

/**
 * Asks the providers about the payments that were begun for a booking in the last day, and applies the answers. Returns
 * false if a provider did not answer, now or when the payment was begun: the patient may have paid, or could not.
 */
export async function askAboutBooking(
  db: Database,
  { bookingId, now, services }: { bookingId: string; now: Date; services: PaymentServices },
): Promise<boolean> {
  const open = await listOpenOrders(db, [bookingId]);
  const begun = open.filter(({ createdAt }) => !isOlderThan(ORDER_LIVES_MINUTES, createdAt, now));
  const answers = await Promise.all(
    begun.map(async (order) => {
      try {
        const state = await askAboutOrder(db, { order, now, services });
        return order.reference !== null || state !== 'open';
      } catch (error) {
        logUnexpected(services.log, error, orderIds(order));
        return false;
      }
    }),
  );
  return !answers.includes(false);
}
