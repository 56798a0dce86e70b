import { expect, it } from 'vitest';
import { overdueBefore, payBy } from './rules.ts';

it('what is paid, cancelled or free has no time until which it must be paid', () => {
  const bookedAt = new Date('2026-11-23T10:00:00Z');
  const unpaid = { payment: 'at-booking', priceMinor: 100, state: 'booked', paid: false, bookedAt } as const;
  expect(payBy(unpaid)).toEqual(new Date('2026-11-23T10:30:00Z'));
  for (const other of [{ payment: 'at-clinic' }, { priceMinor: 0 }, { state: 'cancelled' }, { paid: true }] as const) {
    expect(payBy({ ...unpaid, ...other })).toBeUndefined();
  }
});

it('a booking is cancelled ten minutes after the time until which it had to be paid', () => {
  expect(overdueBefore(new Date('2026-11-23T10:40:00Z'))).toEqual(new Date('2026-11-23T10:00:00Z'));
});
