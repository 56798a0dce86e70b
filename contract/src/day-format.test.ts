import { expect, test } from 'vitest';
import { dayFormat } from './day-format.ts';

const today = '2026-11-27';

test.each([
  ['2026-12-28', 'Mon, Dec 28'],
  ['2027-01-04', 'Mon, Jan 4, 2027'],
  ['2025-12-29', 'Mon, Dec 29, 2025'],
])('%s is %s: with its year exactly if that is not this year', (day, text) => {
  expect(dayFormat({ weekday: 'short', month: 'short', day: 'numeric' })(day, { today })).toBe(text);
});

test.each([
  ['2026-12-21', '2026-12-27', 'Dec 21 – 27'],
  ['2026-12-28', '2027-01-03', 'Dec 28, 2026 – Jan 3, 2027'],
  ['2027-01-04', '2027-01-10', 'Jan 4 – 10, 2027'],
  ['2025-12-29', '2026-01-04', 'Dec 29, 2025 – Jan 4, 2026'],
])('%s to %s is %s', (day, last, text) => {
  const format = dayFormat({ month: 'short', day: 'numeric' });
  expect(format(day, { today, last }).replaceAll(/\s/g, ' ')).toBe(text);
});
