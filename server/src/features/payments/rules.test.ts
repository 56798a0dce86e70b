import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PaymentRow, RefundRow } from './payment-rows.ts';
import {
  askAboutOrderAgainAt,
  askAgainAt,
  compareAgainAt,
  isGivenBackByClinicOrBank,
  isOlderThan,
  judge,
  payableOutOf,
  pricePaidBy,
  type RefundCause,
  receiptNumberIn,
  receiptText,
  takenPart,
  unreturnedOf,
  waitMillis,
  whyNotPayable,
} from './rules.ts';

const usd = (minor: number) => ({ minor, currency: 'USD' });
const booking = {
  state: 'booked',
  paid: false,
  earlierPayment: null,
  price: usd(14_000),
} as const;
const charge = { amount: usd(14_000), ordered: usd(14_000), risky: false, booking };

describe('a new payment', () => {
  it('pays if it equals the order and the price of the booking', () => {
    expect(judge(charge)).toEqual({ event: 'pay' });
  });

  it.each([
    ['cancelled', { booking: { ...booking, state: 'cancelled' } }],
    ['paid-otherwise', { booking: { ...booking, paid: true } }],
    ['wrong-amount', { amount: usd(13_999) }],
    ['wrong-amount', { amount: { minor: 14_000, currency: 'EUR' } }],
    ['wrong-amount', { ordered: usd(1) }],
    ['cancelled', { risky: true, booking: { ...booking, state: 'cancelled' } }],
  ] as const)('is refunded: %s', (cause, changes) => {
    expect(judge({ ...charge, ...changes })).toEqual({ event: 'release', cause });
  });

  it('pays in the place of one whose refund failed after a move to a higher price', () => {
    const moved = { ...booking, paid: true, earlierPayment: 'refund-failed' } as const;
    expect(judge({ ...charge, booking: moved })).toEqual({ event: 'pay' });
    expect(judge({ ...charge, amount: usd(1), booking: moved })).toEqual({ event: 'release', cause: 'wrong-amount' });
  });

  it('is put on hold if the provider calls it risky', () => {
    expect(judge({ ...charge, risky: true })).toMatchObject({ event: 'hold' });
  });
});

it('gives the most important reason why a booking cannot be paid for', () => {
  const offered = { price: usd(14_000), unreturned: [] };
  expect(whyNotPayable(booking, offered)).toBeUndefined();
  expect(whyNotPayable(booking, { ...offered, price: undefined })).toBe('PRICE_DIFFERS');
  expect(whyNotPayable(booking, { ...offered, price: { minor: 14_000, currency: 'JPY' } })).toBe('PRICE_DIFFERS');
  expect(whyNotPayable(booking, { ...offered, unreturned: ['being-refunded'] })).toBe('BEING_REFUNDED');
  const refunding = { ...booking, paid: true, earlierPayment: 'being-refunded' as const };
  expect(whyNotPayable(refunding, { ...offered, unreturned: ['being-refunded'] })).toBe('BEING_REFUNDED');
  const notRefunded = { ...booking, paid: true, earlierPayment: 'refund-failed' as const };
  expect(whyNotPayable(notRefunded, offered)).toBe('REFUND_FAILED');
  expect(whyNotPayable(booking, { ...offered, unreturned: ['refund-failed', 'being-refunded'] })).toBe('REFUND_FAILED');
  const both = ['refund-failed', 'on-hold'] as const;
  expect(whyNotPayable(booking, { ...offered, unreturned: both })).toBe('ON_HOLD');
  expect(whyNotPayable({ ...booking, paid: true }, { price: usd(1), unreturned: both })).toBe('ALREADY_PAID');
});

it('a payment went back without a reason in the appointment if the clinic or the bank decided its last refund', () => {
  const isGivenBack = (...causes: RefundCause[]) =>
    isGivenBackByClinicOrBank(
      { state: 'paid' },
      causes.map((cause) => ({ state: 'succeeded', cause })),
    );
  expect(isGivenBack('admin') && isGivenBack('provider') && isGivenBack('moved', 'admin')).toBe(true);
  expect(isGivenBack('disputed')).toBe(true);
  expect(isGivenBack('moved') || isGivenBack('admin', 'moved') || isGivenBack('correction')).toBe(false);
  const failed = { state: 'failed', cause: 'admin' } as const;
  expect(isGivenBackByClinicOrBank({ state: 'paid' }, [{ state: 'succeeded', cause: 'moved' }, failed])).toBe(false);
  // It never paid for the booking.
  expect(isGivenBackByClinicOrBank({ state: 'on-hold' }, [{ state: 'succeeded', cause: 'admin' }])).toBe(false);
});

