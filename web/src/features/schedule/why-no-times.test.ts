import { expect, test } from 'vitest';
import { whyNoTimes } from './why-no-times.ts';

test('patients read why a day is closed, or else its state', () => {
  const closed = [{ startMinute: 0, minutes: 1440, reason: 'Painting', whose: 'clinic' as const }];
  expect(whyNoTimes({ status: 'closed', closed })).toBe('Painting');
  expect(whyNoTimes({ status: 'day-off' })).toBe('Day off');
  expect(whyNoTimes({ status: 'special-hours' })).toBe('Special opening hours');
  expect(whyNoTimes({ status: 'full', closed })).toBe('Fully booked');
  expect(whyNoTimes({ status: 'free', closed })).toBe('');
});
