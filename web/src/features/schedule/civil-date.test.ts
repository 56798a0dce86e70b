import { afterEach, describe, expect, it } from 'vitest';
import { browserTimeZone, clinicDayAt } from '../../clinic/zone.ts';
import { dayInAddress } from './chosen-day.ts';
import { addDays, addMonths, realDay, weekdayOf } from './civil-date.ts';

const zones = ['Pacific/Kiritimati', 'Asia/Tokyo', 'Africa/Cairo', 'UTC', 'America/Santiago', 'Pacific/Pago_Pago'];
const zoneOfTheMachine = process.env.TZ;

afterEach(() => {
  if (zoneOfTheMachine === undefined) delete process.env.TZ;
  else process.env.TZ = zoneOfTheMachine;
});

describe('a civil date', () => {
  it.each(zones)('is followed by the next day, for two years, with a browser in %s', (zone) => {
    process.env.TZ = zone;
    expect(browserTimeZone()).toBe(zone);
    let day = '2026-01-01';
    for (let noon = Date.UTC(2026, 0, 1, 12); noon < Date.UTC(2028, 0, 1); noon += 86_400_000) {
      expect(day).toBe(new Date(noon).toISOString().slice(0, 10));
      expect(weekdayOf(day)).toBe(new Date(noon).getUTCDay());
      expect(addDays(addDays(day, 45), -45)).toBe(day);
      day = addDays(day, 1);
    }
  });

  it.each([
    ['2026-11-20', 1, '2026-12-20'],
    ['2026-11-20', 2, '2027-01-20'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2028-02-29', 12, '2029-02-28'],
  ])('%s plus %i months is %s', (day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected);
  });
});

describe("the clinic's today", () => {
  it.each([
    ['2026-11-20T23:30:00Z', 'Pacific/Kiritimati', '2026-11-21'],
    ['2026-11-20T23:30:00Z', 'UTC', '2026-11-20'],
    ['2026-11-20T02:00:00Z', 'America/New_York', '2026-11-19'],
    ['2026-12-31T23:00:00Z', 'Europe/Berlin', '2027-01-01'],
    ['2026-03-29T00:59:59Z', 'Europe/London', '2026-03-29'],
  ])('at %s in %s is %s', (instant, zone, day) => {
    expect(clinicDayAt(new Date(instant), zone)).toBe(day);
  });

  it('does not depend on the zone of the browser', () => {
    process.env.TZ = 'Pacific/Pago_Pago';
    expect(clinicDayAt(new Date('2026-11-20T12:00:00Z'), 'Asia/Tokyo')).toBe('2026-11-20');
  });
});

describe('the day in the address', () => {
  const today = '2026-11-20';

  it('counts if it is a real day that has not passed', () => {
    expect(dayInAddress('2026-11-27', today)).toBe('2026-11-27');
    expect(dayInAddress(today, today)).toBe(today);
  });

  it.each([
    null,
    '',
    '2026-02-30',
    '2026-1-5',
    'Nov 27, 2026',
    '2026-11-27T00:00',
    '2026-11-19',
    '0000-00-00',
    '3000-01-01',
  ])('is today for %j', (text) => {
    expect(dayInAddress(text, today)).toBe(today);
  });

  it('may be none', () => {
    expect(dayInAddress('none', today)).toBeUndefined();
  });

  it('is parsed only if it exists', () => {
    expect(realDay('2028-02-29')).toBe('2028-02-29');
    expect(realDay('2027-02-29')).toBeUndefined();
  });

  it('is parsed only if calls accept it', () => {
    expect(['1900-01-01', '2999-12-31'].map(realDay)).toEqual(['1900-01-01', '2999-12-31']);
    expect(['1899-12-31', '3000-01-01'].map(realDay)).toEqual([undefined, undefined]);
  });
});
