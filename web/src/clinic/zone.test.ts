import { expect, it } from 'vitest';
import { isSameTime } from './zone.ts';

const winter = Date.UTC(2026, 0, 15);

it.each([
  ['Asia/Calcutta', 'Asia/Kolkata', true],
  ['Europe/Kiev', 'Europe/Kyiv', true],
  ['Europe/Berlin', 'Europe/London', false],
  // They differ only in summer.
  ['America/Denver', 'America/Phoenix', false],
  // They set their clocks forward two days apart.
  ['Asia/Jerusalem', 'Europe/Athens', false],
])('the clocks of %s and %s agree all year: %s', (one, other, isSame) => {
  expect(isSameTime(one, other, winter)).toBe(isSame);
});
