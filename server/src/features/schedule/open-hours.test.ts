import { describe, expect, it } from 'vitest';
import { openHoursOf } from './open-hours.ts';
import type { Timetable } from './timetable.ts';

const day = { date: '2024-01-08', weekday: 1 };
const stretch = (from: number, to: number, treatmentId: string | null = null) => ({
  weekday: 1,
  opensMinute: from * 60,
  closesMinute: to * 60,
  treatmentId,
});
const timetable = (hours: readonly ReturnType<typeof stretch>[], more: Partial<Timetable> = {}): Timetable => ({
  clinicHours: [],
  specialHours: [],
  specialDoctors: [],
  closures: [],
  calendars: new Map([['mine', { weeks: [{ validFrom: '2000-01-01', hours }], exceptions: [] }]]),
  ...more,
});
const hoursOf = (table: Timetable, treatmentIds: readonly string[]) =>
  openHoursOf(table, { calendarId: 'mine', treatmentIds, day }).map(({ opensMinute, closesMinute }) => [
    opensMinute / 60,
    closesMinute / 60,
  ]);

describe('the hours of a calendar', () => {
  it('are those of all its treatments together, with the breaks that none of them works through', () => {
    const table = timetable([stretch(9, 12), stretch(13, 17), stretch(8, 10, 'a'), stretch(11, 13, 'b')]);
    expect(hoursOf(table, ['a', 'b'])).toEqual([
      [8, 10],
      [11, 13],
    ]);
    expect(hoursOf(table, ['a', 'b', 'c'])).toEqual([[8, 17]]);
    expect(hoursOf(table, ['c'])).toEqual([
      [9, 12],
      [13, 17],
    ]);
  });

  it('are the general hours while the calendar has no treatment', () => {
    expect(hoursOf(timetable([stretch(9, 12), stretch(8, 10, 'a')]), [])).toEqual([[9, 12]]);
  });

  it('are none on a closing day', () => {
    const day = { firstDay: '2024-01-08', fromMinute: 0, lastDay: '2024-01-08', toMinute: 1440 };
    const closures = [{ ...day, id: 'course', calendarId: 'mine', reason: 'A course' }];
    expect(hoursOf(timetable([stretch(9, 12)], { closures }), ['a'])).toEqual([]);
  });
});
