import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minutesOfNotice, noticeOf } from './notice.ts';

test('minutes are converted to hours if there is no remainder, and never to days', () => {
  expect(noticeOf(0)).toEqual({ count: 0, unit: 'minutes' });
  expect(noticeOf(90)).toEqual({ count: 90, unit: 'minutes' });
  expect(noticeOf(120)).toEqual({ count: 2, unit: 'hours' });
  expect(noticeOf(2880)).toEqual({ count: 48, unit: 'hours' });
});

test('converting minutes there and back changes nothing', () => {
  fc.assert(
    fc.property(fc.nat(43_200), (minutes) => {
      const { count, unit } = noticeOf(minutes);
      expect(Number.isInteger(count)).toBe(true);
      expect(minutesOfNotice(count, unit)).toBe(minutes);
    }),
  );
});
