import { expect, test } from 'vitest';
import { closureDays } from './closure-days.ts';

test.each([
  [{ from: '2026-12-24', to: '2026-12-26' }, 'Dec 24, 2026 to Dec 26, 2026'],
  [
    { from: '2026-12-24', to: '2026-12-26', fromMinute: 600, toMinute: 840 },
    'Dec 24, 2026 from 10:00 AM to Dec 26, 2026 at 02:00 PM',
  ],
  [{ from: '2026-12-24', to: '2026-12-24' }, 'Dec 24, 2026'],
  [{ from: '2026-12-24', to: '2026-12-24', fromMinute: 600 }, 'Dec 24, 2026 from 10:00 AM'],
  [{ from: '2026-12-24', to: '2026-12-24', toMinute: 840 }, 'Dec 24, 2026 until 02:00 PM'],
  [{ from: '2026-12-24', to: '2026-12-24', fromMinute: 600, toMinute: 840 }, 'Dec 24, 2026 from 10:00 AM to 02:00 PM'],
])('a closure is named by its days, and its times if it has any: %o', (days, text) => {
  expect(closureDays({ fromMinute: 0, toMinute: 1440, ...days })).toBe(text);
});
