import * as z from 'zod';
import { accentFault } from './accent.ts';
import { admin, everyone } from './access.ts';
import { Booking } from './booking.ts';
import { call } from './call.ts';
import { isCurrency, isTimeZone } from './known-codes.ts';
import { changedMeanwhile, EditedVersion } from './versions.ts';
import { Currency, EmailInput, PhoneInput } from './wire.ts';

/** Text without line breaks. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters.`)
    .regex(/^[^\r\n]*$/, 'Write it in one line.');
const paragraphs = (max: number) => z.string().trim().max(max, `At most ${max} characters.`);

export const ClinicName = line(60).min(1, 'Name is Required');
export const ClinicTimeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, { error: 'Choose a time zone, like Europe/Berlin.' });
export const ClinicCurrency = Currency.refine(isCurrency, {
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

const NEEDS_TEXT = 'Write something, or remove it.';

/** What a patient says about the clinic. `place` is where they live, or empty. */
const Testimonial = z.object({
  name: line(80).min(1, 'Name is Required'),
  place: line(80),
  text: paragraphs(600).min(1, NEEDS_TEXT),
});
export type Testimonial = z.output<typeof Testimonial>;

/** A short piece of news. `topic` is a word above the title, or empty. */
const NewsItem = z.object({
  topic: line(40),
  title: line(120).min(1, 'Title is Required'),
  text: paragraphs(600),
});
export type NewsItem = z.output<typeof NewsItem>;

/** A figure about the clinic, like '25' and 'years in Berlin'. */
const Figure = z.object({
  value: line(12).min(1, 'Figure is Required'),
  label: line(60).min(1, 'Say what the figure counts.'),
});
export type Figure = z.output<typeof Figure>;

/** A colour for buttons and links, like '#0f5c50'. */
const Accent = z
  .string()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, { error: "Enter a colour like '#0f5c50'.", abort: true })
  .superRefine((accent, context) => {
    const message = accentFault(accent);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
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
  testimonials: z.array(Testimonial).max(12, 'At most 12 testimonials.'),
  news: z.array(NewsItem).max(12, 'At most 12 pieces of news.'),
  figures: z.array(Figure).max(6, 'At most 6 figures.'),
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
  /** The colour of buttons and links in the light theme, like '#0f5c50'; null for ours. The dark theme has a lighter tone. */
  accent: z.string().nullable(),
  testimonials: z.array(z.object({ name: z.string(), place: z.string(), text: z.string() })),
  news: z.array(z.object({ topic: z.string(), title: z.string(), text: z.string() })),
  figures: z.array(z.object({ value: z.string(), label: z.string() })),
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
  accent: Accent.nullable().optional(),
});
/** The facts to change. Omitted facts stay as they are. */
export type ClinicChanges = z.infer<typeof ClinicChanges>;

/** What a change of the time zone does to the appointments ahead. */
const FollowingBookings = z.object({
  /** How many appointments are upcoming. */
  bookings: z.number().int(),
  /** How many of them would already have started. */
  begun: z.number().int(),
  /** The first of them, five at most. `startsThen` is when it starts after the change; null: the clock skips its time. */
  first: z.array(Booking.extend({ startsThen: z.string().nullable() })),
});
export type FollowingBookings = z.infer<typeof FollowingBookings>;

export const clinicFacts = call.tag('Clinic').router({
  get: call
    .meta({ access: everyone })
    .route({ method: 'GET', path: '/clinic', summary: 'What the clinic says about itself' })
    .output(ClinicFacts),

  save: call
    .meta({ access: admin })
    .route({
      method: 'PUT',
      path: '/clinic',
      summary: 'Changes what the clinic says about itself',
      description:
        'What is left out stays as it is. Public pages show the change within a second. The currency can change if no ' +
        'active treatment has a price in another one. If there are upcoming appointments, another time zone is refused with 409 ' +
        '`TIME_ZONE_IN_USE`, which lists them, until `bookings` is `keep`: they keep their date and their time on the ' +
        "clinic's clock, and so start at another instant.",
    })
    .errors({
      ...changedMeanwhile,
      CURRENCY_IN_USE: {
        status: 409,
        message: 'Treatments have prices in another currency. Please change those prices first.',
      },
      TIME_ZONE_IN_USE: {
        status: 409,
        message: 'There are upcoming appointments. Decide whether they keep their date and time in the new time zone.',
        data: FollowingBookings,
      },
      TIME_ZONE_SKIPS_BOOKINGS: {
        status: 409,
        message:
          'The clock of that time zone changes during an appointment and leaves no room for it. Cancel that appointment first.',
        data: FollowingBookings,
      },
      PHONE_INVALID: { status: 409, message: 'That is not a valid phone number.' },
      IMAGE_UNKNOWN: { status: 409, message: 'The logo must be an image that was uploaded here.' },
    })
    .input(
      ClinicChanges.extend({
        version: EditedVersion,
        /** `keep`: if the time zone changes, appointments keep their date and their time on the clinic's clock. */
        bookings: z.literal('keep').optional(),
      }),
    )
    .output(ClinicFacts.extend({ acknowledged: z.literal(true) })),
});
