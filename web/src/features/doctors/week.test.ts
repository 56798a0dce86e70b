import { describe, expect, test } from 'vitest';
import { specialtyInAddress } from '../schedule/specialty-filter.tsx';
import { dayTexts, longDay, neighbouringWeeks, weekText } from './week.ts';

const booking = { today: '2026-11-22', last: '2027-05-20' };

describe('changing the week', () => {
  test('moves by seven days, never before today', () => {
    expect(neighbouringWeeks('2026-11-22', booking)).toEqual({ previous: undefined, next: '2026-11-29' });
    expect(neighbouringWeeks('2026-11-29', booking)).toEqual({ previous: '2026-11-22', next: '2026-12-06' });
    expect(neighbouringWeeks('2026-11-25', booking)).toEqual({ previous: '2026-11-22', next: '2026-12-02' });
  });

  test('ends with the last week that can be booked', () => {
    expect(neighbouringWeeks('2027-05-14', booking).next).toBeUndefined();
    expect(neighbouringWeeks('2027-05-13', booking).next).toBe('2027-05-20');
  });
});

test('formats days and weeks', () => {
  const { today } = booking;
  expect(weekText('2026-11-22', today).replaceAll(/\s/g, ' ')).toBe('Nov 22 – 28');
  expect(weekText('2026-11-29', today).replaceAll(/\s/g, ' ')).toBe('Nov 29 – Dec 5');
  expect(dayTexts('2026-11-23')).toEqual({ weekday: 'Mon', day: 'Nov 23' });
  expect(longDay('2026-11-23', today)).toBe('Monday, November 23');
  expect(longDay('2027-01-04', today)).toBe('Monday, January 4, 2027');
});

test.each([
  ['Dental Care', 'Dental Care'],
  [' dental care ', 'Dental Care'],
  ['Surgery', undefined],
  [null, undefined],
])('%j in the address selects the specialty %s', (text, found) => {
  expect(specialtyInAddress(text, ['Cardiology', 'Dental Care'])).toBe(found);
});
