import { expect, test } from 'vitest';
import { minuteAt } from './clinic-minute.ts';

test("is the minute of the zone that is asked for, also when an admin changes the clinic's", () => {
  const instant = new Date('2026-11-25T14:05:00Z');
  expect(minuteAt(instant, 'Europe/Berlin')).toBe(15 * 60 + 5);
  expect(minuteAt(instant, 'America/New_York')).toBe(9 * 60 + 5);
  expect(minuteAt(new Date('2026-11-25T23:00:00Z'), 'Europe/Berlin')).toBe(0);
});
