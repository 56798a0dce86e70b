import type { BookingState, ChangedAs } from '@openhours/contract/booking-state.ts';
import { counted } from '@openhours/contract/counted.ts';
import { durationText } from '@openhours/contract/duration-text.ts';
import { instantText } from '@openhours/contract/instant-text.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { amountText, type Money, moneyFromPrice, priceOf } from '@openhours/contract/money.ts';
import { refundSentences } from '@openhours/contract/refund-sentences.ts';
import { disputedText, type MoneyOfBooking, presentRefund, type RefundMoney } from './refund-money.ts';

/** Why a booking was not made. Each has the data that its message (`refusalMessage`) needs. */
export type Refusal =
  | {
      readonly code: 'SLOT_TAKEN' | 'SLOT_NOT_OFFERED' | 'SLOT_PAST';
      /** The minute of the day around which to look for free slots; `undefined` if the slot is unknown. */
      readonly nearMinute: number | undefined;
    }
  | { readonly code: 'TOO_SHORT_NOTICE'; readonly nearMinute: number; readonly leastNoticeMinutes: number }
  | { readonly code: 'BEYOND_HORIZON'; readonly lastDate: string }
  | { readonly code: 'TREATMENT_UNKNOWN' | 'PERSON_UNKNOWN' }
  | { readonly code: 'PRICE_CHANGED'; readonly price: Money }
  | { readonly code: 'NOT_YOU'; readonly what: 'email' | 'name' }
  | { readonly code: 'EMAIL_UNCONFIRMED'; readonly email: string }
  | { readonly code: 'ALREADY_BOOKED'; readonly bookingId: string }
  | { readonly code: 'ELSEWHERE' }
  | { readonly code: 'PHONE_INVALID'; readonly sentence: string }
  | { readonly code: 'TOO_MANY_UNPAID'; readonly limit: number; readonly isFree: boolean };

/** The price of a booking. Pure. */
export function bookedPrice(booking: { readonly priceMinor: number; readonly currency: string }): Money {
  return { minor: booking.priceMinor, currency: booking.currency };
}

/** What decides until when cancelling a booking is free of charge. */
interface FreePeriod {
  readonly startsAt: Date;
  readonly freeCancellationHours: number;
  /** Until when it was free before staff moved it; null if they did not. */
  readonly freeAtLeastUntil: Date | null;
}

/**
 * Until when a patient can cancel free of charge, and choose another time. A move by staff never takes away any of that time,
 * also if the new time starts sooner. Pure.
 */
export function freeUntil({ startsAt, freeCancellationHours, freeAtLeastUntil }: FreePeriod): Date {
  const usual = startsAt.getTime() - freeCancellationHours * 3_600_000;
  return new Date(Math.min(startsAt.getTime(), Math.max(usual, freeAtLeastUntil?.getTime() ?? usual)));
}

/** When an appointment got its present time, by booking or by a move. Pure. */
export function chosenAt(booking: {
  readonly changedAt: Date;
  readonly day: string;
  readonly startMinute: number;
  /** Oldest first. */
  readonly pastVersions: readonly { readonly changedAt: string; readonly day: string; readonly startMinute: number }[];
}): Date {
  const { changedAt, day, startMinute, pastVersions } = booking;
  const last = pastVersions.findLastIndex((past) => past.day !== day || past.startMinute !== startMinute);
  return new Date(pastVersions[last + 1]?.changedAt ?? changedAt);
}

/** Lists of staff contain the whole history of each appointment, so the number of versions is bounded. */
const MOST_VERSIONS = 20;

/** How often a patient may move appointments in an hour: each move sends emails to them and to the doctor. */
export const MOST_MOVES_AN_HOUR = 20;

/**
 * Why an appointment cannot be moved, as a sentence, or `undefined`. Staff move it at any notice, and also if its treatment is
 * not offered any more. Pure.
 */
export function whyNotMove(
  booking: FreePeriod & {
    readonly state: BookingState;
    readonly version: number;
    /** Whether its treatment can still be booked with anybody. */
    readonly isOffered: boolean;
    /** Only for the text of the reason. See `chosenAt`. */
    readonly chosenAt?: Date;
  },
  { as, now, timeZone }: { readonly as: ChangedAs; readonly now: Date; readonly timeZone: string },
): string | undefined {
  if (booking.state === 'cancelled') return 'This appointment was cancelled. Please book a new one.';
  if (booking.state !== 'booked' || (as === 'patient' && booking.startsAt <= now)) {
    return 'This appointment can no longer be moved: it has begun, or the patient has arrived.';
  }
  if (as !== 'patient') return undefined;
  if (booking.version >= MOST_VERSIONS) return 'This appointment was moved too often. Please call the clinic.';
  if (!booking.isOffered)
    return 'This treatment can no longer be booked online. Please call the clinic to move the appointment.';
  if (now < freeUntil(booking)) return undefined;
  if (booking.chosenAt && freeUntil(booking) <= booking.chosenAt)
    return 'This appointment starts too soon to be moved online. Please call the clinic.';
  return `You could move this appointment until ${instantText(freeUntil(booking), timeZone)}. Please call the clinic.`;
}

