import type { FreeSlot } from '@openhours/contract/booking.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';

/** Why a booking was not made. Each carries what its sentence needs; `refusalMessage` writes it. */
export type Refusal =
  | { readonly code: 'SLOT_TAKEN' | 'SLOT_NOT_OFFERED' | 'SLOT_PAST'; readonly nearest: readonly FreeSlot[] }
  | { readonly code: 'BEYOND_HORIZON'; readonly lastDate: string }
  | { readonly code: 'TREATMENT_UNKNOWN' }
  | { readonly code: 'PRICE_CHANGED'; readonly price: number }
  | { readonly code: 'NOT_YOU'; readonly what: 'email' | 'name' }
  | { readonly code: 'ALREADY_BOOKED'; readonly bookingId: string }
  | { readonly code: 'ELSEWHERE' }
  | { readonly code: 'TOO_MANY_UNPAID'; readonly limit: number };

/** What the patient wanted, for the sentence. `date` is 'YYYY-MM-DD'. */
export interface Wanted {
  readonly treatment: string;
  readonly date: string;
  readonly slot: string;
}

/** The sentence that the patient reads in the toast. */
export function refusalMessage(refusal: Refusal, { treatment, date, slot }: Wanted): string {
  const day = mediumDateFromIso(date);
  switch (refusal.code) {
    case 'SLOT_TAKEN':
      return `Someone else has just booked ${slot}. Please choose another slot.`;
    case 'SLOT_NOT_OFFERED':
      return `${treatment} is not offered at ${slot} on ${day}. Please choose another slot.`;
    case 'SLOT_PAST':
      return `${slot} on ${day} has already begun. Please choose a later slot.`;
    case 'BEYOND_HORIZON':
      return `Appointments can be booked up to ${mediumDateFromIso(refusal.lastDate)}. Please choose an earlier day.`;
    case 'TREATMENT_UNKNOWN':
      return `${treatment} is not offered any more. Please choose another treatment.`;
    case 'PRICE_CHANGED':
      return `The price of ${treatment} is now $${refusal.price}. Please check it and submit again.`;
    case 'NOT_YOU':
      return refusal.what === 'email'
        ? 'You can only book with the e-mail address that you are signed in with.'
        : 'Your name has changed meanwhile. Please reload the page and submit again.';
    case 'ALREADY_BOOKED':
      return `You already have an appointment for ${treatment} on ${day}.`;
    case 'ELSEWHERE':
      return `You have another appointment at ${slot} on ${day}.`;
    case 'TOO_MANY_UNPAID':
      return `You have ${refusal.limit} unpaid appointments. Please pay for one of them before you book another.`;
  }
}

/**
 * The constraints of the bookings table, by name, and what each of them means to a patient. The database decides, and
 * this is how its word is understood.
 */
export const CONSTRAINT_MEANS = {
  one_live_booking_per_treatment_and_day: 'ALREADY_BOOKED',
  patient_in_one_place: 'ELSEWHERE',
  one_live_booking_per_slot: 'SLOT_TAKEN',
  no_overlap_in_calendar: 'SLOT_TAKEN',
} as const;

export type BookingConstraint = keyof typeof CONSTRAINT_MEANS;

/** Whether two spellings of a name are the same: white space at the ends and in between does not count. */
export function isSameName(a: string, b: string): boolean {
  const fold = (name: string) => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
  return fold(a) === fold(b);
}
