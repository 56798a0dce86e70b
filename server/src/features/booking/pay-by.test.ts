import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nightEndsAt } from '../schedule/index.ts';
import { notPaidMessage, overdueBefore, payAgainBy, payBy, payByAfter, remindAt } from './pay-by.ts';

const MINUTE = 60_000;
const at = (text: string) => new Date(`2026-11-${text}Z`);
const startsAt = at('30T10:00:00');

it('what is paid, cancelled or free has no time until which it must be paid', () => {
  const until = payByAfter(at('23T10:00:00'), 30);
  const unpaid = { payment: 'at-booking', priceMinor: 100, state: 'booked', paid: false, payBy: until } as const;
  expect(payBy(unpaid)).toEqual(at('23T10:30:00'));
  for (const other of [{ payment: 'at-clinic' }, { priceMinor: 0 }, { state: 'cancelled' }, { paid: true }] as const) {
    expect(payBy({ ...unpaid, ...other })).toBeUndefined();
  }
});

it('reminds when a third of the time is left', () => {
  expect(remindAt({ payBy: at('23T10:30:00'), now: at('23T10:00:00') })).toEqual(at('23T10:20:00'));
});

it('a booking is cancelled ten minutes after the time until which it had to be paid, with that time as the reason', () => {
  expect(overdueBefore(at('23T10:40:00'))).toEqual(at('23T10:30:00'));
  expect(notPaidMessage(at('23T10:30:00'), 'Europe/Berlin')).toBe(
    'It was not paid by Nov 23, 2026, 11:30 AM. You can book again if the time is still free.',
  );
});

const again = (now: string, other: { startsAt?: Date; withinMinutes?: number; timeZone?: string } = {}) =>
  payAgainBy({ now: at(now), startsAt, timeZone: 'UTC', ...other });

it('somebody who has to pay again has a day, which neither begins nor ends by night', () => {
  expect(again('23T10:00:00')).toEqual(at('24T10:00:00'));
  expect(again('23T03:00:00')).toEqual(at('24T08:00:00'));
  expect(again('23T21:00:00')).toEqual(at('25T08:00:00'));
  expect(again('23T19:00:00', { timeZone: 'Europe/Berlin' })).toEqual(at('25T07:00:00'));
  // They knew that they had to pay, but the provider did not answer.
  expect(again('23T10:00:00', { withinMinutes: 30 })).toEqual(at('23T10:30:00'));
  expect(again('23T03:00:00', { withinMinutes: 30 })).toEqual(at('23T08:30:00'));
});

it('has less time if the appointment starts sooner, and pays at the clinic if that is less than two hours by day', () => {
  expect(again('30T02:00:00', { startsAt: at('30T10:15:00') })).toEqual(at('30T10:00:00'));
  expect(again('30T02:00:00', { startsAt: at('30T10:14:00') })).toBeUndefined();
  expect(again('30T08:00:00', { startsAt: at('30T10:15:00') })).toEqual(at('30T10:00:00'));
  // The time would end by night.
  expect(again('29T12:00:00', { startsAt: at('30T07:30:00') })).toBeUndefined();
  expect(again('30T09:20:00', { withinMinutes: 30, startsAt })).toBeUndefined();
});

it('never ends by night, and never so late that the appointment cannot be cancelled', () => {
  const minutes = (most: number) => fc.integer({ min: 0, max: most });
  fc.assert(
    fc.property(minutes(20_000), minutes(10_000), fc.integer({ min: 10, max: 1440 }), (from, ahead, withinMinutes) => {
      const now = new Date(at('01T00:00:00').getTime() + from * MINUTE);
      const start = new Date(now.getTime() + ahead * MINUTE);
      const until = payAgainBy({ now, withinMinutes, startsAt: start, timeZone: 'Europe/Berlin' });
      if (until === undefined) return;
      expect(until > now && nightEndsAt(until, 'Europe/Berlin') === undefined).toBe(true);
      expect(start.getTime() - until.getTime()).toBeGreaterThanOrEqual(15 * MINUTE);
    }),
  );
});
