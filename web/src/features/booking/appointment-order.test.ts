import { expect, it } from 'vitest';
import { orderAppointments } from './appointment-order.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const confirmed = (startsAt: string) => ({ startsAt, state: 'booked' as const });
const cancelled = (startsAt: string) => ({ startsAt, state: 'cancelled' as const });

it('lists upcoming appointments first, soonest first', () => {
  const { upcoming } = orderAppointments(
    [confirmed('2026-12-01T09:00:00Z'), confirmed('2026-11-20T12:30:00Z'), confirmed('2026-11-23T09:00:00.000Z')],
    now,
  );
  expect(upcoming.map(({ startsAt }) => startsAt.slice(0, 10))).toEqual(['2026-11-20', '2026-11-23', '2026-12-01']);
});

it('lists past and cancelled appointments after them, latest first', () => {
  const { upcoming, earlier } = orderAppointments(
    [confirmed('2026-10-01T09:00:00Z'), cancelled('2026-11-25T09:00:00Z'), confirmed('2026-11-20T12:00:00Z')],
    now,
  );
  expect(upcoming).toEqual([]);
  expect(earlier.map(({ startsAt }) => startsAt.slice(0, 10))).toEqual(['2026-11-25', '2026-11-20', '2026-10-01']);
});

it('does not change its input', () => {
  const given = [confirmed('2026-12-01T09:00:00Z'), confirmed('2026-11-23T09:00:00Z')];
  const before = [...given];
  orderAppointments(given, now);
  expect(given).toEqual(before);
});
