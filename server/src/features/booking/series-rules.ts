import type { BookingRow } from './booking-row.ts';
import { type BookingReader, cancelsAs } from './reader.ts';
import { type MoneyOfBooking, type RefundMoney, sumRefunds } from './refund-money.ts';
import { backText } from './rules.ts';
import { sayWhyNotBecome } from './states.ts';

/** Another appointment of the series that is to be cancelled too, as the caller saw it. */
export interface WantedToo {
  readonly id: string;
  readonly version: number;
}

export interface JudgedSeries {
  /** Those to cancel. */
  readonly going: readonly BookingRow[];
  /** Those that the caller has cancelled already: the call is repeated. */
  readonly gone: readonly BookingRow[];
  /** Those that stay as they are, and why. */
  readonly skipped: readonly { readonly id: string; readonly message: string }[];
}

/**
 * Which appointments can be cancelled with another one of their series. Those that are not among `locked` are of another series,
 * or are not the caller's. Pure.
 */
export function judgeSeries(
  wanted: readonly WantedToo[],
  { locked, reader }: { locked: readonly BookingRow[]; reader: BookingReader },
): JudgedSeries {
  const judged = [...new Map(wanted.map((one) => [one.id, one])).values()].map(({ id, version }) => {
    const booking = locked.find((row) => row.id === id);
    const isGone =
      booking?.state === 'cancelled' && booking.changedBy === reader.personId && booking.version === version + 1;
    return { id, booking, isGone, why: whyNotToo(booking, { version, reader }) };
  });
  return {
    going: judged.flatMap(({ booking, why }) => (booking && why === undefined ? [booking] : [])),
    gone: judged.flatMap(({ booking, isGone }) => (booking && isGone ? [booking] : [])),
    skipped: judged.flatMap(({ id, isGone, why }) => (isGone || why === undefined ? [] : [{ id, message: why }])),
  };
}

/** Why an appointment is not cancelled with another one of its series, as a sentence, or `undefined`. Pure. */
export function whyNotToo(
  booking: BookingRow | undefined,
  { version, reader }: { version: number; reader: BookingReader },
): string | undefined {
  const as = booking && cancelsAs(booking, reader);
  // A doctor who may not see it any more learns nothing else about it.
  if (!as) return 'It has changed in the meantime.';
  if (booking.state === 'cancelled') return 'It is cancelled already.';
  if (booking.version !== version) return 'It has changed in the meantime.';
  // Staff cancel it alone, and after they have looked at it.
  if (booking.startsAt <= reader.now) return 'It has begun.';
  return sayWhyNotBecome('cancelled', booking, { ...reader, as });
}

/** Whether there is anything to say about the money for a booking: some was paid, or is being paid. Pure. */
export function hasMoneyToSay(
  { paid, refundDue }: Pick<BookingRow, 'paid' | 'refundDue'>,
  { left, isBeingPaid, isDisputed }: MoneyOfBooking,
): boolean {
  return left.minor > 0 || isBeingPaid || isDisputed || paid || refundDue;
}

/**
 * What is refunded of a series, as sentences for whoever is about to cancel. Pure.
 *
 * @param hasMoney whether any of it was paid, or is being paid
 */
export function seriesMessage(
  refunds: readonly RefundMoney[],
  { hasMoney, ...reader }: Parameters<typeof backText>[1] & { readonly hasMoney: boolean },
): string {
  const sums = sumRefunds(refunds);
  if (sums.length > 0) return sums.map((sum) => backText(sum, reader)).join(' ');
  if (hasMoney) return 'Nothing is refunded now.';
  return `${reader.as === 'patient' ? 'You have' : `${reader.patientName} has`} paid nothing, so nothing is refunded.`;
}
