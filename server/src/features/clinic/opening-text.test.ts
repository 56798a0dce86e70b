import { describe, expect, test } from 'vitest';
import { openingText, schemaOpeningHours } from './opening-text.ts';

const on = (weekdays: readonly number[], ...spans: readonly (readonly [number, number])[]) =>
  weekdays.flatMap((weekday) =>
    spans.map(([opens, closes]) => ({ weekday, opensMinute: opens * 60, closesMinute: closes * 60 })),
  );

describe('opening hours in words', () => {
  test.each([
    ['no text without hours', [], '', []],
    [
      'one entry for consecutive days with the same hours',
      on([1, 2, 3, 4, 5, 6, 7], [9, 17]),
      'Mon–Sun 9:00 am–5:00 pm',
      ['Mo-Su 09:00-17:00'],
    ],
    [
      'a break, and a day with different hours',
      [...on([6], [9, 12.5]), ...on([1, 2], [13, 17], [8, 12])],
      'Mon–Tue 8:00 am–12:00 pm and 1:00 pm–5:00 pm, Sat 9:00 am–12:30 pm',
      ['Mo-Tu 08:00-12:00', 'Mo-Tu 13:00-17:00', 'Sa 09:00-12:30'],
    ],
    [
      'days that are not consecutive',
      on([1, 3], [0, 24]),
      'Mon open 24 hours, Wed open 24 hours',
      ['Mo 00:00-24:00', 'We 00:00-24:00'],
    ],
    [
      'hours until and from midnight',
      [...on([5], [18, 24]), ...on([6], [0, 2])],
      'Fri 6:00 pm–midnight, Sat midnight–2:00 am',
      ['Fr 18:00-24:00', 'Sa 00:00-02:00'],
    ],
  ])('%s', (_, hours, text, schema) => {
    expect(openingText(hours)).toBe(text);
    expect(schemaOpeningHours(hours)).toEqual(schema);
  });
});
