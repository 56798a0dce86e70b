import { readPhone } from '../identity/index.ts';

/** What a search for a patient means: dates of birth, or a phone number or part of one; otherwise words. */
export interface PatientSearch {
  /** 'YYYY-MM-DD'. Two, if day and month can be told either way. */
  readonly datesOfBirth: readonly string[];
  /** Digits to look for in stored numbers. */
  readonly digits: string | undefined;
  /** The number as it is stored, if the search is a complete number. */
  readonly phone: string | undefined;
}

const FEWEST_DIGITS = 4;

/**
 * Reads what the front desk typed. Pure.
 *
 * @param country as for `readPhone`
 */
export function readPatientSearch(search: string, country: string | undefined): PatientSearch {
  // A number copied from an address book can have invisible marks around it.
  const text = search.replaceAll(/\p{Cf}/gu, '').trim();
  const datesOfBirth = readDates(text);
  if (datesOfBirth.length > 0) return { datesOfBirth, digits: undefined, phone: undefined };
  const read = readPhone(text, country);
  const whole = read.kind === 'phone' ? read.phone : '';
  const digits = digitsOf(text, whole);
  return { datesOfBirth, digits: digits.length < FEWEST_DIGITS ? undefined : digits, phone: whole || undefined };
}

function digitsOf(text: string, whole: string): string {
  // Numbers are stored as '+49301234': what is dialled within the country begins with a 0 instead.
  const typed = /^\+?[\d\s()/.\p{Pd}]+$/u.test(text) ? text.replaceAll(/\D/g, '').replace(/^0+/, '') : '';
  // '+49 (0)30 1234' or, in Russia, '8 912 …' has digits that the stored number has not. What is typed may also be a part
  // of a number that would be a number by itself.
  return typed !== '' && whole.endsWith(typed) ? typed : whole.replace('+', '') || typed;
}

/** '1980-01-31', '31.1.1980', '1/31/1980'. */
function readDates(text: string): readonly string[] {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return [dateOf(iso[1], iso[2], iso[3])].filter((date) => date !== undefined);
  const local = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(text);
  if (!local) return [];
  const [, one, , two, year] = local;
  const dates = [dateOf(year, two, one), dateOf(year, one, two)].filter((date) => date !== undefined);
  return [...new Set(dates)];
}

function dateOf(year = '', month = '', day = ''): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : undefined;
}
