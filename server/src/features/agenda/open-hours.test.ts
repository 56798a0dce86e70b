import { describe, expect, it } from 'vitest';
import { clinicDay, openHoursOf, type Timetable } from '../schedule/index.ts';
import { spanOf, timeOf, timeOfBlock } from './open-hours.ts';

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

  it('are told by their start and length', () => {
    expect(timeOf({ opensMinute: 540, closesMinute: 720 })).toEqual({ startMinute: 540, minutes: 180 });
  });
});

describe('a block on a day of a clock change', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29'],
    ['Europe/Berlin', '2026-10-25'],
    ['America/New_York', '2026-03-08'],
    ['America/New_York', '2026-11-01'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['Australia/Lord_Howe', '2026-10-04'],
    ['Africa/Cairo', '2026-04-24'],
    ['Africa/Cairo', '2026-10-29'],
  ])('in %s on %s is shown with the times that were chosen', (timeZone, date) => {
    const on = clinicDay(date, timeZone);
    const isSkipped = (minute: number) => minute < 1440 && on.instantOf(minute) === undefined;
    const wrong: string[] = [];
    for (let startMinute = 0; startMinute < 1440; startMinute += 30) {
      for (let end = startMinute + 30; end <= 1440; end += 30) {
        const { from, to } = spanOf({ startMinute, minutes: end - startMinute }, on);
        if (from >= to) continue;
        const shown = timeOfBlock(
          { day: date, startMinute, startsAt: new Date(from), busyUntil: new Date(to) },
          timeZone,
        );
        let expected = end;
        while (isSkipped(expected)) expected += 30;
        if (shown.startMinute + shown.minutes !== expected) wrong.push(`${startMinute} to ${end}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
