import { describe, expect, it } from 'vitest';
import type { Timetable } from '../schedule/index.ts';
import { openHoursOf, timeOf } from './open-hours.ts';

const day = { date: '2024-01-08', weekday: 1 };
const stretch = (from: number, to: number, treatmentId: string | null = null) => ({
  weekday: 1,
  opensMinute: from * 60,
  closesMinute: to * 60,
  treatmentId,
});
const timetable = (hours: readonly ReturnType<typeof stretch>[], more: Partial<Timetable> = {}): Timetable => ({
  clinicHours: [],
  closures: [],
  calendars: new Map([['mine', { weeks: [{ validFrom: '2000-01-01', hours }], exceptions: [] }]]),
  ...more,
});
const hoursOf = (table: Timetable, treatmentIds: readonly string[]) =>
  openHoursOf(table, { calendarId: 'mine', treatmentIds, day }).openings.map(({ opensMinute, closesMinute }) => [
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

  it('are none on a closing day, which has a reason', () => {
    const closures = [{ firstDay: '2024-01-08', lastDay: '2024-01-08', calendarId: 'mine', reason: 'A course' }];
    const found = openHoursOf(timetable([stretch(9, 12)], { closures }), {
      calendarId: 'mine',
      treatmentIds: ['a'],
      day,
    });
    expect(found).toEqual({ openings: [], closure: 'A course' });
  });

  it('are told by their start and length', () => {
    expect(timeOf({ opensMinute: 540, closesMinute: 720 })).toEqual({ startMinute: 540, minutes: 180 });
  });
});
