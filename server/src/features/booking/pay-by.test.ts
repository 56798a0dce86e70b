import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nightEndsAt } from '../schedule/index.ts';
import {
  notPaidMessage,
  overdueBefore,
  payAgainBy,
  payBy,
  payByAfter,
  payByAfterMove,
  remindAt,
  termsOf,
} from './pay-by.ts';

const MINUTE = 60_000;
const at = (text: string) => new Date(`2026-11-${text}Z`);
const startsAt = at('30T10:00:00');

it('what is paid, cancelled or free has no time until which it must be paid', () => {
  const until = at('23T10:30:00');
  const start = { startsAt: at('23T11:00:00'), payBy: until };
  const unpaid = { payment: 'at-booking', priceMinor: 100, state: 'booked', paid: false, ...start } as const;
  const now = at('23T10:35:00');
  expect(payBy(unpaid, now)).toEqual(until);
  for (const other of [{ payment: 'at-clinic' }, { priceMinor: 0 }, { state: 'cancelled' }, { paid: true }] as const) {
    expect(payBy({ ...unpaid, ...other }, now)).toBeUndefined();
  }
  // It has begun, or begins before it would be cancelled.
  expect(payBy(unpaid, at('23T11:00:00'))).toBeUndefined();
  expect(payBy({ ...unpaid, startsAt: at('23T10:40:00') }, now)).toBeUndefined();
});

it("who books has the clinic's time, but not so long that the appointment could not be cancelled before it starts", () => {
  const after = (start: string, payWithinMinutes = 30) =>
    payByAfter({ now: at('23T10:00:00'), payWithinMinutes, startsAt: at(start) });
  expect(after('23T10:45:00')).toEqual(at('23T10:30:00'));
  expect(after('23T10:44:00')).toEqual(at('23T10:29:00'));
  expect(after('23T18:00:00', 1440)).toEqual(at('23T17:45:00'));
  expect(after('23T10:25:00', 10)).toEqual(at('23T10:10:00'));
  for (const minutes of [10, 30, 1440]) expect(after('23T10:24:00', minutes)).toBeUndefined();
});

it('a move keeps the deadline if the new time allows it; otherwise a patient has less time, and staff take the money', () => {
  const booking = { payBy: at('23T10:30:00'), payWithinMinutes: 60 };
  const moved = (as: 'patient' | 'clinic', start: string, other: object = {}) =>
    payByAfterMove({ ...booking, ...other }, { as, startsAt: at(start), now: at('23T10:00:00') });
  for (const as of ['patient', 'clinic'] as const) expect(moved(as, '23T10:45:00')).toEqual(booking.payBy);
  expect(moved('patient', '23T10:44:00')).toEqual(at('23T10:29:00'));
  expect(moved('clinic', '23T10:44:00')).toBeUndefined();
  expect(moved('patient', '23T10:20:00')).toBeUndefined();
  // It was free of charge.
  expect(moved('patient', '25T10:00:00', { payBy: null })).toEqual(at('23T11:00:00'));
});

it('has terms if it costs something: until when it is free to cancel, and the time to pay, of which a hold may take some', () => {
  const rules = { freeCancellationHours: 24, payment: 'at-booking', payWithinMinutes: 30 } as const;
  const now = at('29T11:00:00');
  const terms = (changes: { priceMinor?: number; startsAt?: Date; payment?: 'at-clinic' }) =>
    termsOf({ startsAt, priceMinor: 1, rules: { ...rules, ...changes }, now, ...changes });
  const freeUntil = at('29T10:00:00').toISOString();
  expect(terms({})).toEqual({ freeUntil, payWithinMinutes: 30 });
  expect(terms({ payment: 'at-clinic' })).toEqual({ freeUntil });
  expect(terms({ priceMinor: 0 })).toBeUndefined();
  expect(terms({ startsAt: at('29T11:35:00') })?.payWithinMinutes).toBe(15);
  expect(terms({ startsAt: at('29T11:24:00') })?.payWithinMinutes).toBeUndefined();
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
