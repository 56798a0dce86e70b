import { expect, test } from 'vitest';
import { shiftText } from './shift-text.ts';

test.each([
  ['2026-03-03T08:30:00Z', 'Starts 1 hour earlier than before.'],
  ['2026-03-03T15:00:00Z', 'Starts 5 hours 30 minutes later than before.'],
  ['2026-03-03T10:15:00Z', 'Starts 45 minutes later than before.'],
  ['2026-03-03T09:30:00Z', 'Starts at the same moment as before.'],
])('an appointment at 9:30 that then starts at %s: %s', (after, text) => {
  expect(shiftText('2026-03-03T09:30:00Z', after)).toBe(text);
});
