import { expect, test } from 'vitest';
import { minuteOf, stretchBetween, timeText } from './time-to-block.ts';

test.each([
  [0, '00:00'],
  [545, '09:05'],
  [1439, '23:59'],
])('minute %i is %s', (minute, text) => {
  expect(timeText(minute)).toBe(text);
  expect(minuteOf(text)).toBe(minute);
});

test('the end of the day is shown as its last minute', () => {
  expect(timeText(1440)).toBe('23:59');
});

test.each([
  [541, 569, { from: 540, to: 570 }],
  [569, 541, { from: 540, to: 570 }],
  [540, 540, { from: 540, to: 545 }],
  [540, 600, { from: 540, to: 600 }],
])('from %d to %d is %o', (one, other, stretch) => {
  expect(stretchBetween(one, other)).toEqual(stretch);
});
