import type { ClosedPart } from '@openhours/contract/availability.ts';
import { expect, test } from 'vitest';
import { noFreeDayText, nothingFreeText } from './nothing-free-text.ts';

const allDay = { startMinute: 0, minutes: 1440, reason: 'Painting' };

test.each<[string, string, { closed?: ClosedPart[] }]>([
  ['2026-12-26', 'No appointments on Dec 26, 2026', {}],
  ['2026-12-26', 'No appointments on Dec 26, 2026', { closed: [{ ...allDay, whose: 'doctor' }] }],
  ['2026-12-26', 'The clinic is closed on Dec 26, 2026', { closed: [{ ...allDay, whose: 'clinic' }] }],
  [
    '2026-12-25',
    'No appointments left on Dec 25, 2026',
    { closed: [{ ...allDay, startMinute: 600, minutes: 60, whose: 'clinic' }] },
  ],
  ['2026-12-24', 'No appointments left today', {}],
])('%s without free slots: %s', (day, text, option) => {
  const days = ['2026-12-24', '2026-12-25', '2026-12-27'];
  const facts = { today: '2026-12-24', spaces: new Map(days.map((one) => [one, 0])) };
  expect(nothingFreeText(day, { ...facts, options: [option, {}] })).toBe(text);
});

test('without a free day, says whether the clinic is open for bookings at all', () => {
  const full = new Map([['2026-12-24', 0]]);
  expect(noFreeDayText({ spaces: full, options: [] })).toBe('We are not open for bookings yet.');
  expect(noFreeDayText({ spaces: full, options: [{}] })).toMatch(/^All days are fully booked/);
  expect(noFreeDayText({ spaces: undefined, options: [{}] })).toBe('Pick another day.');
});