/**
 * What is refunded of a payment when the price of its booking changes: what is more than a lower price, and everything if
 * the price is higher or in another currency, so that the new one is paid whole, by one payment. Pure.
 *
 * @param left what is left of the payment, of which a part may have been refunded already
 */
export function refundAfterMove(left: Money, { before, after }: { before: Money; after: Money }): Money {
  const isSameCurrency = before.currency === after.currency;
  if (isSameCurrency && before.minor === after.minor) return { ...left, minor: 0 };
  const isLower = isSameCurrency && left.currency === after.currency && after.minor < before.minor;
  return { ...left, minor: isLower ? Math.max(0, left.minor - after.minor) : left.minor };
}

const HOLD_MINUTES = 5;
/** How many slots a person can hold at once. */
export const MOST_HOLDS = 2;

/** When a hold that is made now is over. Pure. */
export function holdEndsAt(now: Date): Date {
  return new Date(now.getTime() + HOLD_MINUTES * 60_000);
}

/** What a patient gets back, and what staff may read about it before they cancel. */
interface CancellationTerms extends Omit<MoneyOfBooking, 'refunded'> {
  readonly as: ChangedAs;
  readonly now: Date;
}

/** What is refunded of the payment: all that is left until `freeUntil`, later nothing; all of it if staff cancel. Pure. */
export function refundOf(booking: FreePeriod, { as, now }: Pick<CancellationTerms, 'as' | 'now'>): 'full' | 'none' {
  return as !== 'patient' || now < freeUntil(booking) ? 'full' : 'none';
}

/** The same in a sentence for whoever is about to cancel. Pure. @param timeZone the clinic's */
export function cancellationMessage(
  booking: FreePeriod & {
    readonly priceMinor: number;
    readonly paid: boolean;
    readonly refundDue: boolean;
    readonly patientName: string;
    /** See `chosenAt`. */
    readonly chosenAt: Date;
  },
  { as, now, left, isBeingPaid, isDisputed, timeZone }: CancellationTerms & { readonly timeZone: string },
): string {
  const whose = as === 'patient' ? 'Your payment' : `The payment by ${booking.patientName}`;
  const isGoingBack = booking.paid || booking.refundDue;
  if (left.minor === 0 && isDisputed && refundOf(booking, { as, now }) === 'full') {
    return disputedText(whose);
  }
  if (left.minor === 0 && isBeingPaid) {
    return `${whose} is being processed. If the appointment is cancelled, it is refunded when it arrives.`;
  }
  if (as !== 'patient') {
    if (left.minor === 0 && isGoingBack) return `What ${booking.patientName} paid is being refunded already.`;
    if (left.minor === 0) return `${booking.patientName} has paid nothing, so nothing is refunded.`;
    return backText(left, { as, patientName: booking.patientName });
  }
  if (left.minor === 0 && isGoingBack && !isDisputed) return 'What you paid is being refunded already.';
  if (left.minor === 0 && !isDisputed) {
    return booking.priceMinor === 0
      ? 'This appointment is free of charge, and you can cancel it until it begins.'
      : 'You have not paid for this appointment, so there is nothing to refund.';
  }
  const until = freeUntil(booking);
  if (refundOf(booking, { as, now }) === 'full') {
    return `${backText(left, { as, patientName: booking.patientName })} Cancelling is free of charge until ${instantText(until, timeZone)}.`;
  }
  const why =
    until <= booking.chosenAt
      ? 'when this time was chosen, it was too late to cancel free of charge.'
      : `cancelling was free of charge until ${instantText(until, timeZone)}.`;
  return `You do not get back what you paid: ${why}`;
}

/** How the money goes back if the reader cancels, as sentences. Pure. */
export function backText(
  refund: RefundMoney,
  { as, patientName }: { readonly as: ChangedAs; readonly patientName: string },
): string {
  return refundSentences(
    presentRefund(refund),
    as === 'patient'
      ? {
          online: (amount) => `You get back ${amount}.`,
          atClinic: (amount) => `You get back ${amount} at the clinic.`,
          byInsurance: (amount) => `We settle ${amount} with your insurance.`,
        }
      : {
          online: (amount) => `${patientName} gets back ${amount} online.`,
          atClinic: (amount) =>
            `Give ${amount} back to ${patientName} at the clinic, where it was paid, and record it.`,
          byInsurance: (amount) => `Settle ${amount} with the insurance of ${patientName}, and record it.`,
        },
  );
}

