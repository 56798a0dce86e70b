import { isSameAmount, type Money, moneyFromPrice, priceOf } from '@openhours/contract/money.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import type { CardCharge, CardPayments } from '../../providers/card-payments/port.ts';
import { ProviderUnavailable } from '../../providers/provider-unavailable.ts';
import { type BookingRow, bookedPrice, findBooking, isSamePrice, listUnpaidBookings } from '../booking/index.ts';
import {
  findOpenOrder,
  findOrderByReference,
  insertOrder,
  isBeingPaidAnotherWay,
  type OrderRow,
  setOrderReference,
} from './order-store.ts';
import type { PaymentRow } from './payment-rows.ts';
import { findPaymentByTransaction, listPaymentsOfBookings } from './payment-store.ts';
import {
  amountOf,
  type BookingRefusal,
  type PayableRefusal,
  type RecordRefusal,
  unreturnedOf,
  whyNotPayable,
} from './rules.ts';
import { moveOrder, type PaymentServices, provenByCard, settlePayment } from './settle-payment.ts';

/** The price that was shown. Without a currency, it is in the booking's. */
export interface ShownPrice {
  readonly price: number;
  readonly currency?: string | undefined;
}

/** What a patient wants to pay for. */
export interface PaymentRequest extends ShownPrice {
  readonly bookingId?: string | undefined;
  readonly patientId: string;
}

/** `price` is the price of the booking. */
export type NotPaid<Code extends string> =
  | Each<Exclude<Code, 'PRICE_DIFFERS'> | 'NOT_FOUND'>
  | Refused<'PRICE_DIFFERS', { data: { price: number } }>;

/** A type for each code, so that a comparison with one of them leaves the others. */
type Each<Code extends string> = Code extends string ? Refused<Code> : never;

export type NotPayable = NotPaid<PayableRefusal>;

/**
 * The booking that a patient wants to pay for: the one with the given id, if it is theirs; else their only unpaid
 * booking of that price. The price is only compared; the charge uses the booking's price.
 */
export async function chooseBooking(
  db: Database,
  { bookingId, patientId, ...shown }: PaymentRequest,
): Promise<{ kind: 'chosen'; booking: BookingRow } | NotPayable> {
  if (bookingId === undefined) {
    const unpaid = await listUnpaidBookings(db, patientId);
    const [booking, ...others] = unpaid.filter((one) => isSamePrice(shown, bookedPrice(one)));
    if (!booking || others.length > 0) return { kind: 'refused', code: 'WHICH_BOOKING' };
    return payable(db, booking, shown);
  }
  const booking = await findBooking(db, bookingId);
  if (booking?.patientId !== patientId) return { kind: 'refused', code: 'NOT_FOUND' };
  return payable(db, booking, shown);
}

async function payable(
  db: Database,
  booking: BookingRow,
  shown: ShownPrice,
): Promise<{ kind: 'chosen'; booking: BookingRow } | NotPayable> {
  return (await findRefusal(db, booking, shown)) ?? { kind: 'chosen', booking };
}

/** Why a booking cannot be paid for now (`whyNotPayable`). */
export async function findRefusal(
  db: Database,
  booking: BookingRow,
  shown: ShownPrice,
): Promise<NotPaid<BookingRefusal> | undefined> {
  const { currency } = booking;
  const unreturned = unreturnedOf(booking, await listPaymentsOfBookings(db, [booking.id]));
  const offered = moneyFromPrice(shown.price, shown.currency ?? currency);
  const price = bookedPrice(booking);
  const code = whyNotPayable({ ...booking, price }, { price: offered, unreturned });
  if (code === 'PRICE_DIFFERS') return priceDiffers(price);
  return code && { kind: 'refused', code };
}

function priceDiffers(price: Money) {
  return { kind: 'refused', code: 'PRICE_DIFFERS', data: { price: priceOf(price) } } as const;
}

type CardPrepared = { readonly kind: 'prepared'; readonly clientSecret: string } | NotPayable;

/** How often an unusable order is replaced by a new one. */
const TRIES = 4;

/**
 * Prepares a card payment for a booking. Writes the order first, then asks the provider with the order's id as
 * idempotency key, so that two tabs, a lost answer or a crash in between lead to the same payment. Reuses an open order.
 */
