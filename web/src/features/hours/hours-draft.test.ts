import type { DoctorHours, HoursException } from '@openhours/contract/hours.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  begunHours,
  type DraftException,
  daysOutside,
  draftFromHours,
  faultsOfHours,
  inputFromDraft,
  usualHours,
} from './hours-draft.ts';

let made = 0;
const newKey = () => `key ${++made}`;
const today = '2026-12-01';
const outside = (
  of: Parameters<typeof daysOutside>[0],
  clinic: Pick<DoctorHours, 'opening' | 'specialOpening'>,
  specialDates: string[] = [],
) => daysOutside(of, { ...clinic, specialDates, today });
const hours = (more: Partial<DoctorHours>) => ({ weekly: [], later: [], exceptions: [], ...more });
const messages = (more: Partial<DoctorHours>) => [
  ...new Set(
    [...faultsOfHours(draftFromHours(hours(more), newKey), { today, saved: [] }).values()].map(
      ({ message }) => message,
    ),
  ),
];

const treatmentId = fc.constantFrom('cardiology', 'dental');
const range = fc
  .tuple(fc.integer({ min: 10, max: 16 }), fc.integer({ min: 17, max: 23 }))
  .map(([from, to]) => ({ from: `${from}:00`, to: `${to}:30` }));

test('loaded hours are saved unchanged, with breaks, treatments and days off', () => {
  const saved = fc.record({
    weekly: fc.uniqueArray(fc.record({ weekday: fc.integer({ min: 1, max: 7 }), hours: range }), {
      selector: ({ weekday }) => weekday,
    }),
    days: fc.uniqueArray(
      fc.record({ day: fc.integer({ min: 2, max: 28 }), hours: range, off: fc.boolean(), treatmentId }),
      {
        selector: ({ day }) => day,
      },
    ),
  });
  fc.assert(
    fc.property(saved, ({ weekly, days }) => {
      const date = (day: number) => `2026-12-${String(day).padStart(2, '0')}`;
      const week = weekly
        .toSorted((a, b) => a.weekday - b.weekday)
        .map(({ weekday, hours: range }) => ({ weekday, ...range }));
      const loaded = {
        weekly: week,
        later: [{ validFrom: '2027-01-04', weekly: week }],
        exceptions: days
          .toSorted((a, b) => a.day - b.day)
          .flatMap(({ day, hours: range, off, treatmentId }): HoursException[] =>
            off
              ? [{ date: date(day), off: true, treatmentId }]
              : [
                  { date: date(day), from: '08:00', to: '09:00', treatmentId },
                  { date: date(day), ...range },
                ],
          ),
      };
      const draft = draftFromHours(loaded, newKey);
      expect(faultsOfHours(draft, { today, saved: [] }).size).toBe(0);
      expect(inputFromDraft(draft)).toEqual(loaded);
    }),
  );
});

test('later hours begin after today, each on a different day', () => {
  const later = (...days: string[]) => ({ later: days.map((validFrom) => ({ validFrom, weekly: [] })) });
  expect(messages(later('2026-12-02', '2026-12-03'))).toEqual([]);
  expect(messages(later(today))).toEqual(['Choose a day after today. To change the current hours, choose “Now”.']);
  expect(messages(later('2026-12-02', '2026-12-02'))).toEqual(['Other hours already begin on this day.']);
  expect(messages(later(''))).toEqual(['Choose the first day of these hours.']);
});

test('the hours of each week have the faults of their days, and later weeks are saved in the order of their days', () => {
  const monday = { weekday: 1, from: '09:00', to: '12:00' };
  const overlapping = [monday, { ...monday, from: '11:00' }];
  expect(messages({ weekly: overlapping })).toEqual(['Overlaps other hours of this day.']);
  expect(messages({ later: [{ validFrom: '2026-12-02', weekly: overlapping }] })).toEqual([
    'Overlaps other hours of this day.',
  ]);
  const later = ['2026-12-03', '2026-12-02', '2026-12-04'].map((validFrom) => ({ validFrom, weekly: [] }));
  const saved = inputFromDraft(draftFromHours(hours({ later }), newKey)).later;
  expect(saved.map(({ validFrom }) => validFrom)).toEqual(['2026-12-02', '2026-12-03', '2026-12-04']);
});

const off = (more: Partial<DraftException> = {}): DraftException => ({
  key: newKey(),
  date: today,
  isOff: true,
  treatmentId: '',
  stretches: [],
  ...more,
});
const at = (from: string, to: string, treatmentId = '') => ({ key: newKey(), from, to, treatmentId });
const faultsOf = (...exceptions: DraftException[]) =>
  [...faultsOfHours({ weeks: [], exceptions }, { today, saved: [] }).values()].map(
    ({ field, message }) => `${field}: ${message}`,
  );

test('an exception needs a date from today on, and hours or a day off', () => {
  expect(faultsOf(off())).toEqual([]);
  expect(faultsOf(off({ date: '' }))).toEqual(['date: Choose a date.']);
  expect(faultsOf(off({ date: '2026-11-30' }))).toEqual(['date: This date has passed.']);
  expect(faultsOf(off({ isOff: false }))).toEqual(['date: Add hours, or choose “Day off”.']);
});

test('hours that stay open over midnight know what has begun, and keep exceptions that have passed', () => {
  const passed = [off({ date: '2026-11-30' }), off({ date: '2026-11-29' })];
  const faults = faultsOfHours({ weeks: [], exceptions: passed }, { today, saved: [{ date: '2026-11-30' }] });
  expect([...faults.keys()]).toEqual([passed[1]?.key]);
  const planned = (...days: string[]) => ({ later: days.map((validFrom) => ({ validFrom, weekly: [] })) });
  expect(begunHours(planned('2026-12-02'), today)).toBeUndefined();
  expect(begunHours(planned('2026-11-30', today, '2026-12-02'), today)).toBe(today);
});

