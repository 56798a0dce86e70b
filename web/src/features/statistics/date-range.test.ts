import { expect, it } from 'vitest';
import { nameOf, rangeOf, ranges, readRange } from './date-range.ts';

it.each([
  ['this-month', '2028-02-10', '2028-02-01', '2028-02-29'],
  ['this-month', '2026-12-31', '2026-12-01', '2026-12-31'],
  ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last-month', '2026-01-01', '2025-12-01', '2025-12-31'],
  ['this-year', '2026-11-22', '2026-01-01', '2026-12-31'],
  ['last-year', '2026-11-22', '2025-01-01', '2025-12-31'],
] as const)('%s on %s is %s to %s', (name, today, from, to) => {
  expect(rangeOf(name, today)).toEqual({ from, to });
});

it('is known by its name again, and in the URL', () => {
  const today = '2026-11-22';
  for (const name of ranges) expect(nameOf(rangeOf(name, today), today)).toBe(name);
  expect(nameOf({ from: '2026-11-02', to: '2026-11-03' }, today)).toBeUndefined();
  const read = (query: string) => readRange(new URLSearchParams(query), today);
  expect(read('from=2026-11-02&to=2026-11-03')).toEqual({ from: '2026-11-02', to: '2026-11-03' });
  for (const wrong of ['', 'from=2026-11-02', 'from=2026-11-04&to=2026-11-03', 'from=x&to=y']) {
    expect(read(wrong)).toEqual(rangeOf('this-month', today));
  }
});
