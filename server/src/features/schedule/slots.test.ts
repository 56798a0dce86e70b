import { slotLabel } from '@openhours/contract/slot-label.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, bookableDays, clinicDay, dateAt, daysBetween, type Opening, slotsOfDay } from './slots.ts';

/** Zones whose clocks change by an hour, by half an hour, at midnight, and never. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Beirut',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'Africa/Casablanca',
];

/** Both days on which the clock changes in each zone, the turn of the year, and a leap day. */
const SPECIAL_DATES = [
  ...ZONES.flatMap((zone) => transitionDates(zone, 2023, 2027)),
  '2023-12-31',
  '2024-01-01',
  '2024-02-28',
  '2024-02-29',
  '2024-03-01',
];

const anyZone = fc.constantFrom(...ZONES);
const anyDate = fc.oneof(
  fc.constantFrom(...SPECIAL_DATES),
  fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2020-01-01', days)),
);
const anyLength = fc.record({
  minutes: fc.constantFrom(5, 10, 15, 20, 30, 40, 45, 60, 90, 120, 400),
  bufferMinutes: fc.constantFrom(0, 0, 5, 10, 25, 240),
});
const anyOpenings = fc
  .uniqueArray(fc.integer({ min: 0, max: 96 }), { minLength: 2, maxLength: 6 })
  .map((marks): Opening[] => {
    const sorted = marks.toSorted((a, b) => a - b);
    const openings: Opening[] = [];
    for (let at = 0; at + 1 < sorted.length; at += 2) {
      openings.push({ opensMinute: (sorted[at] ?? 0) * 15, closesMinute: (sorted[at + 1] ?? 0) * 15 });
    }
    return openings;
  });

function wallMinute(instant: number, zone: string): number {
  const wall = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  return wall.hour * 60 + wall.minute;
}

describe('slots of a day, in any zone, on any day, with any hours', () => {
  const anyDay = fc.record({ zone: anyZone, date: anyDate, openings: anyOpenings, length: anyLength });

  it('start on that date, and start and end at the wall-clock times in their label', () => {
    fc.assert(
      fc.property(anyDay, ({ zone, date, openings, length }) => {
        for (const slot of slotsOfDay(clinicDay(date, zone), openings, length)) {
          expect(wallMinute(slot.from, zone)).toBe(slot.startMinute);
          expect(wallMinute(slot.to - 1, zone)).toBe(slot.startMinute + slot.minutes - 1);
          expect(dateAt(new Date(slot.from), zone)).toBe(date);
        }
      }),
    );
  });

  it('last exactly their length, are in order of time and never overlap, buffers included', () => {
    fc.assert(
      fc.property(anyDay, ({ zone, date, openings, length }) => {
        const slots = slotsOfDay(clinicDay(date, zone), openings, length);
        slots.forEach((slot, at) => {
          expect(slot.to - slot.from).toBe(length.minutes * 60_000);
          const next = slots[at + 1];
          expect(slot.busyUntil - slot.to).toBe(slot.bufferMinutes * 60_000);
          if (next) expect(next.from).toBeGreaterThanOrEqual(slot.busyUntil);
        });
        expect(new Set(slots.map(slotLabel)).size).toBe(slots.length);
      }),
    );
  });

  it('have the whole buffer after them, or as much of it as is left of the day', () => {
    fc.assert(
      fc.property(anyDay, ({ zone, date, openings, length }) => {
        const midnight = clinicDay(addDays(date, 1), zone).beginsAt;
        for (const slot of slotsOfDay(clinicDay(date, zone), openings, length)) {
          expect(slot.busyUntil).toBe(Math.min(slot.to + length.bufferMinutes * 60_000, midnight));
        }
      }),
    );
  });

  it('lie within the hours of one opening', () => {
    fc.assert(
      fc.property(anyDay, ({ zone, date, openings, length }) => {
        for (const slot of slotsOfDay(clinicDay(date, zone), openings, length)) {
          expect(
            openings.some(
              (opening) =>
                opening.opensMinute <= slot.startMinute && slot.startMinute + length.minutes <= opening.closesMinute,
            ),
          ).toBe(true);
        }
      }),
    );
  });

  it('include every slot that fits, on days without a clock change', () => {
    fc.assert(
      fc.property(anyDate, anyOpenings, anyLength, (date, openings, length) => {
        const step = length.minutes + length.bufferMinutes;
        let openFrom = 0;
        let fit = 0;
        for (const { opensMinute, closesMinute } of openings) {
          // A buffer may run past closing time and into the next opening.
          for (let at = opensMinute; at + length.minutes <= closesMinute; at += step) {
            if (at < openFrom) continue;
            fit += 1;
            openFrom = at + step;
          }
        }
        expect(slotsOfDay(clinicDay(date, 'UTC'), openings, length)).toHaveLength(fit);
      }),
    );
  });
});

