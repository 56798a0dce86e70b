import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { availabilityOfDay } from './availability.ts';
import { dayInView, slotsInView } from './rules.ts';
import { addDays, type Opening } from './slots.ts';
import type { Timetable } from './timetable.ts';

const ZONES = ['UTC', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo'];

const opening = fc
  .tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 40 }))
  .map(
    ([start, length]): Opening => ({ opensMinute: start * 15, closesMinute: Math.min(1440, (start + length) * 15) }),
  );

const question = fc
  .record({
    timeZone: fc.constantFrom(...ZONES),
    openings: fc.array(opening, { maxLength: 3 }),
    minutes: fc.constantFrom(15, 20, 30, 60, 240),
    bufferMinutes: fc.constantFrom(0, 10),
    leastNoticeMinutes: fc.constantFrom(0, 0, 90, 1440),
    /** The requested day, counted from today, and the current time of day. */
    ahead: fc.integer({ min: -2, max: 12 }),
    nowMinute: fc.integer({ min: 0, max: 1439 }),
    /** Which of the day's slots are booked. */
    booked: fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 60 }),
    closed: fc.integer({ min: 0, max: 9 }).map((draw) => draw === 0),
  })
  .map((drawn) => {
    const { timeZone, openings, minutes, bufferMinutes, leastNoticeMinutes, ahead, nowMinute, booked, closed } = drawn;
    const midnight = Temporal.PlainDate.from('2024-03-09').toZonedDateTime(timeZone);
    const now = new Date(midnight.epochMilliseconds + nowMinute * 60_000);
    const date = addDays('2024-03-09', ahead);
    const view = dayInView({ date, clinic: { timeZone, horizonDays: 10, leastNoticeMinutes }, now });
    const exceptions = openings.map((of) => ({ date, opening: of, treatmentId: null }));
    const timetable: Timetable = {
      clinicHours: [],
      specialHours: [],
      specialDoctors: [],
      calendars: new Map([['calendar', { weeks: [], exceptions }]]),
      closures: closed
        ? [
            {
              id: 'painting',
              firstDay: date,
              fromMinute: 0,
              lastDay: date,
              toMinute: 1440,
              calendarId: null,
              reason: 'Painting',
            },
          ]
        : [],
    };
    const option = { calendarId: 'calendar', treatmentId: 'treatment', minutes, bufferMinutes, taken: [] };
    const { free } = slotsInView(option, { view, timetable });
    return { date, view, ahead, closed, free, timetable, option, taken: booked.flatMap((at) => free[at] ?? []) };
  });

test('a day is free exactly when its listing has a slot, and says why if it has none', () => {
  fc.assert(
    fc.property(question, ({ date, view, ahead, closed, free, timetable, option, taken }) => {
      const booked = { ...option, taken };
      const { status, slots, closed: reasons } = availabilityOfDay(booked, { date, view, timetable });
      expect(slots).toHaveLength(slotsInView(booked, { view, timetable }).free.length);
      expect(status === 'free').toBe(slots.length > 0);
      expect(status === 'beyond-horizon').toBe(ahead >= 10);
      if (ahead < 0) expect(status).toBe('past');
      // Full means that there would be a slot without bookings. A day off or a past day has none either way.
      expect(status === 'full').toBe(slots.length === 0 && free.length > 0);
      expect(reasons?.[0]?.reason).toBe(closed && view.state === 'bookable' ? 'Painting' : undefined);
      expect(status === 'closed').toBe(reasons !== undefined);
    }),
    { numRuns: 500 },
  );
});

describe('a day with special hours of the clinic', () => {
  const date = '2024-03-11';
  const now = new Date('2024-03-10T12:00:00Z');
  const view = dayInView({ date, clinic: { timeZone: 'UTC', horizonDays: 10, leastNoticeMinutes: 0 }, now });
  const option = { calendarId: 'calendar', treatmentId: 'treatment', minutes: 60, bufferMinutes: 0, taken: [] };
  const hours = (weekday: number) => ({ weekday, opensMinute: 540, closesMinute: 720, treatmentId: null });
  const on = (weekday: number, given: Partial<Timetable>) => {
    const calendars = new Map([
      ['calendar', { weeks: [{ validFrom: '2024-01-01', hours: [hours(weekday)] }], exceptions: [] }],
    ]);
    const timetable = {
      clinicHours: [hours(1)],
      specialHours: [],
      specialDoctors: [],
      closures: [],
      calendars,
      ...given,
    };
    return availabilityOfDay(option, { date, view, timetable });
  };
  const evening = { specialHours: [{ date, opensMinute: 1080, closesMinute: 1200 }] };

  it('says so if these leave none of the usual hours', () => {
    expect(on(1, evening)).toHaveProperty('status', 'special-hours');
  });

  it.each([
    ['who has the day off', on(2, evening)],
    [
      'if special hours are of another date',
      on(1, { specialHours: [{ date: '2024-03-12', opensMinute: 1080, closesMinute: 1200 }] }),
    ],
    [
      'without weekly hours of the clinic, because special hours do not apply then',
      on(1, { ...evening, clinicHours: [] }),
    ],
  ])('says nothing about them %s', (_, day) => {
    expect(day.status).not.toBe('special-hours');
  });
});
