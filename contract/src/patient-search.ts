import { isNearDay, isoFromMediumDate } from './medium-date.ts';

/** What somebody typed to find a patient, taken apart. */
interface SearchParts {
  /** Of a name or an email address: 'Maria Garcia', or 'Garcia, Maria' if typed so. */
  readonly words: string;
  /** 'YYYY-MM-DD'. Two, if day and month can be told either way. */
  readonly datesOfBirth: readonly string[];
  /** As typed: a phone number or part of one, or a year. */
  readonly number: string;
}

/** Takes apart what was typed to find a patient, such as 'Garcia, Maria 8/24/1977'. Pure. */
export function partsOfSearch(search: string): SearchParts {
  // A number copied from an address book can have invisible marks around it.
  const text = search.replaceAll(/\p{Cf}/gu, '');
  const date = DATE.exec(text);
  const datesOfBirth = date ? datesOf(date) : [];
  const isDate = date && datesOfBirth.length > 0;
  const rest = isDate ? `${text.slice(0, date.index)} ${text.slice(date.index + date[0].length)}` : text;
  const tokens = rest.match(/[^\s,]+,?/g) ?? [];
  const words = tokens.filter((token) => !NUMBER.test(token)).join(' ');
  const number = tokens.filter((token) => NUMBER.test(token)).join(' ');
  return { words: words.replace(/,$/, ''), datesOfBirth, number: number.replaceAll(',', '') };
}

/** Digits of any script, with the marks that phone numbers are written with. */
const NUMBER = /^[+\p{Nd}()/.\p{Pd}]+,?$/u;

/** '1980-01-31', '31.1.1980' or '1/31/1980', or 'Jan 31, 1980', between spaces or commas. */
const DATE =
  /(?<![^\s,])(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})([./-])(\d{1,2})\5(\d{4})|(\p{L})(\p{L}{2})\s+(\d{1,2}),?\s+(\d{4}))(?![^\s,])/u;

function datesOf(match: RegExpExecArray): readonly string[] {
  const [, isoYear, isoMonth, isoDay, one, , two, localYear, initial, others, day, year] = match;
  const dates = isoYear
    ? [dateOf(isoYear, isoMonth, isoDay)]
    : initial
      ? [isoFromMediumDate(`${initial.toUpperCase()}${others?.toLowerCase()} ${Number(day)}, ${year}`)]
      : [dateOf(localYear, two, one), dateOf(localYear, one, two)];
  return [...new Set(dates.filter((date) => date !== undefined).filter(isNearDay))];
}

function dateOf(year = '', month = '', day = ''): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : undefined;
}