export async function prepareCardPayment(
  db: Database,
  { request, now, services }: { request: PaymentRequest; now: Date; services: PaymentServices },
): Promise<CardPrepared> {
  const { cards, jobs } = services;
  if (!cards) return { kind: 'refused', code: 'NOT_OFFERED' };

  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const chosen = await chooseBooking(db, request);
    if (chosen.kind !== 'chosen') return chosen;
    const { booking } = chosen;
    if (await isBeingPaidAnotherWay(db, { bookingId: booking.id, via: 'card' }))
      return { kind: 'refused', code: 'UNDER_WAY' };
    const order = await openOrder(db, { booking, provider: cards.name, now });
    const charge = await chargeFor(db, { order, booking, cards });
    if (charge === 'amount-refused') {
      await moveOrder(db, { order, event: 'ended', now });
      return { kind: 'refused', code: 'AMOUNT_NOT_TAKEN' };
    }

    switch (charge?.state) {
      case 'open': {
        const isRight = isSameAmount(charge.amount, bookedPrice(booking));
        if (isRight && charge.clientSecret !== undefined)
          return { kind: 'prepared', clientSecret: charge.clientSecret };
        // If it has succeeded meanwhile, the next iteration finds that.
        await cards.close(charge.reference);
        break;
      }
      case 'processing':
        await moveOrder(db, { order, event: 'processing', now });
        return { kind: 'refused', code: 'UNDER_WAY' };
      case 'succeeded':
        await settlePayment(db, { order, charge: provenByCard(charge), now, jobs });
        break;
      default:
        await moveOrder(db, { order, event: 'ended', now });
    }
  }
  throw new ProviderUnavailable('No card payment could be prepared.');
}

/** The booking's open card order. There is at most one, even with parallel requests. */
async function openOrder(
  db: Database,
  { booking, provider, now }: { booking: BookingRow; provider: string; now: Date },
): Promise<OrderRow> {
  const { id: bookingId, priceMinor: amountMinor, currency } = booking;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const open = await findOpenOrder(db, { bookingId, via: 'card' });
    if (open) return open;
    await insertOrder(db, {
      id: uuidv7(),
      bookingId,
      via: 'card',
      provider,
      amountMinor,
      currency,
      createdAt: now,
    });
  }
  throw new Error('A card order was closed as often as it was opened');
}

/** The provider's charge for an order: created the first time, found again later. */
async function chargeFor(
  db: Database,
  { order, booking, cards }: { order: OrderRow; booking: BookingRow; cards: CardPayments },
): Promise<CardCharge | 'amount-refused' | undefined> {
  // The settings may have changed since the order was written.
  if (order.provider !== cards.name) return undefined;
  if (order.reference !== null) return cards.find(order.reference);
  const charge = await cards.prepare({
    orderId: order.id,
    bookingId: booking.id,
    patientId: booking.patientId,
    amount: amountOf(order),
  });
  if (charge === 'amount-refused') return charge;
  await setOrderReference(db, order.id, charge.reference);
  return charge;
}

/** What a browser says has happened. */
interface CardReport {
  readonly price: number;
  readonly transactionId: string;
  readonly bookingId: string;
}

type CardRecorded = { readonly kind: 'recorded'; readonly paymentId: string } | NotPaid<RecordRefusal>;

/**
 * On a browser's report of a confirmed payment, asks the provider. The report itself proves nothing: the charge must
 * have succeeded, be of our mode (test or live), and have been prepared by us for this booking and this patient.
 */
export async function recordCardPayment(
  db: Database,
  {
    report,
    patient,
    now,
    services,
  }: { report: CardReport; patient: { personId: string }; now: Date; services: PaymentServices },
): Promise<CardRecorded> {
  const { transactionId, bookingId } = report;
  const booking = await findBooking(db, bookingId);
  if (booking?.patientId !== patient.personId) return { kind: 'refused', code: 'NOT_FOUND' };
  const { cards, jobs } = services;
  if (!cards) return { kind: 'refused', code: 'NOT_THIS_BOOKING' };
  const provider = cards.name;
  const order = await findOrderByReference(db, { provider, reference: transactionId });
  if (order?.bookingId !== bookingId) return { kind: 'refused', code: 'NOT_THIS_BOOKING' };
  const price = bookedPrice(booking);
  // The price may have changed after the card was charged. Then the payment is refunded, and the answer says so.
  const charged = amountOf(order);
  const isReported = ({ minor, currency }: Money) => moneyFromPrice(report.price, currency)?.minor === minor;
  if (!isReported(price) && !isReported(charged)) return priceDiffers(price);
  const known = await findPaymentByTransaction(db, { provider, transactionId });
  if (known) return answerFor(known);

  const charge = await cards.find(transactionId);
  const isOurs = charge?.live === cards.live && charge.bookingId === bookingId && charge.patientId === patient.personId;
  if (!isOurs) return { kind: 'refused', code: 'NOT_THIS_BOOKING' };
  if (charge.state === 'processing') await moveOrder(db, { order, event: 'processing', now });
  if (charge.state !== 'succeeded') return { kind: 'refused', code: 'NOT_SUCCEEDED' };
  return answerFor(await settlePayment(db, { order, charge: provenByCard(charge), now, jobs }));
}

function answerFor(payment: PaymentRow): CardRecorded {
  switch (payment.state) {
    case 'paid':
      return { kind: 'recorded', paymentId: payment.id };
    case 'on-hold':
      return { kind: 'refused', code: 'ON_HOLD' };
    case 'released':
      return { kind: 'refused', code: 'REFUNDED' };
  }
}
