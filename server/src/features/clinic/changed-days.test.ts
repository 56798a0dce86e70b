import { describe, expect, test } from 'vitest';
import { changedDays } from './changed-days.ts';

/** A Friday. */
const TODAY = '2026-11-20';
const nine = { opensMinute: 540, closesMinute: 1020 };
const evening = { opensMinute: 1080, closesMinute: 1260 };
const clinicHours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, ...nine }));
const closed = (
  firstDay: string,
  lastDay: string,
  { fromMinute = 0, calendarId = null }: { fromMinute?: number; calendarId?: string | null } = {},
) => ({ id: firstDay, firstDay, fromMinute, lastDay, toMinute: 1440, calendarId, reason: 'Holiday' });

describe('the days with other hours than usual', () => {
  const usual = { clinicHours, specialHours: [], closures: [] };
  test.each([
    ['are none if the weekly hours always apply', usual, []],
    [
      'have the special hours of a day, with their breaks',
      { ...usual, specialHours: [nine, evening].map((hours) => ({ date: '2026-11-21', ...hours })) },
      [{ first: '2026-11-21', last: '2026-11-21', openings: [nine, evening] }],
    ],
    [
      'do not include special hours that equal the weekly ones, are past or begin after four weeks',
      {
        ...usual,
        specialHours: [
          { date: '2026-11-23', ...nine },
          { date: '2026-11-19', ...evening },
          { date: '2026-12-18', ...evening },
        ],
      },
      [],
    ],
    [
      'are one entry if they are consecutive: closing days include the weekend, also after four weeks',
      { ...usual, closures: [closed('2026-12-16', '2027-01-03')] },
      [{ first: '2026-12-16', last: '2027-01-03', openings: [] }],
    ],
    [
      'go on to the end of closing days that follow each other, also after years',
      { ...usual, closures: [closed('2026-11-24', '2028-03-01'), closed('2028-03-02', '2999-12-31')] },
      [{ first: '2026-11-24', last: '2999-12-31', openings: [] }],
    ],
    [
      'do not include a closing day on a weekly day off',
      { ...usual, closures: [closed('2026-11-22', '2026-11-22')] },
      [],
    ],
    [
      'have the remaining hours if the clinic closes early, and ignore the absence of a doctor',
      {
        ...usual,
        closures: [
          closed('2026-11-24', '2026-11-24', { fromMinute: 720 }),
          closed('2026-11-25', '2026-11-25', { calendarId: 'a doctor' }),
        ],
      },
      [{ first: '2026-11-24', last: '2026-11-24', openings: [{ opensMinute: 540, closesMinute: 720 }] }],
    ],
    [
      'are only the closing days if the clinic has no weekly hours',
      {
        clinicHours: [],
        specialHours: [{ date: '2026-11-23', ...evening }],
        closures: [closed('2026-11-24', '2026-11-24', { fromMinute: 720 }), closed('2026-11-26', '2026-11-26')],
      },
      [{ first: '2026-11-26', last: '2026-11-26', openings: [] }],
    ],
  ])('%s', (_, timetable, days) => {
    expect(changedDays(timetable, TODAY)).toEqual(days);
  });
});
