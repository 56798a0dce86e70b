import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { ComposeMessage } from '../messages/index.ts';
import { findRefund } from './order-store.ts';
import { findPaymentWithBooking } from './payment-store.ts';
import { amountText, receiptText, whyRefunded } from './rules.ts';

interface Sender {
  readonly clinic: { readonly name: string };
  readonly publicUrl: string;
}

/** The receipt of a payment. Subject lines do not say what the appointment is for. */
export function composeReceipt(sender: Sender): ComposeMessage {
  return async (db, { about: { paymentId = '' } }) => {
    const found = await findPaymentWithBooking(db, paymentId);
    const number = found?.payment.receiptNumber ?? null;
    if (!found || number === null) return { notSent: 'The payment has no receipt.' };
    const { payment, booking } = found;
    const receipt = receiptText(number, payment.settledAt);
    const amount = amountText({ minor: payment.amountMinor, currency: payment.currency });
    const day = mediumDateFromIso(booking.day);
    return {
      to: booking.email,
      subject: `Receipt ${receipt}`,
      text: `Hello,\n\nThank you for your payment of ${amount} for your appointment on ${day}. Your receipt number is ${receipt}, and the payment has the number ${payment.transactionId}.\n\n${endOf(sender)}`,
    };
  };
}

/** Tells a patient about a refund. A deleted account has no address; the cancellation email mentioned the refund. */
export function composeRefund(sender: Sender): ComposeMessage {
  return async (db, { about: { refundId = '' } }) => {
    const refund = (await findRefund(db, refundId))?.refund;
    const found = refund && (await findPaymentWithBooking(db, refund.paymentId));
    if (!found || refund.state === 'failed') return { notSent: 'The provider did not refund it.' };
    const { payment, booking } = found;
    const amount = amountText({ minor: refund.amountMinor, currency: payment.currency });
    const day = mediumDateFromIso(booking.day);
    const receipt = payment.receiptNumber === null ? '' : receiptText(payment.receiptNumber, payment.settledAt);
    const paid = `${amount} of your payment ${payment.transactionId} for your appointment on ${day}`;
    const why = whyRefunded(refund.cause);
    const text =
      refund.cause === 'correction'
        ? `We had recorded a payment of ${amount} for your appointment on ${day} by mistake, and have corrected that. Receipt ${receipt} is no longer valid.`
        : payment.method === 'insurance'
          ? `We settle the refund of ${paid} with your insurance. ${why}`
          : payment.via === 'clinic'
            ? `Please collect ${paid} at our front desk. ${why}`
            : `We are refunding ${paid}. ${why}`;
    return {
      to: booking.email,
      subject: refund.cause === 'correction' ? `Correction of receipt ${receipt}` : `Refund of ${amount}`,
      text: `Hello,\n\n${text}\n\n${endOf(sender)}`,
    };
  };
}

/** Emails contain no patient's name: see `features/booking/mail-cancellation.ts`. */
function endOf({ publicUrl, clinic }: Sender): string {
  return `Your appointments: ${publicUrl}/dashboard/myAppointment\n\n${clinic.name}`;
}
