import { isCurrency, isTimeZone } from '@openhours/contract/known-codes.ts';
import * as z from 'zod';
import { ConfigError } from './config-error.ts';
import { countryOfZone, isPhoneCountry } from './phone-country.ts';
import { wholeNumber } from './schemas.ts';
import { settingGroup, type ValuesOf } from './setting.ts';

/** The currency of a clinic that has not chosen one. */
export const DEFAULT_CURRENCY = 'USD';

export const CLINIC = settingGroup({
  title: 'Clinic',
  settings: {
    PRODUCT_NAME: {
      schema: z
        .string()
        .trim()
        .min(1, 'must not be blank')
        .max(60, 'must have at most 60 characters')
        .default('Openhours'),
      about: "The clinic's name, until an admin saves the clinic's facts.",
    },
    CLINIC_TIME_ZONE: {
      schema: z.string().refine(isTimeZone, { error: 'must be an IANA time zone, like Europe/Berlin' }).optional(),
      about: "The IANA time zone of the clinic's days and hours, until an admin saves the clinic's facts.",
      unset: 'the zone of the machine',
      example: 'Europe/Berlin',
    },
    CURRENCY: {
      schema: z
        .string()
        .refine(isCurrency, { error: 'must be a currency code of ISO 4217, like USD' })
        .default(DEFAULT_CURRENCY),
      about:
        "The currency of new prices, as an ISO 4217 code, until an admin saves the clinic's facts. Existing prices keep " +
        'theirs.',
    },
    PHONE_COUNTRY: {
      schema: z.string().refine(isPhoneCountry, { error: 'must be a two-letter country code, like DE' }).optional(),
      about: 'The country whose phone numbers need no country code.',
      unset: "the country of the clinic's time zone, if it has one",
      example: 'DE',
    },
    BOOKING_HORIZON_DAYS: {
      schema: wholeNumber(1, 730).default(180),
      about: "How many days ahead patients can book, including today, until an admin saves the clinic's rules.",
    },
    MAX_UNPAID_BOOKINGS: {
      schema: wholeNumber(1, 1000).default(10),
      about:
        'How many unpaid upcoming appointments a patient may book. The same limit applies to those that cost nothing. What ' +
        "staff book does not count. Used until an admin saves the clinic's rules.",
    },
  },
});

export interface ClinicConfig {
  readonly productName: string;
  /** An IANA zone, which the clinic's days and hours are in. */
  readonly clinicTimeZone: string;
  /** ISO 4217, for new prices. */
  readonly currency: string;
  /** ISO 3166: the country whose phone numbers need no country code. `undefined`: not known. */
  readonly phoneCountry: string | undefined;
  /** How many days ahead can be booked, including today. */
  readonly horizonDays: number;
  readonly maxUnpaidBookings: number;
}

export function clinicConfig(env: ValuesOf<typeof CLINIC>): ClinicConfig {
  const clinicTimeZone = env.CLINIC_TIME_ZONE ?? zoneOfMachine();
  return {
    productName: env.PRODUCT_NAME,
    clinicTimeZone,
    currency: env.CURRENCY,
    phoneCountry: env.PHONE_COUNTRY ?? countryOfZone(clinicTimeZone),
    horizonDays: env.BOOKING_HORIZON_DAYS,
    maxUnpaidBookings: env.MAX_UNPAID_BOOKINGS,
  };
}

/** Node has none if TZ is empty or unknown. To guess UTC would move every appointment. */
function zoneOfMachine(): string {
  const zone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && isTimeZone(zone)) return zone;
  throw new ConfigError(
    'CLINIC_TIME_ZONE must be set, like Europe/Berlin: the time zone of this machine is not known (TZ is empty, or no IANA time zone).',
  );
}
