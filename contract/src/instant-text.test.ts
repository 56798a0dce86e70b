import { expect, test } from 'vitest';
import { dateText, instantText, timeText } from './instant-text.ts';
import { slotLabel } from './slot-label.ts';

const instant = new Date('2026-01-05T00:00:07Z');

test('an instant on the clock of a zone', () => {
  expect(instantText(instant, 'UTC')).toBe('Jan 5, 2026, 12:00 AM');
  expect(instantText(instant, 'Asia/Kolkata')).toBe('Jan 5, 2026, 05:30 AM');
  expect(instantText(instant, 'America/New_York', 'second')).toBe('Jan 4, 2026, 07:00:07 PM');
  expect(dateText(instant, 'America/New_York')).toBe('Jan 4, 2026');
});

test('every minute of a day has the text that labels of slots have', () => {
  for (let startMinute = 0; startMinute < 1440; startMinute += 1) {
    const [start] = slotLabel({ startMinute, minutes: 5 }).split(' - ');
    expect(timeText(new Date(instant.getTime() + startMinute * 60_000), 'UTC')).toBe(start);
  }
});
