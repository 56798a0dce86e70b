import { partsOfSearch } from '@openhours/contract/patient-search.ts';
import { readPhone } from '../identity/index.ts';

/** Whom a search for a patient finds: those to whom all of it applies. */
export interface PatientSearch {
  /** Each occurs in the name or the email address. */
  readonly words: string;
  /** 'YYYY-MM-DD'. Two, if day and month can be told either way; none, if no date was given. */
  readonly datesOfBirth: readonly string[];
  readonly number?: {
    /** Also looked for in the email address. */
    readonly typed: string;
    /** Looked for in stored phone numbers. */
    readonly digits: string;
    /** 'YYYY', if it can also be the year of birth. */
    readonly yearOfBirth?: string;
  };
  /** The number as it is stored, if the search is a complete number and nothing else. */
  readonly phone?: string;
}

/** Fewer would find too many. An index of three characters each finds numbers. */
const FEWEST_DIGITS = 3;

/**
 * Reads what the front desk typed. Pure.
 *
 * @param country as for `readPhone`
 */
export function readPatientSearch(search: string, country: string | undefined): PatientSearch {
  const { words, datesOfBirth, number: typed } = partsOfSearch(search);
  const read = readPhone(typed, country);
  const whole = read.kind === 'phone' ? read.phone : '';
  const digits = digitsOf(typed, whole);
  if (digits.length < FEWEST_DIGITS) return { words: `${words} ${typed}`.trim(), datesOfBirth };
  const isAlone = words === '' && datesOfBirth.length === 0;
  // A year alone would find too many.
  const isYear = words !== '' && /^(19|20)\d\d$/.test(typed);
  return {
    words,
    datesOfBirth,
    number: { typed, digits, ...(isYear && { yearOfBirth: typed }) },
    ...(isAlone && whole !== '' && { phone: whole }),
  };
}

function digitsOf(typed: string, whole: string): string {
  // Numbers are stored as '+49301234': what is dialled within the country begins with a 0 instead.
  const digits = typed.replaceAll(/\D/g, '').replace(/^0+/, '');
  // '+49 (0)30 1234' or, in Russia, '8 912 …' has digits that the stored number has not. What is typed may also be a part
  // of a number that would be a number by itself.
  return digits !== '' && whole.endsWith(digits) ? digits : whole.replace('+', '') || digits;
}