describe('the clock', () => {
  const nightly: Opening[] = [{ opensMinute: 0, closesMinute: 1440 }];
  const labels = (date: string, zone: string, minutes = 30) =>
    slotsOfDay(clinicDay(date, zone), nightly, { minutes, bufferMinutes: 0 }).map(slotLabel);

  it('leaves out the hour that is skipped when it is set forward', () => {
    const slots = labels('2024-03-31', 'Europe/Berlin');
    expect(slots).toHaveLength(46);
    expect(slots).toContain('01:30 AM - 02:00 AM');
    expect(slots).not.toContain('02:00 AM - 02:30 AM');
    expect(slots).not.toContain('02:30 AM - 03:00 AM');
    expect(slots).toContain('03:00 AM - 03:30 AM');
  });

  it('offers nothing that would end after closing time when it is set forward', () => {
    // It closes at 3:00, which is an hour after 1:00.
    const starts = (date: string, opensMinute: number) =>
      slotsOfDay(clinicDay(date, 'Europe/Berlin'), [{ opensMinute, closesMinute: 180 }], {
        minutes: 60,
        bufferMinutes: 0,
      }).map(({ startMinute }) => startMinute);
    expect(starts('2024-03-30', 90)).toEqual([90]);
    expect(starts('2024-03-31', 90)).toEqual([]);
    expect(starts('2024-03-31', 60)).toEqual([60]);
  });

  it.each([
    ['2024-03-30', '2024-03-30T08:30:59Z', 570],
    ['2024-03-31', '2024-03-31T00:30:00Z', 90],
    ['2024-03-31', '2024-03-31T01:00:00Z', 180],
    ['2024-03-30', '2024-03-30T23:00:00Z', 1440],
    ['2024-03-31', '2024-04-01T09:00:00Z', 1440],
  ])('of %s in Berlin shows at %s minute %i of the day', (date, instant, minute) => {
    expect(clinicDay(date, 'Europe/Berlin').minuteAt(Date.parse(instant))).toBe(minute);
  });

  it.each([
    // At 2:00 the clock shows 3:00.
    ['2024-03-10', 'America/New_York', ['12:30 AM - 01:30 AM', '03:30 AM - 04:30 AM']],
    // At 2:00 the clock shows 1:00 again.
    ['2024-11-03', 'America/New_York', ['12:30 AM - 01:30 AM', '02:30 AM - 03:30 AM', '03:30 AM - 04:30 AM']],
    // At 2:00 the clock shows 2:30.
    ['2024-10-06', 'Australia/Lord_Howe', ['12:30 AM - 01:30 AM', '02:30 AM - 03:30 AM', '03:30 AM - 04:30 AM']],
  ])('offers nothing during which it changes, on %s in %s', (date, zone, offered) => {
    const openings: Opening[] = [{ opensMinute: 30, closesMinute: 270 }];
    const slots = slotsOfDay(clinicDay(date, zone), openings, { minutes: 60, bufferMinutes: 0 });
    expect(slots.map(slotLabel)).toEqual(offered);
  });

  it('offers the repeated hour once when it is set back', () => {
    const slots = labels('2024-10-27', 'Europe/Berlin');
    expect(slots).toHaveLength(48);
    expect(slots.filter((label) => label === '02:30 AM - 03:00 AM')).toHaveLength(1);
  });

  it('handles days that do not begin at midnight, and a date that a zone skipped', () => {
    expect(labels('2024-04-26', 'Africa/Cairo')[0]).toBe('01:00 AM - 01:30 AM');
    expect(labels('2011-12-30', 'Pacific/Apia')).toEqual([]);
  });

  it('parses 12 AM as midnight and 12 PM as noon', () => {
    expect(labels('2024-01-05', 'UTC').at(0)).toBe('12:00 AM - 12:30 AM');
    expect(labels('2024-01-05', 'UTC').at(24)).toBe('12:00 PM - 12:30 PM');
    expect(labels('2024-01-05', 'UTC').at(-1)).toBe('11:30 PM - 12:00 AM');
  });
});

describe('the days that can be booked', () => {
  it("begin with today in the clinic's zone", () => {
    const now = new Date('2024-01-05T23:30:00Z');
    expect(bookableDays({ now, timeZone: 'Asia/Tokyo', horizonDays: 1 })).toEqual({
      first: '2024-01-06',
      last: '2024-01-06',
    });
    expect(bookableDays({ now, timeZone: 'America/New_York', horizonDays: 2 })).toEqual({
      first: '2024-01-05',
      last: '2024-01-06',
    });
  });

  it('are listed with the first and the last one', () => {
    expect(daysBetween('2024-02-28', '2024-03-01')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
    expect(daysBetween('2024-02-28', '2024-02-28')).toEqual(['2024-02-28']);
    expect(daysBetween('2024-02-28', '2024-02-27')).toEqual([]);
  });

  it('cross a year and a leap day', () => {
    const days = bookableDays({ now: new Date('2023-12-31T12:00:00Z'), timeZone: 'UTC', horizonDays: 61 });
    expect(days).toEqual({ first: '2023-12-31', last: '2024-02-29' });
  });
});

/** The dates on which a zone's clock changes, from the first year to the last. */
function transitionDates(zone: string, firstYear: number, lastYear: number): string[] {
  const dates: string[] = [];
  let at = Temporal.PlainDate.from({ year: firstYear, month: 1, day: 1 }).toZonedDateTime(zone);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (!next || next.year > lastYear) return dates;
    dates.push(next.toPlainDate().toString());
    at = next;
  }
}
