import type { MoveTerms } from '@openhours/contract/booking.ts';
import { durationText } from '@openhours/contract/duration-text.ts';
import { isSameAmount, type Money } from '@openhours/contract/money.ts';
import { refundSentences } from '@openhours/contract/refund-sentences.ts';
import type { Database } from '../../database/database.ts';
import { readPlan } from './book-slot.ts';
import type { BookingRow } from './booking-row.ts';
import { chooseSlot } from './choose-slot.ts';
import { findMoneyOf } from './money-queries.ts';
import { AT_CLINIC, payByAtNewTime, payWithin } from './pay-by.ts';
import { findBooking } from './queries.ts';
import { type BookingReader, cancelsAs } from './reader.ts';
import { disputedText, type MoneyOfBooking, presentRefund, type RefundMoney } from './refund-money.ts';
import { bookedPrice, freeUntil, refundAfterMove } from './rules.ts';

interface Moved extends Omit<MoneyOfBooking, 'refunded'> {
  readonly startsAt: Date;
  readonly price: Money;
  readonly now: Date;
}

type Movable = Parameters<typeof freeUntil>[0] &
  Pick<BookingRow, 'priceMinor' | 'currency' | 'payment' | 'payBy' | 'payWithinMinutes' | 'paid'>;

/** What a patient agrees to who moves an appointment to this time at this price. Pure. */
export function moveTerms(booking: Movable, moved: Moved): MoveTerms {
  const message = moneyTerms(booking, moved);
  // The patient has agreed to the new time: what was longer because staff had moved it ends.
  const until = freeUntil({ ...booking, startsAt: moved.startsAt, freeAtLeastUntil: null });
  return {
    ...(message === undefined ? {} : { message }),
    ...(until < freeUntil(booking) ? { freeUntil: until.toISOString() } : {}),
  };
}

function moneyTerms(booking: Movable, moved: Moved): string | undefined {
  const { price, startsAt, left, isBeingPaid, isDisputed, now } = moved;
  const prices = { before: bookedPrice(booking), after: price };
  if (isDisputed) return isSameAmount(prices.before, price) ? undefined : disputedText();
  if (left.minor > 0) return refundTerms(left, prices);
  if (booking.paid || isBeingPaid) return undefined;
  const change = { priceMinor: price.minor, startsAt, as: 'patient', now } as const;
  const until = payByAtNewTime(booking, change);
  if (until?.getTime() === booking.payBy?.getTime()) return undefined;
  if (!until) return price.minor > 0 ? AT_CLINIC : undefined;
  const minutes = payWithin({ now, payWithinMinutes: booking.payWithinMinutes, startsAt });
  return `Pay online within ${durationText(minutes)} after the move, or the appointment is cancelled.`;
}

function refundTerms(left: RefundMoney, prices: { before: Money; after: Money }): string | undefined {
  const { minor } = refundAfterMove(left, prices);
  if (minor === 0) return undefined;
  // Normally there is one payment.
  const insuranceMinor = Math.min(minor, left.insuranceMinor);
  const atClinicMinor = Math.min(minor - insuranceMinor, left.atClinicMinor);
  const back = moveRefundText({ ...left, minor, atClinicMinor, insuranceMinor });
  if (minor < left.minor || prices.after.minor === 0) return back;
  return atClinicMinor + insuranceMinor > 0 ? `${back} ${NEW_PRICE_AT_CLINIC}` : `${back} ${NEW_PRICE_AFTER_REFUND}`;
}

export const NEW_PRICE_AT_CLINIC = 'You pay the new price at the clinic.';
export const NEW_PRICE_AFTER_REFUND = 'You can pay the new price after that, or at the clinic.';

/** What a patient gets back who moves an appointment. Pure. */
export function moveRefundText(money: RefundMoney): string {
  return refundSentences(presentRefund(money), {
    online: (amount) => `We refund ${amount}.`,
    atClinic: (amount) => `You get back ${amount} at the clinic.`,
    byInsurance: (amount) => `We settle ${amount} with your insurance.`,
  });
}

/** The same for whoever reads it; undefined if they may not see the booking. A time that is refused has no terms. */
export async function previewMove(
  db: Database,
  from: {
    bookingId: string;
    request: { date: string; slot: string; optionId: string };
    reader: BookingReader;
  },
): Promise<MoveTerms | undefined> {
  const { bookingId, request, reader } = from;
  const { now } = reader;
  const booking = await findBooking(db, bookingId);
  const as = booking && cancelsAs(booking, reader);
  if (!as) return undefined;
  // Moved by staff, it keeps its price.
  if (as !== 'patient') return {};
  const plan = await readPlan(db, { treatment: booking.treatmentNow, date: request.date });
  const choice = chooseSlot(plan, { request: { ...request, agreed: undefined }, inTimeFor: 'patients', now });
  const [chosen] = 'code' in choice ? [] : choice;
  if (!chosen) return {};
  const money = await findMoneyOf(db, booking);
  return moveTerms(booking, { ...money, price: chosen.option.price, startsAt: new Date(chosen.slot.from), now });
}