/** What the patient asked for, for the message. `date` is 'YYYY-MM-DD'. */
export interface Wanted {
  readonly treatment: string;
  readonly date: string;
  readonly slot: string;
}

/** The message that the patient reads in the toast. */
export function refusalMessage(refusal: Refusal, { treatment, date, slot }: Wanted): string {
  const day = mediumDateFromIso(date);
  switch (refusal.code) {
    case 'SLOT_TAKEN':
      return `Someone else has just booked ${slot}. Please choose another slot.`;
    case 'SLOT_NOT_OFFERED':
      return `${treatment} is not offered at ${slot} on ${day}. Please choose another slot.`;
    case 'SLOT_PAST':
      return `${slot} on ${day} has already begun. Please choose a later slot.`;
    case 'TOO_SHORT_NOTICE':
      return `Appointments are booked at least ${durationText(refusal.leastNoticeMinutes)} ahead. Please choose a later slot.`;
    case 'BEYOND_HORIZON':
      return `Appointments can be booked up to ${mediumDateFromIso(refusal.lastDate)}. Please choose an earlier day.`;
    case 'TREATMENT_UNKNOWN':
      return `${treatment} is not offered any more. Please choose another treatment.`;
    case 'PERSON_UNKNOWN':
      return 'You can book for yourself and for people whom you look after. Please reload the page and submit again.';
    case 'PRICE_CHANGED':
      return `The price of ${treatment} is now ${amountText(priceOf(refusal.price), refusal.price.currency)}. Please check it and submit again.`;
    case 'NOT_YOU':
      return refusal.what === 'email'
        ? 'You can only book with the email address that you are signed in with.'
        : 'Your name has changed meanwhile. Please reload the page and submit again.';
    case 'EMAIL_UNCONFIRMED':
      return `Please confirm your email address before you book: open the link that we sent to ${refusal.email}.`;
    case 'ALREADY_BOOKED':
      return `You already have an appointment for ${treatment} on ${day}.`;
    case 'PHONE_INVALID':
      return refusal.sentence;
    case 'ELSEWHERE':
      return `You have another appointment at ${slot} on ${day}.`;
    case 'TOO_MANY_UNPAID':
      return refusal.isFree
        ? `You have ${counted(refusal.limit, 'upcoming appointment that costs', 'upcoming appointments that cost')} nothing. Please call the clinic to book another.`
        : `You have ${counted(refusal.limit, 'unpaid appointment')}. Please pay for one before you book another.`;
  }
}

/** The message for staff, or for somebody who books for a person whom they look after. */
export function staffRefusalMessage(
  refusal: Refusal,
  { patient, ...wanted }: Wanted & { readonly patient: string },
): string {
  const { treatment, date, slot } = wanted;
  const day = mediumDateFromIso(date);
  switch (refusal.code) {
    case 'ALREADY_BOOKED':
      return `${patient} already has an appointment for ${treatment} on ${day}.`;
    case 'ELSEWHERE':
      return `${patient} has another appointment at ${slot} on ${day}.`;
    default:
      return refusalMessage(refusal, wanted);
  }
}

/** The constraints that decide about a booking, by name, and the refusal that each one means to a patient. */
export const CONSTRAINT_MEANS = {
  one_live_booking_per_treatment_and_day: 'ALREADY_BOOKED',
  patient_in_one_place: 'ELSEWHERE',
  no_overlap_in_calendar: 'SLOT_TAKEN',
} as const;

export type BookingConstraint = keyof typeof CONSTRAINT_MEANS;

/** Whether the price that a patient was shown is the treatment's, to the cent, and in its currency if one is given. */
export function isSamePrice(shown: { price: number; currency?: string | undefined }, price: Money): boolean {
  const { currency = price.currency } = shown;
  return currency === price.currency && moneyFromPrice(shown.price, currency)?.minor === price.minor;
}

/** Refuses somebody whose email address is not confirmed, if the clinic requires that. Pure. */
export function refuseUnconfirmed(
  person: { readonly email: string; readonly emailVerified?: boolean },
  rules: { readonly confirmedEmailOnly: boolean },
): Extract<Refusal, { code: 'EMAIL_UNCONFIRMED' }> | undefined {
  if (!rules.confirmedEmailOnly || person.emailVerified) return undefined;
  return { code: 'EMAIL_UNCONFIRMED', email: person.email };
}

/** Whether two names are the same, apart from white space. */
export function isSameName(a: string, b: string): boolean {
  const fold = (name: string) => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
  return fold(a) === fold(b);
}
