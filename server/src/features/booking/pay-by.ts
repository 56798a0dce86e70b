import type { ChangedAs } from '@openhours/contract/booking-state.ts';
import type { ClinicRules } from '@openhours/contract/clinic.ts';
import type { BookingTerms } from '@openhours/contract/holds.ts';
import { instantText } from '@openhours/contract/instant-text.ts';
import { nightEndsAt } from '../schedule/index.ts';
import type { BookingRow } from './booking-row.ts';
import { freeUntil, holdEndsAt } from './rules.ts';

/** How much later an unpaid booking is cancelled: a payment may be under way. */
const GRACE_MINUTES = 10;

/** A booking that is unpaid so many minutes before it starts is not cancelled any more: the job needs some of them. */
const RELEASE_MINUTES = 5;

/** Nobody has to pay within less. The clinic's time is at least as long (`contract/src/clinic.ts`). */
const LEAST_MINUTES = 10;

/** How long somebody has to pay who learns from an email that they have to pay again. */
const AGAIN_MINUTES = 24 * 60;

/** The least of that time by day. */
const LEAST_BY_DAY_MINUTES = 2 * 60;

/**
 * Until when a booking must be paid; `undefined` if it may be paid at the clinic, needs no payment, or is not cancelled
 * without one: it has begun, or begins before that. Pure.
 */
export function payBy(
  booking: Pick<BookingRow, 'payment' | 'priceMinor' | 'state' | 'paid' | 'payBy' | 'startsAt'>,
  now: Date,
): Date | undefined {
  const { payment, priceMinor, state, paid, payBy: until, startsAt } = booking;
  if (payment === 'at-clinic' || priceMinor === 0 || state !== 'booked' || paid || until === null) return undefined;
  return startsAt <= now || until >= overdueBefore(startsAt) ? undefined : until;
}

/**
 * Whether a booking that is normally paid online starts too soon for that, so that it may be paid at the clinic. Its patient
 * has to be told. Pure.
 */
export function startsTooSoonToPayOnline(
  booking: Pick<BookingRow, 'payment' | 'priceMinor' | 'state' | 'paid' | 'payBy'>,
): boolean {
  const { payment, priceMinor, state, paid, payBy: until } = booking;
  return payment === 'at-booking' && priceMinor > 0 && state === 'booked' && !paid && until === null;
}

/** What a patient is told whose appointment may be paid at the clinic. */
export const AT_CLINIC = 'You can pay at the clinic.';

/**
 * Until when a patient has to pay who books or moves now: for the clinic's time, but never so long that the booking could not
 * be cancelled before it starts. `undefined`: less than ten minutes would be left. Then they may pay at the clinic. Pure.
 */
export function payByAfter({
  now,
  payWithinMinutes,
  startsAt,
}: {
  readonly now: Date;
  readonly payWithinMinutes: number;
  readonly startsAt: Date;
}): Date | undefined {
  const until = earlier(minutesAfter(now, payWithinMinutes), latestPayBy(startsAt));
  return until < minutesAfter(now, LEAST_MINUTES) ? undefined : until;
}

/**
 * Until when a booking must be paid that is moved: as long as before if the new time allows that. A patient may have less time,
 * or the time of a new booking if it started too soon to be paid online (`payByAfter`). `undefined`: it may be paid at the clinic,
 * also if staff moved it to a time for which the deadline would have to be earlier. Pure.
 */
export function payByAfterMove(
  booking: { readonly payBy: Date | null; readonly payWithinMinutes: number },
  { as, startsAt, now }: { readonly as: ChangedAs; readonly startsAt: Date; readonly now: Date },
): Date | undefined {
  const { payBy: before, payWithinMinutes } = booking;
  if (before && before <= latestPayBy(startsAt)) return before;
  return as === 'patient' ? payByAfter({ now, payWithinMinutes, startsAt }) : undefined;
}

/**
 * The same for a booking that need not cost anything, before or after the move. Null: it may be paid at the clinic, or is free
 * of charge. Pure.
 */
