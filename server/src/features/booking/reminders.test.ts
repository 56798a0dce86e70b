import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clinicDay } from '../schedule/index.ts';
import { daysToRemindOf, remindersDue } from './reminders.ts';

const timeOf = (day: string, startMinute: number, timeZone: string) => ({
  day,
  startMinute,
  startsAt: new Date(clinicDay(day, timeZone).instantOf(startMinute) ?? 0),
});
/** All that leave after `since`. */
const remindersOf = (time: ReturnType<typeof timeOf>, { now: since, timeZone }: { now: Date; timeZone: string }) =>
  remindersDue(time, { since, now: time.startsAt, timeZone });
const early = new Date('2020-01-01T00:00:00Z');

describe('reminders', () => {
  it('leave a week, a day and two hours before', () => {
    const found = remindersOf(timeOf('2030-05-15', 10 * 60, 'Europe/Berlin'), {
      now: early,
      timeZone: 'Europe/Berlin',
    });
    expect(found.map(({ which, at }) => [which, at.toISOString()])).toEqual([
      ['reminder-week', '2030-05-08T08:00:00.000Z'],
      ['reminder-day', '2030-05-14T08:00:00.000Z'],
      ['reminder-hours', '2030-05-15T06:00:00.000Z'],
    ]);
  });

  it('of days before leave by day, at the same time on the clock after a clock change', () => {
    const zone = 'Europe/Berlin';
    const at = (minute: number) =>
      remindersOf(timeOf('2030-04-02', minute, zone), { now: early, timeZone: zone }).map((one) =>
        one.at.toISOString(),
      );
    // The clocks go forward on Mar 31.
    expect(at(6 * 60).slice(0, 2)).toEqual(['2030-03-26T07:00:00.000Z', '2030-04-01T06:00:00.000Z']);
    expect(at(21 * 60 + 30).slice(0, 2)).toEqual(['2030-03-26T19:00:00.000Z', '2030-04-01T18:00:00.000Z']);
  });

  it('are only those that are still ahead, before the appointment, in any zone', () => {
    const zones = fc.constantFrom('UTC', 'Asia/Dhaka', 'America/New_York', 'Pacific/Apia', 'Europe/Berlin');
    const days = fc.integer({ min: 0, max: 800 }).map((days) => new Date(Date.UTC(2029, 0, 1) + days * 86_400_000));
    fc.assert(
      fc.property(
        zones,
        days,
        fc.integer({ min: 0, max: 1435 }),
        fc.integer({ min: -2, max: 300 }),
        (timeZone, day, minute, hours) => {
          const time = timeOf(day.toISOString().slice(0, 10), minute, timeZone);
          const now = new Date(time.startsAt.getTime() - hours * 3_600_000);
          const found = remindersOf(time, { now, timeZone });
          for (const { at } of found) expect(at > now && at < time.startsAt).toBe(true);
          if (hours <= 2) expect(found).toEqual([]);
          if (hours > 8 * 24) expect(found).toHaveLength(3);
        },
      ),
    );
  });

  it('leave once, in whichever periods the time is divided, and are of the days that are looked through', () => {
    const zones = fc.constantFrom('UTC', 'Asia/Dhaka', 'America/New_York', 'Pacific/Apia', 'Europe/Berlin');
    const days = fc.integer({ min: 0, max: 800 }).map((days) => new Date(Date.UTC(2029, 0, 1) + days * 86_400_000));
    const breaks = fc.array(fc.integer({ min: 0, max: 9 * 24 * 60 }), { maxLength: 20 });
    fc.assert(
      fc.property(zones, days, fc.integer({ min: 0, max: 1435 }), breaks, (timeZone, day, minute, minutesBefore) => {
        const time = timeOf(day.toISOString().slice(0, 10), minute, timeZone);
        const end = time.startsAt.getTime() - 1;
        const edges = [9 * 24 * 60, ...minutesBefore, 0]
          .toSorted((a, b) => b - a)
          .map((minutes) => new Date(end - minutes * 60_000));
        const found = edges.slice(1).flatMap((now, index) => {
          const period = { since: edges[index] ?? now, now, timeZone };
          const due = remindersDue(time, period);
          if (due.length > 0) expect(daysToRemindOf(period)).toContain(time.day);
          return due;
        });
        expect(found.map(({ which }) => which)).toEqual(['reminder-week', 'reminder-day', 'reminder-hours']);
      }),
    );
  });
});
