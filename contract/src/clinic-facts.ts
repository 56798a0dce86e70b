import * as z from 'zod';
import { admin, everyone } from './access.ts';
import { call } from './call.ts';
import { changedMeanwhile, EditedVersion } from './hours.ts';
import { Currency, EmailInput, PhoneInput } from './wire.ts';

/** A line of text: no line breaks. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters.`)
    .regex(/^[^\r\n]*$/, 'Write it in one line.');
const paragraphs = (max: number) => z.string().trim().max(max, `At most ${max} characters.`);

/** Whether the platform knows an IANA time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

export const ClinicName = line(60).min(1, 'Name is Required');
export const ClinicTimeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, { error: 'Choose a time zone, like Europe/Berlin.' });
export const ClinicCurrency = Currency.refine((code) => CURRENCIES.has(code), {
  error: 'Choose a currency code, like EUR.',
});

/** The clinic's own words. An empty one is left out of the pages. */
const Texts = z.object({
  /** Below the headline of the first page. */
  welcome: paragraphs(500),
  /** On the about page. */
  about: paragraphs(5000),
  /** When the clinic is open, in words; empty: as its hours say. */
  openingHours: line(200),
  /** On receipts, where it differs from the name. */
  legalName: line(200),
  taxNumber: line(100),
  receiptFooter: paragraphs(500),
});
const Facts = {
  name: ClinicName,
  /** Street and number, building, floor. */
  addressLines: z.array(line(200).min(1, 'A line of the address is not empty.')).max(4, 'At most 4 lines.'),
  city: line(100),
  postcode: line(20),
  /** ISO 3166, 'DE', or empty. */
  country: z.string().regex(/^([A-Z]{2})?$/, "Enter a country code, like 'DE'."),
  phone: PhoneInput,
  email: z.union([z.literal(''), EmailInput]),
  timeZone: ClinicTimeZone,
  currency: ClinicCurrency,
};

const ClinicFacts = z.object({
  name: z.string(),
  addressLines: z.array(z.string()),
  city: z.string(),
  postcode: z.string(),
  /** ISO 3166, or empty. */
  country: z.string(),
  phone: z.string(),
  email: z.string(),
  timeZone: z.string(),
  currency: z.string(),
  texts: z.object({
    welcome: z.string(),
    about: z.string(),
    openingHours: z.string(),
    legalName: z.string(),
    taxNumber: z.string(),
    receiptFooter: z.string(),
  }),
  /** The address of an uploaded image, or null. */
  logo: z.string().nullable(),
  /** When the clinic is open, as people say it; empty if it has not said. */
  openingHours: z.string(),
  /** Whether something can be booked. */
  open: z.boolean(),
  /** One higher with every change. Send it back with what was edited. */
  version: z.number().int(),
});
/** What the clinic says about itself. */
export type ClinicFacts = z.infer<typeof ClinicFacts>;
export type ClinicTexts = ClinicFacts['texts'];

const ClinicChanges = z.object({
  ...z.object(Facts).partial().shape,
  texts: Texts.partial().optional(),
  logo: z.string().max(300).nullable().optional(),
});
/** What of the facts is to change. */
export type ClinicChanges = z.infer<typeof ClinicChanges>;

const tags = ['Clinic'];

export const clinicFacts = {
  get: call
    .meta({ access: everyone })
    .route({ method: 'GET', path: '/clinic', tags, summary: 'What the clinic says about itself' })
    .output(ClinicFacts),

  save: call
    .meta({ access: admin })
    .route({
      method: 'PUT',
      path: '/clinic',
      tags,
      summary: 'Changes what the clinic says about itself',
      description:
        'What is left out stays as it is. Public pages show the change within a second. The currency can change while ' +
        'nothing that can be booked has a price, and the time zone while no appointment lies ahead.',
    })
    .errors({
      ...changedMeanwhile,
      CURRENCY_IN_USE: {
        status: 409,
        message: 'Treatments have prices in the present currency. Archive them first.',
      },
      TIME_ZONE_IN_USE: {
        status: 409,
        message: 'Appointments lie ahead. Their times would change with the time zone.',
        data: z.object({ acknowledged: z.literal(false).optional(), bookings: z.number().int() }),
      },
      PHONE_INVALID: { status: 409, message: 'That is not a valid phone number.' },
      IMAGE_UNKNOWN: { status: 409, message: 'The logo must be an image that was uploaded here.' },
    })
    .input(ClinicChanges.extend({ version: EditedVersion }))
    .output(ClinicFacts.extend({ acknowledged: z.literal(true) })),
};