export function payByAtNewTime(
  booking: Parameters<typeof payByAfterMove>[0] & { readonly payment: 'at-booking' | 'at-clinic' },
  { priceMinor, ...change }: Parameters<typeof payByAfterMove>[1] & { readonly priceMinor: number },
): Date | null {
  if (booking.payment !== 'at-booking' || priceMinor === 0) return null;
  return payByAfterMove(booking, change) ?? null;
}

/**
 * Until when a patient has to pay again whose payment failed or went back. They learn it from an email, so they have a day,
 * which begins when the night is over and does not end by night. `undefined`: the appointment starts so soon that they would
 * have less than two hours by day, or that the time would end by night. Then they may pay at the clinic. Pure.
 *
 * @param withinMinutes how long they have; a day unless they knew that they had to pay
 * @param timeZone the clinic's
 */
export function payAgainBy({
  now,
  withinMinutes = AGAIN_MINUTES,
  startsAt,
  timeZone,
}: {
  readonly now: Date;
  readonly withinMinutes?: number;
  readonly startsAt: Date;
  readonly timeZone: string;
}): Date | undefined {
  const afterNight = (instant: Date) => new Date(nightEndsAt(instant, timeZone) ?? instant);
  const from = afterNight(now);
  const until = earlier(afterNight(minutesAfter(from, withinMinutes)), latestPayBy(startsAt));
  const isTooSoon = until < minutesAfter(from, Math.min(withinMinutes, LEAST_BY_DAY_MINUTES));
  return isTooSoon || nightEndsAt(until, timeZone) !== undefined ? undefined : until;
}

/** The last deadline after which an unpaid booking can still be cancelled before it starts. */
function latestPayBy(startsAt: Date): Date {
  return minutesAfter(startsAt, -(GRACE_MINUTES + RELEASE_MINUTES));
}

/**
 * What a patient agrees to who books this before the hold that they have now ends; `undefined` if it is free of charge. They
 * have at least `payWithinMinutes` after booking. Pure.
 */
export function termsOf(booking: {
  readonly startsAt: Date;
  readonly priceMinor: number;
  readonly rules: Pick<ClinicRules, 'freeCancellationHours' | 'payment' | 'payWithinMinutes'>;
  readonly now: Date;
}): BookingTerms | undefined {
  const { startsAt, priceMinor, rules, now } = booking;
  const { payment, payWithinMinutes } = rules;
  if (priceMinor === 0) return undefined;
  const free = freeUntil({ startsAt, freeCancellationHours: rules.freeCancellationHours, freeAtLeastUntil: null });
  const isPaidOnline = payment === 'at-booking' && payByAfter({ now, payWithinMinutes, startsAt }) !== undefined;
  return {
    freeUntil: free.toISOString(),
    ...(isPaidOnline ? { payWithinMinutes: payWithin({ now, payWithinMinutes, startsAt }) } : {}),
  };
}

/**
 * How many minutes to pay somebody has at least who agrees within the time of a hold. Only if `payByAfter` gives a deadline.
 * Pure.
 */
export function payWithin({ now, payWithinMinutes, startsAt }: Parameters<typeof payByAfter>[0]): number {
  const most = Math.floor((latestPayBy(startsAt).getTime() - holdEndsAt(now).getTime()) / 60_000);
  return Math.min(payWithinMinutes, most);
}

/** When to remind somebody who has from now until then to pay: when a third of the time is left. Pure. */
export function remindAt({ payBy: until, now }: { payBy: Date; now: Date }): Date {
  return new Date(until.getTime() - (until.getTime() - now.getTime()) / 3);
}

/** Unpaid bookings that had to be paid before this instant are cancelled now. Pure. */
export function overdueBefore(now: Date): Date {
  return minutesAfter(now, -GRACE_MINUTES);
}

/** Why an unpaid appointment is cancelled, for the patient. @param timeZone the clinic's */
export function notPaidMessage(until: Date, timeZone: string): string {
  return `It was not paid by ${instantText(until, timeZone)}. You can book again if the time is still free.`;
}

function minutesAfter(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000);
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}
