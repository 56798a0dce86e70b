import { expect, it } from 'vitest';
import { quotaDay, sweepBefore } from './rules.ts';

it('counts a quota by the day in UTC, and keeps an unused image for 24 hours', () => {
  expect(quotaDay(new Date('2024-01-05T23:59:59.999Z'))).toBe('2024-01-05');
  expect(sweepBefore(new Date('2024-01-06T10:00:00Z'))).toEqual(new Date('2024-01-05T10:00:00Z'));
});
