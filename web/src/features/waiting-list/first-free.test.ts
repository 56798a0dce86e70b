import { expect, it } from 'vitest';
import { firstFree } from './first-free.ts';

const option = (optionId: string, startsAt: string | undefined) => ({
  optionId,
  nextFree: startsAt === undefined ? null : { date: startsAt.slice(0, 10), slot: '09:00 AM - 09:30 AM', startsAt },
});
const options = [
  option('full', undefined),
  option('later', '2026-11-23T14:00:00.000Z'),
  option('first', '2026-11-23T09:00:00.000Z'),
];

it('finds the first free time of all options', () => {
  expect(firstFree(options, { to: '2026-11-30' })?.optionId).toBe('first');
});

it('finds one on the last day, and none after it', () => {
  expect(firstFree(options, { to: '2026-11-23' })?.optionId).toBe('first');
  expect(firstFree(options, { to: '2026-11-22' })).toBeUndefined();
  expect(firstFree([option('full', undefined)], { to: '2026-11-30' })).toBeUndefined();
});

it('finds one that is earlier than an appointment, also on its day, and not its own time', () => {
  const to = '2026-11-23';
  expect(firstFree(options, { to, before: '2026-11-23T09:30:00.000Z' })?.optionId).toBe('first');
  expect(firstFree(options, { to, before: '2026-11-23T09:00:00.000Z' })).toBeUndefined();
});
