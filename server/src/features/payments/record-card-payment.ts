import type { Database } from '../../database/database.ts';
import { moneyFromPrice } from '../../money.ts';
import { findBooking } from '../booking/index.ts';
import type { MoneyDesk } from './money-desk.ts';
import { findOrderByReference, setOrderState } from './order-store.ts';
import { provenByCard } from './proven.ts';
import { isSameAmount, type RecordRefusal } from './rules.ts';
import { type Settled, settlePayment } from './settle-payment.ts';
import { findPaymentByTransaction } from './store.ts';

/** What a browser says has happened. */
export interface CardReport {
  readonly price: number;
  readonly transactionId: string;
  readonly email: string;
  readonly bookingId: string;
}

export type CardRecorded =
  | { readonly kind: 'recorded'; readonly paymentId: string }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'refused'; readonly code: RecordRefusal; readonly price?: { minor: number; currency: string } };

/**
 * Takes a browser's word that a payment was confirmed as a reason to ask the provider, and nothing more: the charge must
 * have succeeded, be of our mode, and have been prepared by us for this booking and this patient.
 */
export async function recordCardPayment(
  db: Database,
  {
    report,
    patient,
    now,
    desk,
  }: { report: CardReport; patient: { personId: string; email: string }; now: Date; desk: MoneyDesk },
): Promise<CardRecorded> {
  const { transactionId, bookingId } = report;
  if (report.email !== patient.email) return { kind: 'refused', code: 'NOT_YOU' };
  const found = await findBooking(db, bookingId);
  if (found?.booking.patientId !== patient.personId) return { kind: 'not-found' };
  const { booking } = found;
  const price = { minor: booking.priceMinor, currency: booking.currency };
  const told = moneyFromPrice(report.price, booking.currency);
  if (!told || !isSameAmount(told, price)) return { kind: 'refused', code: 'PRICE_DIFFERS', price };

  const { cards, jobs } = desk;
  if (!cards) return { kind: 'refused', code: 'NOT_THIS_BOOKING' };
  const provider = cards.name;
  const known = await findPaymentByTransaction(db, { provider, transactionId });
  if (known) {
    return answerFor(
      known.bookingId === bookingId ? { kind: known.state, payment: known } : { kind: 'not-this-booking' },
    );
  }

  const order = await findOrderByReference(db, { provider, reference: transactionId });
  if (order?.bookingId !== bookingId) return { kind: 'refused', code: 'NOT_THIS_BOOKING' };
  const charge = await cards.find(transactionId);
  const isOurs = charge?.live === cards.live && charge.bookingId === bookingId && charge.patientId === patient.personId;
  if (!isOurs) return { kind: 'refused', code: 'NOT_THIS_BOOKING' };
  if (charge.state === 'processing') await setOrderState(db, { id: order.id, state: 'processing' });
  if (charge.state !== 'succeeded') return { kind: 'refused', code: 'NOT_SUCCEEDED' };
  return answerFor(await settlePayment(db, { order, charge: provenByCard(charge), now, jobs }));
}

function answerFor(settled: Settled): CardRecorded {
  switch (settled.kind) {
    case 'kept':
      return { kind: 'recorded', paymentId: settled.payment.id };
    case 'on-hold':
      return { kind: 'refused', code: 'ON_HOLD' };
    case 'given-back':
      return { kind: 'refused', code: 'GIVEN_BACK' };
    case 'not-this-booking':
      return { kind: 'refused', code: 'NOT_THIS_BOOKING' };
  }
}