it('finds the online payments of a booking that do not pay for it and have not come back', () => {
  const payment = {
    bookingId: 'b',
    via: 'card' as const,
    state: 'released' as const,
    amountMinor: 100,
    refundedMinor: 0,
    returnedMinor: 0,
  };
  const found = (more: Partial<Pick<PaymentRow, keyof typeof payment>>) =>
    unreturnedOf({ id: 'b' }, [{ ...payment, ...more }]);
  expect(found({})).toEqual(['refund-failed']);
  expect(found({ state: 'on-hold' })).toEqual(['on-hold']);
  expect(found({ refundedMinor: 100, returnedMinor: 99 })).toEqual(['being-refunded']);
  expect(found({ refundedMinor: 100, returnedMinor: 100 })).toEqual([]);
  expect(found({ state: 'paid' })).toEqual([]);
  expect(found({ state: 'paid', refundedMinor: 100 })).toEqual(['being-refunded']);
  expect(found({ via: 'clinic', refundedMinor: 100 })).toEqual([]);
  expect(found({ bookingId: 'another' })).toEqual([]);
});

it('is older than some minutes only after them', () => {
  const since = new Date('2026-01-05T10:00:00Z');
  expect(isOlderThan(10, since, new Date('2026-01-05T10:10:00Z'))).toBe(false);
  expect(isOlderThan(10, since, new Date('2026-01-05T10:10:00.001Z'))).toBe(true);
});

it('asks a provider again at growing intervals of at most six hours', () => {
  const now = new Date('2026-01-05T10:00:00Z');
  const minutes = (times: number) => (askAgainAt(now, times).getTime() - now.getTime()) / 60_000;
  expect([0, 1, 2, 6, 7, 1_000].map(minutes)).toEqual([3, 6, 12, 192, 360, 360]);
});

it('asks every 15 minutes at least about a payment that is being processed', () => {
  const now = new Date('2026-01-05T10:00:00Z');
  const minutes = (order: { state: 'open' | 'processing'; timesAsked: number }) =>
    (askAboutOrderAgainAt(now, order).getTime() - now.getTime()) / 60_000;
  expect([0, 1, 6].map((timesAsked) => minutes({ state: 'processing', timesAsked }))).toEqual([6, 12, 15]);
  expect([0, 1, 6].map((timesAsked) => minutes({ state: 'open', timesAsked }))).toEqual([6, 12, 360]);
});

it('compares a payment at growing intervals, about forty times, for as long as its payer may dispute it', () => {
  const paidAt = new Date('2026-01-05T10:00:00Z');
  const pauses: number[] = [];
  let at = paidAt;
  for (let next = compareAgainAt(at, paidAt); next; next = compareAgainAt(at, paidAt)) {
    pauses.push((next.getTime() - at.getTime()) / 3_600_000);
    at = next;
  }
  expect(pauses.slice(0, 4)).toEqual([1, 1, 1, 1]);
  expect(Math.max(...pauses)).toBe(7 * 24);
  expect(at.getTime() - paidAt.getTime()).toBeGreaterThan(540 * 86_400_000);
  expect(pauses.length).toBeLessThan(110);
});

it('converts partial refunds to the unit: never more than was charged, and all of it if all is refunded', () => {
  const minor = fc.integer({ min: 1, max: 2_147_483_647 });
  const steps = fc.array(fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), fails: fc.boolean() }));
  fc.assert(
    fc.property(minor, minor, steps, (amountMinor, takenMinor, some) => {
      let refunded: { amountMinor: number; takenMinor: number }[] = [];
      const refund = (part: number) => {
        const taken = takenPart(part, { amountMinor, takenMinor, refunded });
        expect(taken).toBeGreaterThanOrEqual(0);
        refunded.push({ amountMinor: part, takenMinor: taken });
      };
      const left = () => refunded.reduce((rest, part) => rest - part.amountMinor, amountMinor);
      for (const { share, fails } of some) {
        // A refund that fails, even after others were requested, counts no more.
        if (fails) refunded = refunded.slice(1);
        const part = Math.ceil(left() * share);
        if (part > 0) refund(part);
      }
      if (left() > 0) refund(left());
      expect(refunded.reduce((sum, part) => sum + part.takenMinor, 0)).toBe(takenMinor);
    }),
  );
  expect(takenPart(4_667, { amountMinor: 14_000, takenMinor: 1_701_001, refunded: [] })).toBe(567_040);
});

