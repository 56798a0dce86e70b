import type { Payment } from '@openhours/contract/payment.ts';
import type { Database } from '../../database/database.ts';
import { presentPayment } from './presenter.ts';
import { listRefunds } from './refund-store.ts';
import { listPaymentsOfBookings } from './store.ts';

/** What was paid and given back for these bookings, the latest first, as their patient sees it. */
export async function listPaymentsMadeFor(db: Database, bookingIds: readonly string[]): Promise<Payment[]> {
  const payments = await listPaymentsOfBookings(db, bookingIds);
  const refunds = await listRefunds(
    db,
    payments.map(({ id }) => id),
  );
  return payments.map((payment) => presentPayment(payment, refunds));
}
