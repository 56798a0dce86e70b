import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { Database } from '../../database/database.ts';
import { priceOf } from '../../money.ts';
import type { MoneyDesk } from './money-desk.ts';
import { findRefund } from './refund-store.ts';
import { receiptText, whyGivenBack } from './rules.ts';
import { findPaymentWithBooking } from './store.ts';

/** Writes to the patient about a payment that was kept, or money that goes back. What for, no subject line tells. */
export async function tellAboutPayment(
  db: Database,
  { paymentId, refundId, desk }: { paymentId?: string; refundId?: string; desk: MoneyDesk },
): Promise<void> {
  const { mail, productName, publicUrl } = desk;
  const refund = refundId === undefined ? undefined : (await findRefund(db, refundId))?.refund;
  const found = await findPaymentWithBooking(db, refund?.paymentId ?? paymentId ?? '');
  // Who closed their account left no address; the mail about the cancelled appointment told them.
  if (!found || found.booking.email === '') return;
  const { payment, booking } = found;
  const { currency } = payment;
  const amount = (minor: number) => `${priceOf({ minor, currency })} ${currency}`;
  const day = mediumDateFromIso(booking.day);
  const greeting = `Dear ${booking.patientName},`;
  const end = `You find your appointments at ${publicUrl}/dashboard/myAppointment\n\n${productName}`;

  if (refund) {
    mail.send({
      to: booking.email,
      subject: `You get ${amount(refund.amountMinor)} back`,
      text: `${greeting}\n\nabout your appointment on ${day}: ${whyGivenBack(refund.cause)} ${amount(refund.amountMinor)} of your payment ${payment.transactionId} are on their way back to you.\n\n${end}`,
    });
  } else if (payment.receiptNumber !== null) {
    mail.send({
      to: booking.email,
      subject: `Receipt ${receiptText(payment.receiptNumber, payment.settledAt)}`,
      text: `${greeting}\n\nthank you: we received ${amount(payment.amountMinor)} for your appointment on ${day}. The receipt has the number ${receiptText(payment.receiptNumber, payment.settledAt)}, the payment ${payment.transactionId}.\n\n${end}`,
    });
  }
}
