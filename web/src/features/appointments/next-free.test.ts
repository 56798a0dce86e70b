import { expect, it } from 'vitest';
import { nextFreeOf } from './next-free.ts';

const at = (optionId: string, date: string, time = '09') => ({
  optionId,
  date,
  slot: `${time}:00 AM - ${time}:30 AM`,
  startsAt: `${date}T${time}:00:00.000Z`,
});

it('names the next free slot of a full option, and an earlier one with somebody else', () => {
  const [own, sameTime, earlier, earliest] = [
    at('own', '2026-12-05'),
    at('same', '2026-12-05'),
    at('b', '2026-12-04', '10'),
    at('c', '2026-12-04'),
  ];
  expect(nextFreeOf('own', [own, sameTime])).toEqual({ own });
  expect(nextFreeOf('own', [sameTime, own])).toEqual({ own });
  expect(nextFreeOf('own', [own, earlier, earliest])).toEqual({ own, other: earliest });
  expect(nextFreeOf('own', [earlier])).toEqual({ other: earlier });
  expect(nextFreeOf('own', [])).toEqual({});
});
