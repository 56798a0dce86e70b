import { expect, test } from 'vitest';
import { whyNoTimes } from './why-no-times.ts';

test('patients read why a day is closed, and otherwise what its state is', () => {
  expect(whyNoTimes({ status: 'day-off', closure: 'Christmas' })).toBe('Christmas');
  expect(whyNoTimes({ status: 'day-off' })).toBe('Day off');
  expect(whyNoTimes({ status: 'free' })).toBe('');
});
