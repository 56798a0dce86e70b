import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, clinicDay } from '../schedule/index.ts';
import { remindersDue, type StartTimes, startsToRemindOf, textReminderFrom } from './reminders.ts';

const timeOf = (day: string, startMinute: number, timeZone: string) => ({
  day,
  startMinute,
  startsAt: new Date(clinicDay(day, timeZone).instantOf(startMinute) ?? 0),
});
/** All that leave after `since`. */
const remindersOf = (time: ReturnType<typeof timeOf>, { now: since, timeZone }: { now: Date; timeZone: string }) =>
  remindersDue(time, { since, now: time.startsAt, timeZone });
/** In how many of these ranges an appointment begins. */
const countOf = (ranges: readonly StartTimes[], { day, startMinute }: { day: string; startMinute: number }) =>
  ranges.filter((one) => one.day === day && one.fromMinute <= startMinute && startMinute <= one.toMinute).length;
const early = new Date('2020-01-01T00:00:00Z');
/** Times of two years in some zones. Nothing begins at a minute that the clock skips. */
const times = fc
  .record({
    timeZone: fc.constantFrom('UTC', 'Asia/Dhaka', 'America/New_York', 'Pacific/Apia', 'Europe/Berlin'),
    day: fc.integer({ min: 0, max: 800 }).map((days) => addDays('2029-01-01', days)),
    minute: fc.integer({ min: 0, max: 1435 }),
  })
  .filter(({ timeZone, day, minute }) => clinicDay(day, timeZone).instantOf(minute) !== undefined)
  .map(({ timeZone, day, minute }) => ({ timeZone, ...timeOf(day, minute, timeZone) }));

it.each([
  // Planned for 20:00.
  ['2030-05-14T18:59:00Z', 'reminder-day', undefined],
  ['2030-05-14T19:00:00Z', 'reminder-day', '2030-05-15T06:00:00.000Z'],
  ['2030-05-15T01:00:00Z', 'reminder-day', '2030-05-15T06:00:00.000Z'],
  ['2030-05-15T01:00:00Z', 'reminder-week', '2030-05-15T06:00:00.000Z'],
  ['2030-05-15T01:00:00Z', 'reminder-hours', undefined],
  ['2030-05-15T07:00:00Z', 'reminder-day', undefined],
] as const)('at %s, the text message of a late %s in Berlin waits until %s', (now, which, from) => {
  expect(textReminderFrom(which, { now: new Date(now), timeZone: 'Europe/Berlin' })?.toISOString()).toBe(from);
});

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
    fc.assert(
      fc.property(times, fc.integer({ min: -2, max: 300 }), ({ timeZone, ...time }, hours) => {
        const now = new Date(time.startsAt.getTime() - hours * 3_600_000);
        const found = remindersOf(time, { now, timeZone });
        for (const { at } of found) expect(at > now && at < time.startsAt).toBe(true);
        if (hours <= 2) expect(found).toEqual([]);
        if (hours > 8 * 24) expect(found).toHaveLength(3);
      }),
    );
  });

  it('leave once, in whichever periods the time is divided, and are of the starts that are looked through', () => {
    const breaks = fc.array(fc.integer({ min: 0, max: 9 * 24 * 60 }), { maxLength: 20 });
    fc.assert(
      fc.property(times, breaks, ({ timeZone, ...time }, minutesBefore) => {
        const end = time.startsAt.getTime() - 1;
        const edges = [9 * 24 * 60, ...minutesBefore, 0]
          .toSorted((a, b) => b - a)
          .map((minutes) => new Date(end - minutes * 60_000));
        const found = edges.slice(1).flatMap((now, index) => {
          const period = { since: edges[index] ?? now, now, timeZone };
          const due = remindersDue(time, period);
          if (due.length > 0) expect(countOf(startsToRemindOf(period), time)).toBe(1);
          return due;
        });
        expect(found.map(({ which }) => which)).toEqual(['reminder-week', 'reminder-day', 'reminder-hours']);
      }),
    );
  });

  it('are looked for among the starts of a minute, and at 8 and at 20 o’clock of those before and after', () => {
    const at = (now: string, minutes = 1) =>
      startsToRemindOf({
        since: new Date(new Date(now).getTime() - minutes * 60_000),
        now: new Date(now),
        timeZone: 'UTC',
      }).map(({ day, fromMinute, toMinute }) => [day, fromMinute, toMinute]);
    expect(at('2030-05-15T10:00:00Z')).toEqual([
      ['2030-05-15', 720, 720],
      ['2030-05-16', 600, 600],
      ['2030-05-22', 600, 600],
    ]);
    expect(at('2030-05-15T08:00:00Z').slice(1)).toEqual([
      ['2030-05-16', 0, 480],
      ['2030-05-22', 0, 480],
    ]);
    expect(at('2030-05-15T20:00:00Z').slice(1)).toEqual([
      ['2030-05-16', 1200, 1439],
      ['2030-05-22', 1200, 1439],
    ]);
    // After a month in which no node ran: today and the week ahead.
    expect(new Set(at('2030-05-15T10:00:00Z', 43_200).map(([day]) => day)).size).toBe(8);
  });

  it('of any appointment ahead that are due are found, and no other appointment is read', () => {
    const zones = fc.constantFrom('UTC', 'Asia/Dhaka', 'America/New_York', 'Pacific/Apia', 'Europe/Berlin');
    const seconds = fc.integer({ min: 0, max: 800 * 86_400 });
    const lengths = fc.oneof(fc.constant(60), fc.integer({ min: 1, max: 12 * 86_400 }));
    fc.assert(
      fc.property(
        zones,
        seconds,
        lengths,
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 0, max: 1439 }),
        (timeZone, second, length, ahead, minute) => {
          const now = new Date(Date.UTC(2029, 0, 1) + second * 1000);
          const period = { since: new Date(now.getTime() - length * 1000), now, timeZone };
          const day = new Date(now.getTime() + ahead * 86_400_000).toISOString().slice(0, 10);
          const time = timeOf(day, minute, timeZone);
          // The clock skips it, or it is over.
          if (time.startsAt <= now) return;
          const isFound = countOf(startsToRemindOf(period), time);
          expect(isFound).toBe(remindersDue(time, period).length > 0 ? 1 : 0);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
