import * as z from 'zod';
import { isNearDay, isoFromMediumDate, MEDIUM_DATE_PATTERN, mediumDateFromIso } from './medium-date.ts';

/** A UUIDv7 as text: every `_id` is one. */
export const Id = z.uuid();

/** The `_id` of what a call is about. Any other text becomes the nil UUID, which nothing has: it is not found either. */
export const LookupId = z
  .string()
  .transform((text) => (Id.safeParse(text).success ? text : '00000000-0000-0000-0000-000000000000'));

/**
 * A place in a list by time: an instant, a comma and an `_id`. The next page can start there even if the row with this id
 * has been deleted.
 */
export const TimeCursor = z
  .string()
  .max(70)
  .meta({ examples: ['2024-01-05T10:05:00.000Z,018ccf1c-5a60-7000-8000-000000000000'] })
  .transform((text, context) => {
    const [at = '', id = ''] = text.split(',');
    // PostgreSQL has no year 0.
    const isInstant = z.iso.datetime().safeParse(at).success && !at.startsWith('0000');
    if (isInstant && Id.safeParse(id).success) return { at: new Date(at), id };
    context.issues.push({ code: 'custom', input: text, message: 'That is not a cursor of this list.' });
    return z.NEVER;
  });
export type TimeCursor = z.output<typeof TimeCursor>;

const NOT_A_DAY = "The date must be a real day from 1900 to 2999, like 'Jan 5, 2024'.";

/** A date in a request: 'Jan 5, 2024' on the wire, '2024-01-05' after parsing. Anything else is refused with 400. */
export const MediumDateInput = z.codec(
  z
    .string()
    .meta({ examples: ['Jan 5, 2024'] })
    .regex(MEDIUM_DATE_PATTERN, NOT_A_DAY),
  z.iso.date(),
  {
    decode(text, context) {
      const iso = isoFromMediumDate(text);
      if (iso !== undefined && isNearDay(iso)) return iso;
      context.issues.push({ code: 'custom', input: text, message: NOT_A_DAY });
      return z.NEVER;
    },
    encode: mediumDateFromIso,
  },
);

/** A date in an answer, already in its wire form. (Output schemas have no codec: oRPC only decodes.) */
export const MediumDate = z
  .string()
  .regex(MEDIUM_DATE_PATTERN)
  .meta({ examples: ['Jan 5, 2024'] });

/** The label of a slot, '09:00 AM - 09:30 AM'. */
export const SlotLabel = z
  .string()
  .max(40)
  .meta({ examples: ['09:00 AM - 09:30 AM'] });

/**
 * An email address in a request. Case is ignored, after the check: the lower case of the Kelvin sign, for example, is a 'k', so
 * somebody else's address would be accepted. At most the 254 characters that SMTP allows.
 */
export const EmailInput = z.string().trim().pipe(z.email('That is not an email address.').max(254).toLowerCase());

/** The largest value of an integer column in PostgreSQL, and the limit of every count and number. */
export const MAX_INTEGER = 2_147_483_647;

/** A phone number as the person typed it, or nothing. The server parses it with libphonenumber. */
export const PhoneInput = z.string().trim().max(40, 'That phone number is too long.');

/** An amount in the specification's form: a number of whole currency units, 49.5 for 49 dollars and 50 cents. */
export const Price = z.number().nonnegative().max(MAX_INTEGER);

/** The currency of the amounts next to it, ISO 4217. The specification's `price` has none. */
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'That is not a currency code.')
  .meta({ examples: ['USD'] });

/** A table for spreadsheets: CSV in UTF-8. */
export const CsvFile = z.file().mime('text/csv');

/** Appointments for calendar programs: iCalendar (RFC 5545). */
export const CALENDAR_MEDIA_TYPE = 'text/calendar; charset=utf-8';
export const CalendarFile = z.file().mime(CALENDAR_MEDIA_TYPE);
