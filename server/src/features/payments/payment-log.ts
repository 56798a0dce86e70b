import type { AuditAction } from '@openhours/contract/audit.ts';
import type { Database } from '../../database/database.ts';
import type { Actor } from '../audit/index.ts';
import { appointmentWords, auditChange, type BookingRow, findBooking } from '../booking/index.ts';
import { listAdminIds, listDeskIds } from '../identity/index.ts';
import { publish } from '../live/index.ts';
import type { PaymentRow } from './payment-rows.ts';
import { type Difference, insertLogLine, noteDifference } from './payment-store.ts';

/** Records an event in the payment's log, and notifies open pages (`publishPayment`). */
export async function log(
  tx: Database,
  { id: paymentId, bookingId }: PaymentRow,
  line: { what: string; byName?: string | null; at: Date },
): Promise<void> {
  await insertLogLine(tx, { bookingId, paymentId, ...line });
  await publishPayment(tx, await bookingOf(tx, bookingId));
}

/** Makes open pages of the patient, the front desk and the admins reload the payments of a booking. */
export async function publishPayment(tx: Database, { id: bookingId, patientId }: BookingRow): Promise<void> {
  await publish(tx, { to: [patientId, ...(await listDeskIds(tx))], event: { type: 'payment', bookingId } });
}

/** Writes to the audit log what staff did with the money of a booking. `about` is '$140.00 (cash)'. */
export async function auditMoney(
  tx: Database,
  { bookingId }: Pick<PaymentRow, 'bookingId'>,
  { about, ...act }: { by: Actor; what: AuditAction; about: string; now: Date },
): Promise<void> {
  const booking = await bookingOf(tx, bookingId);
  await auditChange(tx, booking, { ...act, detail: `${about}: ${appointmentWords(booking)}` });
}

/** The booking of a payment. */
export async function bookingOf(tx: Database, bookingId: string): Promise<BookingRow> {
  const booking = await findBooking(tx, bookingId);
  if (!booking) throw new Error('A payment without a booking');
  return booking;
}

/** Lists a difference for the admins, and notifies their open pages. */
export async function listDifference(db: Database, difference: Difference, now: Date): Promise<void> {
  if (await noteDifference(db, difference, now)) await publishToAdmins(db, difference.bookingId);
}

/** Makes open admin pages reload the payments. */
export async function publishToAdmins(db: Database, bookingId: string | null | undefined): Promise<void> {
  if (bookingId) await publish(db, { to: await listAdminIds(db), event: { type: 'payment', bookingId } });
}
