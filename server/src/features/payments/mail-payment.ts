import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { moneyText } from '@openhours/contract/money.ts';
import { payoutPhrases } from '@openhours/contract/money-words.ts';
import type { BookingRow } from '../booking/index.ts';
import { defineMessage, type Kind, type Sender } from '../messages/index.ts';
import type { PaymentRow, RefundRow } from './payment-rows.ts';
import { findPaymentWithBooking } from './payment-store.ts';
import { findRefund, listRefunds } from './refund-store.ts';
import { amountOf, isGivenBackByClinicOrBank, leftOf, receiptText, whyRefunded } from './rules.ts';

interface Receipt {
  readonly receipt: string;
  readonly amount: string;
  readonly day: string;
  readonly transactionId: string;
  readonly paymentId: string;
}

/** The receipt of a payment. */
export function receiptMessage({ publicUrl }: Pick<Sender, 'publicUrl'>): Kind {
  return defineMessage<Receipt>({
    async find(db, { about: { paymentId = '' } }) {
      const found = await findPaymentWithBooking(db, paymentId);
      const receipt = found && receiptText(found.payment);
      if (!found || receipt === undefined) return { notSent: 'The payment has no receipt.' };
      if ((await listRefunds(db, [paymentId])).some(({ cause }) => cause === 'correction')) {
        return { notSent: 'The payment was recorded by mistake.' };
      }
      const { payment, booking } = found;
      return {
        facts: {
          receipt,
          amount: moneyText(amountOf(payment)),
          day: mediumDateFromIso(booking.day),
          transactionId: payment.transactionId,
          paymentId,
        },
      };
    },
    write: ({ receipt, amount, day, transactionId, paymentId }) => ({
      subject: `Receipt ${receipt}`,
      blocks: [
        { text: `Thank you for your payment of ${amount} for your appointment on ${day}.` },
        {
          facts: [
            ['Receipt', receipt],
            ['Amount', amount],
            ['Payment', transactionId],
          ],
        },
        { label: 'See your receipt', link: `${publicUrl}/dashboard/receipt/${paymentId}` },
      ],
    }),
    sample: {
      receipt: 'R-2031-000042',
      amount: '€45.00',
      day: 'Mar 14, 2031',
      transactionId: 'pi_0000000000',
      paymentId: '01970000-0000-7000-8000-000000000000',
    },
  });
}

const STAYS_BOOKED = ' Your appointment stays booked, and you can pay at the clinic.';

/**
 * Whether all that was paid online for an appointment to come went back while it stays booked as it is (`seeWhatIsLeft`). A past
 * one is 'booked' where nobody records who arrived. Pure.
 */
function isToPayAtClinic(
  { state, paid, startsAt }: Pick<BookingRow, 'state' | 'paid' | 'startsAt'>,
  payment: PaymentRow,
  { refunds, now }: { refunds: readonly RefundRow[]; now: Date },
): boolean {
  // It still pays for the appointment until the provider has refunded it.
  const isGone = payment.state === 'paid' || (payment.state === 'released' && !paid);
  const isAll = leftOf(payment).minor === 0 && isGivenBackByClinicOrBank({ state: 'paid' }, refunds);
  return state === 'booked' && startsAt > now && payment.via !== 'clinic' && isGone && isAll;
}

interface Refund {
  readonly subject: string;
  readonly text: string;
}

/** Tells a patient about a refund. A deleted account has no address; the cancellation email mentioned the refund. */
export function refundMessage({ publicUrl }: Pick<Sender, 'publicUrl'>): Kind {
  return defineMessage<Refund>({
    async find(db, { about: { refundId = '', toldWith }, now }) {
      const refund = (await findRefund(db, refundId))?.refund;
      const found = refund && (await findPaymentWithBooking(db, refund.paymentId));
      if (!found || refund.state === 'failed') return { notSent: 'The provider did not refund it.' };
      const { payment, booking } = found;
      // The email about a move is not sent if the appointment was cancelled before.
      if (toldWith === 'move' && booking.state !== 'cancelled')
        return { notSent: 'The email about the move says what is refunded.' };
      const amount = moneyText(amountOf(refund));
      const day = mediumDateFromIso(booking.day);
      const receipt = receiptText(payment) ?? '';
      const paid = `${amount} of your payment ${payment.transactionId} for your appointment on ${day}`;
      const why = whyRefunded(refund.cause);
      if (refund.cause === 'correction') {
        const text = `We had recorded a payment of ${amount} for your appointment on ${day} by mistake, and have corrected that. Receipt ${receipt} is no longer valid.`;
        return { facts: { subject: `Correction of receipt ${receipt}`, text } };
      }
      const isDone = refund.state === 'succeeded';
      const what = refund.method
        ? `We have refunded ${paid} ${payoutPhrases[refund.method]}.`
        : payment.method === 'insurance'
          ? `We ${isDone ? 'have settled' : 'settle'} the refund of ${paid} with your insurance.`
          : payment.via === 'clinic'
            ? isDone
              ? `We have refunded ${paid} at our front desk.`
              : `Please collect ${paid} at our front desk.`
            : payment.disputed && !isDone
              ? `We have asked for a refund of ${paid}. It was disputed at the bank: what the bank gives back is not refunded again.`
              : `We are refunding ${paid}.`;
      const refunds = await listRefunds(db, [payment.id]);
      const stays = isToPayAtClinic(booking, payment, { refunds, now }) ? STAYS_BOOKED : '';
      return { facts: { subject: `Refund of ${amount}`, text: `${what} ${why}${stays}` } };
    },
    write: ({ subject, text }) => ({
      subject,
      blocks: [{ text }, { label: 'See your appointments', link: `${publicUrl}/dashboard/myAppointment` }],
    }),
    sample: {
      subject: 'Refund of €45.00',
      text: `We are refunding €45.00 of your payment pi_0000000000 for your appointment on Mar 14, 2031. ${whyRefunded('cancelled')}`,
    },
  });
}
