const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The form of a date on the wire, for documentation; `isoFromMediumDate` does the checking. */
export const MEDIUM_DATE_PATTERN = /^[A-Z][a-z]{2} [1-9][0-9]?, [0-9]{4}$/;

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/**
 * Reads a civil date in the specification's form ('Jan 5, 2024'), strictly.
 *
 * @returns the same day as 'YYYY-MM-DD', or `undefined` for anything that is not a real day in exactly this form
 *   ('Feb 30, 2024', 'jan 5, 2024', 'Jan 05, 2024' and '2024-01-05' are not).
 */
export function isoFromMediumDate(text: string): string | undefined {
  if (!MEDIUM_DATE_PATTERN.test(text)) return undefined;
  const month = MONTHS.indexOf(text.slice(0, 3));
  const comma = text.indexOf(',');
  const day = Number(text.slice(4, comma));
  const year = Number(text.slice(comma + 2));
  const lastDay = month === 1 && isLeapYear(year) ? 29 : DAYS_IN_MONTH[month];
  if (lastDay === undefined || day > lastDay || year === 0) return undefined;
  return `${String(year).padStart(4, '0')}-${String(month + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/**
 * Writes a civil date in the specification's form.
 *
 * @param iso a real day as 'YYYY-MM-DD', years 0001 to 9999
 * @throws RangeError if it is not one, which is a bug in the caller
 */
export function mediumDateFromIso(iso: string): string {
  const [year, month, day] = iso.split('-').map(Number);
  const name = MONTHS[(month ?? 0) - 1];
  const text = `${name} ${day}, ${String(year).padStart(4, '0')}`;
  if (isoFromMediumDate(text) !== iso) throw new RangeError(`Not a civil date: ${iso}`);
  return text;
}

/** Whether a year is from 1900 to 2999. Calculations with later days could need a year of five digits. */
export const isNearDay = (iso: string): boolean => iso >= '1900' && iso < '3000';
