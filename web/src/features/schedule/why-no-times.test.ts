import { expect, test } from 'vitest';
import { whyNoTimes } from './why-no-times.ts';

test('patients read why a day is closed, or else its state', () => {
  expect(whyNoTimes({ status: 'day-off', closure: 'Christmas' })).toBe('Christmas');
  expect(whyNoTimes({ status: 'day-off' })).toBe('Day off');
  expect(whyNoTimes({ status: 'free' })).toBe('');
});
