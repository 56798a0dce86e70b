import * as z from 'zod';
import { admin, everyone } from './access.ts';
import { call } from './call.ts';
import { changedMeanwhile, EditedVersion } from './hours.ts';
import { Currency, EmailInput, PhoneInput } from './wire.ts';

/** Text without line breaks. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters.`)
    .regex(/^[^\r\n]*$/, 'Write it in one line.');
const paragraphs = (max: number) => z.string().trim().max(max, `At most ${max} characters.`);

/** Whether the platform supports an IANA time zone. */
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

/** Texts that the clinic writes. Pages leave out the empty ones. */
const Texts = z.object({
  /** Shown below the headline of the home page. */
  welcome: paragraphs(500),
  /** Shown on the About page. */
  about: paragraphs(5000),
  /** Opening hours in words. If empty, pages show a text made from the clinic's weekly hours. */
  openingHours: line(200),
  /** Shown on receipts instead of the name. If empty, receipts show the name. */
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
  /** ISO 3166 code, like 'DE', or empty. */
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
  /** ISO 3166 code, or empty. */
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
  /** URL of an uploaded image, or null. */
  logo: z.string().nullable(),
  /** Opening hours in words: `texts.openingHours`, or made from the weekly hours. Empty if the clinic has neither. */
  openingHours: z.string(),
  /** Whether patients can book anything. */
  open: z.boolean(),
  /** Incremented by every change. Send it back when saving. */
  version: z.number().int(),
});
/** The clinic's name, contact details, texts and settings, as everyone can read them. */
export type ClinicFacts = z.infer<typeof ClinicFacts>;
export type ClinicTexts = ClinicFacts['texts'];

const ClinicChanges = z.object({
  ...z.object(Facts).partial().shape,
  texts: Texts.partial().optional(),
  logo: z.string().max(300).nullable().optional(),
});
/** The facts to change. Omitted facts stay as they are. */
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
