import * as z from 'zod';
import { isoFromMediumDate, MEDIUM_DATE_PATTERN, mediumDateFromIso } from './medium-date.ts';

/** A UUIDv7 as text: the `_id` of everything. */
export const Id = z.uuid();

const NOT_A_DAY = "The date must be a real day, like 'Jan 5, 2024'.";

/** A date in a question: 'Jan 5, 2024' on the wire, '2024-01-05' behind it. Anything else is refused with 400. */
export const MediumDateInput = z.codec(
  z
    .string()
    .meta({ examples: ['Jan 5, 2024'] })
    .regex(MEDIUM_DATE_PATTERN, NOT_A_DAY),
  z.iso.date(),
  {
    decode(text, context) {
      const iso = isoFromMediumDate(text);
      if (iso !== undefined) return iso;
      context.issues.push({ code: 'custom', input: text, message: NOT_A_DAY });
      return z.NEVER;
    },
    encode: mediumDateFromIso,
  },
);

/** A date in an answer, already in its wire form. (Output schemas hold no codec: oRPC only ever decodes.) */
export const MediumDate = z
  .string()
  .regex(MEDIUM_DATE_PATTERN)
  .meta({ examples: ['Jan 5, 2024'] });

/** The text of a slot, '09:00 AM - 09:30 AM'. */
export const SlotLabel = z
  .string()
  .max(40)
  .meta({ examples: ['09:00 AM - 09:30 AM'] });

/** An e-mail address in a question. Compared without regard to case; at most the 254 characters that SMTP allows. */
export const EmailInput = z.string().trim().toLowerCase().pipe(z.email('That is not an e-mail address.').max(254));

/** An amount as the specification shows it: a number of whole currency units with at most two decimals. */
export const Price = z.number().nonnegative().max(1_000_000);