it('formats receipt numbers with their year, and parses them', () => {
  expect(receiptText({ receiptNumber: 123, receiptYear: 2026 })).toBe('R-2026-000123');
  expect(receiptText({ receiptNumber: null, receiptYear: null })).toBeUndefined();
  expect(receiptNumberIn(' r-2026-000123 ')).toBe(123);
  expect(receiptNumberIn('R-2026-12')).toBeUndefined();
});

it('a payment pays for its amount, or for the lower price after which a part was refunded', () => {
  const payment = { amountMinor: 14_000, currency: 'USD' };
  const refund = { cause: 'moved', state: 'succeeded', amountMinor: 2_000 } as const;
  expect(pricePaidBy(payment, [])).toEqual({ minor: 14_000, currency: 'USD' });
  expect(pricePaidBy(payment, [refund, { ...refund, state: 'pending', amountMinor: 1_000 }])).toEqual({
    minor: 11_000,
    currency: 'USD',
  });
  expect(pricePaidBy(payment, [{ ...refund, state: 'failed' }])).toEqual({ minor: 14_000, currency: 'USD' });
  expect(pricePaidBy(payment, [{ ...refund, cause: 'admin' }])).toEqual({ minor: 14_000, currency: 'USD' });
});

it('waits for a parallel request until its deadline, and no longer if that began by a clock that is ahead', () => {
  const now = new Date('2026-01-05T10:00:00Z');
  const waited = (secondsAgo: number) =>
    waitMillis(9_000, { since: new Date(now.getTime() - secondsAgo * 1_000), now });
  expect(waited(2)).toBe(7_000);
  expect(waited(10)).toBeLessThan(0);
  expect(waited(-90)).toBe(9_000);
});

describe('what the clinic can pay of a refund that failed', () => {
  const failed = {
    id: 'failed',
    state: 'failed',
    method: null,
    cause: 'admin',
    amountMinor: 4_000,
    requestedAt: new Date(0),
    doneAt: new Date(1000),
  } as const;
  type Other = Pick<RefundRow, 'id' | 'state' | 'method' | 'cause' | 'amountMinor' | 'requestedAt' | 'doneAt'>;
  const payableWith = (others: readonly Other[], refundedMinor = 0, one: Other = failed) =>
    payableOutOf(one, {
      payment: { amountMinor: 14_000, refundedMinor, currency: 'USD' },
      refunds: [one, ...others],
    }).minor;

  it('is its amount, and never more than is left of the payment', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 14_000 }), (refunded) => {
        expect(payableWith([], refunded)).toBe(Math.min(4_000, 14_000 - refunded));
      }),
    );
  });

  it.each([
    ['one that was requested instead', { state: 'requested' }, 0],
    ['one that was made instead', { state: 'succeeded' }, 0],
    ['one that was requested instead and failed, too', { state: 'failed' }, 0],
    ['a payout', { state: 'succeeded', method: 'cash' }, 0],
    ['a payout that was corrected', { state: 'failed', method: 'cash' }, 4_000],
    ['one of another amount', { state: 'succeeded', amountMinor: 3_000 }, 4_000],
    ['one that was requested before it failed', { state: 'succeeded', requestedAt: new Date(500) }, 4_000],
  ] as const)('after %s', (_name, other, payable) => {
    expect(payableWith([{ ...failed, id: 'other', requestedAt: new Date(1000), ...other }])).toBe(payable);
  });

  it('is nothing of one that did not fail, of a payout, and of what the bank returned', () => {
    for (const state of ['requested', 'pending', 'succeeded'] as const) {
      expect(payableWith([], 0, { ...failed, state })).toBe(0);
    }
    expect(payableWith([], 0, { ...failed, method: 'transfer' })).toBe(0);
    expect(payableWith([], 0, { ...failed, cause: 'disputed' })).toBe(0);
  });
});
