import fc from 'fast-check';
import { expect, it } from 'vitest';
import { instantOfUtcTime, utcTime } from './utc-time.ts';

it("writes an instant in the specification's form, in UTC, to the second", () => {
  expect(utcTime(new Date('2024-03-10T07:05:09.999Z'))).toBe('2024-03-10 07:05:09');
});

it('reads back what it writes', () => {
  const seconds = fc.integer({ min: -62_135_596_800, max: 253_402_300_799 });
  fc.assert(
    fc.property(seconds, (at) => {
      expect(instantOfUtcTime(utcTime(new Date(at * 1000)))?.getTime()).toBe(at * 1000);
    }),
  );
});

it.each(['2024-02-30 10:00:00', '2024-01-05T10:00:00', '2024-01-05 24:00:00', '2024-01-05 10:00', 'now'])(
  'refuses %j',
  (text) => {
    expect(instantOfUtcTime(text)).toBeUndefined();
  },
);