test('a date cannot be off and have hours, but it can be off for one treatment only', () => {
  const open = off({ isOff: false, stretches: [at('9', '12')] });
  const twice = 'date: This date already has an exception. Change that one.';
  expect(faultsOf(open, off())).toEqual([twice]);
  expect(faultsOf(off(), off())).toEqual([twice]);
  expect(faultsOf(open, off({ treatmentId: 'cardiology' }))).toEqual([]);
});

test('two exceptions for one date can have a break between them, but cannot overlap', () => {
  const morning = off({ isOff: false, stretches: [at('9', '12')] });
  expect(faultsOf(morning, off({ isOff: false, stretches: [at('13', '17')] }))).toEqual([]);
  expect(faultsOf(morning, off({ isOff: false, stretches: [at('11', '17')] }))).toEqual([
    'from: Overlaps other hours of this day.',
  ]);
});

test('hours on a date begin with the weekly hours that apply then', () => {
  const thursday = { weekday: 4, from: '08:00', to: '12:00' };
  const sunday = { weekday: 7, from: '10:00', to: '11:00' };
  const draft = draftFromHours(
    hours({
      weekly: [thursday, { ...thursday, from: '13:00', to: '18:00' }, sunday],
      later: [
        { validFrom: '2027-02-01', weekly: [] },
        { validFrom: '2027-01-01', weekly: [{ ...thursday, from: '09:00' }] },
      ],
    }),
    newKey,
  );
  const on = (date: string) => usualHours(draft, { date, newKey }).map(({ from, to }) => `${from} ${to}`);
  expect(on('2026-12-03')).toEqual(['08:00 12:00', '13:00 18:00']);
  expect(on('2026-12-06')).toEqual(['10:00 11:00']);
  expect(on('2026-12-04')).toEqual([]);
  expect(on('2027-01-07')).toEqual(['09:00 12:00']);
  expect(on('2027-02-04')).toEqual([]);
  expect(on('')).toEqual([]);
  const [first] = usualHours(draft, { date: '2026-12-03', newKey });
  expect(draft.weeks[0]?.week[3]?.map(({ key }) => key)).not.toContain(first?.key);
});

test('names the weekdays and dates on which hours are outside the opening hours', () => {
  const opening = [
    { weekday: 4, from: '08:00', to: '12:00' },
    { weekday: 4, from: '13:00', to: '18:00' },
  ];
  const thursday = { weekday: 4, from: '08:00', to: '12:00' };
  const late = { date: '2026-12-03', from: '13:00', to: '21:00' };
  const input = (more: object) => ({ weekly: [], later: [], exceptions: [], ...more });
  expect(outside(input({ weekly: [thursday] }), { opening, specialOpening: [] })).toEqual([]);
  expect(outside(input({ weekly: [{ ...thursday, to: '18:00' }] }), { opening, specialOpening: [] })).toEqual([
    'Thursday',
  ]);
  expect(
    outside(input({ weekly: [{ ...thursday, weekday: 7 }], exceptions: [late] }), { opening, specialOpening: [] }),
  ).toEqual(['Sunday', 'Thursday, December 3']);
  expect(
    outside(input({ later: [{ validFrom: '2027-01-01', weekly: [{ ...thursday, weekday: 1 }] }] }), {
      opening,
      specialOpening: [],
    }),
  ).toEqual(['Monday']);
  expect(
    outside(input({ exceptions: [{ date: '2026-12-03', off: true as const }] }), { opening, specialOpening: [] }),
  ).toEqual([]);
  expect(outside(input({ weekly: [thursday], exceptions: [late] }), { opening: [], specialOpening: [] })).toEqual([]);
  // Special hours replace those of the weekday on their date.
  const specialOpening = [{ date: '2026-12-03', from: '12:00', to: '21:00' }];
  expect(outside(input({ exceptions: [late] }), { opening, specialOpening })).toEqual([]);
  const early = { ...late, from: '09:00', to: '12:00' };
  expect(outside(input({ exceptions: [early] }), { opening, specialOpening })).toEqual(['Thursday, December 3']);
  // The doctor works during the special opening hours then.
  expect(outside(input({ exceptions: [early] }), { opening, specialOpening }, ['2026-12-03'])).toEqual([]);
  expect(outside(input({ weekly: [thursday] }), { opening, specialOpening })).toEqual(['Thursday, December 3']);
  // One of two time ranges of a date is enough, and dates are in order.
  const both = [thursday, { ...thursday, from: '13:00', to: '18:00' }];
  expect(outside(input({ weekly: both }), { opening, specialOpening })).toEqual(['Thursday, December 3']);
  const later = { ...late, date: '2026-12-10' };
  expect(outside(input({ exceptions: [later, late] }), { opening, specialOpening: [] })).toEqual([
    'Thursday, December 3',
    'Thursday, December 10',
  ]);
  const off = { date: '2026-12-03', off: true as const };
  expect(outside(input({ weekly: [thursday], exceptions: [off] }), { opening, specialOpening })).toEqual([]);
  const fromDecember = [{ validFrom: '2026-12-01', weekly: [{ ...thursday, from: '13:00', to: '18:00' }] }];
  expect(outside(input({ weekly: [thursday], later: fromDecember }), { opening, specialOpening })).toEqual([]);
});
