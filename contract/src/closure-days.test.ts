import { expect, test } from 'vitest';
import { closureDays } from './closure-days.ts';

test('closing days are shown with the time from which they apply, and a single day as one date', () => {
  const closure = { from: '2026-12-24', to: '2026-12-26', fromMinute: 0 };
  expect(closureDays(closure)).toBe('Dec 24, 2026 to Dec 26, 2026');
  expect(closureDays({ ...closure, to: closure.from })).toBe('Dec 24, 2026');
  expect(closureDays({ ...closure, to: closure.from, fromMinute: 600 })).toBe('Dec 24, 2026 from 10:00 AM');
});
