import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoFromMediumDate, mediumDateFromIso } from './medium-date.ts';

const DAY_MILLIS = 86_400_000;
const FIRST = Date.UTC(1900, 0, 1);
const LAST = Date.UTC(2100, 11, 31);

/** The platform's own formatting, in UTC. */
const platform = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

test('every day from 1900 to 2100 is written as the platform writes it, and reads back unchanged', () => {
  const wrong: string[] = [];
  for (let at = FIRST; at <= LAST; at += DAY_MILLIS) {
    const iso = new Date(at).toISOString().slice(0, 10);
    const text = mediumDateFromIso(iso);
    if (text !== platform.format(at) || isoFromMediumDate(text) !== iso) wrong.push(iso);
  }
  expect(wrong).toEqual([]);
});

test.each([
  'Feb 30, 2024',
  'Feb 29, 2023',
  'Feb 29, 1900',
  'Apr 31, 2024',
  'Jan 0, 2024',
  'Jan 32, 2024',
  'Jan 5, 0000',
  'jan 5, 2024',
  'JAN 5, 2024',
  'January 5, 2024',
  'Jän 5, 2024',
  'Abc 5, 2024',
  'Jan 05, 2024',
  'Jan 5 2024',
  'Jan 5,2024',
  'Jan  5, 2024',
  'Jan 5, 24',
  'Jan 5, 12024',
  'Jan 5, 2024 ',
  ' Jan 5, 2024',
  'Jan 5, 2024\n',
  'Jan\u00a05, 2024',
  'Jan ٥, ٢٠٢٤',
  '2024-01-05',
  '5 Jan 2024',
  '',
])('refuses %j', (text) => {
  expect(isoFromMediumDate(text)).toBeUndefined();
});

test('accepts existing leap days', () => {
  expect(['Feb 29, 2024', 'Feb 29, 2000', 'Feb 28, 2023'].map(isoFromMediumDate)).toEqual([
    '2024-02-29',
    '2000-02-29',
    '2023-02-28',
  ]);
});

test('accepts nothing but real days in exactly this form', () => {
  const months = fc.constantFrom(...'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec Foo jan'.split(' '));
  const almost = fc
    .tuple(
      months,
      fc.integer({ min: -1, max: 40 }),
      fc.constantFrom(', ', ',', ' '),
      fc.integer({ min: 0, max: 12_000 }),
    )
    .map(([month, day, comma, year]) => `${month} ${day}${comma}${String(year).padStart(4, '0')}`);
  fc.assert(
    fc.property(fc.oneof(almost, fc.string()), (text) => {
      const iso = isoFromMediumDate(text);
      if (iso === undefined) return;
      const instant = new Date(`${iso}T00:00:00Z`);
      expect(instant.toISOString().slice(0, 10)).toBe(iso);
      expect(mediumDateFromIso(iso)).toBe(text);
    }),
    { numRuns: 2000 },
  );
});

test.each(['2024-02-30', '2024-13-01', '2024-1-5', 'Jan 5, 2024', '', '2024-01-05T00:00:00Z'])(
  'throws on writing %j',
  (iso) => {
    expect(() => mediumDateFromIso(iso)).toThrow(RangeError);
  },
);
