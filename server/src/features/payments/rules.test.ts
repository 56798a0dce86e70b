import { describe, expect, it } from 'vitest';
import { askAgainAt, judge, receiptNumberIn, receiptText, takenPart, whyNotPayable } from './rules.ts';

const usd = (minor: number) => ({ minor, currency: 'USD' });
const booking = { status: 'confirmed', paid: false, price: usd(14_000) } as const;
const charge = { amount: usd(14_000), ordered: usd(14_000), risky: false, booking };

describe('money that came', () => {
  it('is kept when it is what was ordered and what the booking costs', () => {
    expect(judge(charge)).toEqual({ kind: 'keep' });
  });

  it.each([
    ['cancelled', { booking: { ...booking, status: 'cancelled' } }],
    ['paid-otherwise', { booking: { ...booking, paid: true } }],
    ['wrong-amount', { amount: usd(13_999) }],
    ['wrong-amount', { amount: { minor: 14_000, currency: 'EUR' } }],
    ['wrong-amount', { ordered: usd(1) }],
    ['cancelled', { risky: true, booking: { ...booking, status: 'cancelled' } }],
  ] as const)('goes back: %s', (cause, changes) => {
    expect(judge({ ...charge, ...changes })).toEqual({ kind: 'give-back', cause });
  });

  it('waits for an admin when the provider has doubts', () => {
    expect(judge({ ...charge, risky: true })).toMatchObject({ kind: 'hold' });
  });
});

it('tells why a booking cannot be paid for, the weightiest reason first', () => {
  const offered = { priceMinor: 14_000, isOnHold: false };
  expect(whyNotPayable(booking, offered)).toBeUndefined();
  expect(whyNotPayable(booking, { ...offered, priceMinor: undefined })).toBe('PRICE_DIFFERS');
  expect(whyNotPayable(booking, { ...offered, isOnHold: true })).toBe('ON_HOLD');
  expect(whyNotPayable({ ...booking, paid: true }, { priceMinor: 1, isOnHold: true })).toBe('ALREADY_PAID');
});

it('asks again after ever longer pauses, never longer than six hours', () => {
  const now = new Date('2026-01-05T10:00:00Z');
  const minutes = (times: number) => (askAgainAt(now, times).getTime() - now.getTime()) / 60_000;
  expect([0, 1, 2, 6, 7, 1_000].map(minutes)).toEqual([3, 6, 12, 192, 360, 360]);
});

it('gives back parts of a converted amount that never add up to more than was taken', () => {
  const payment = { amountMinor: 14_000, takenMinor: 1_701_001 };
  expect(takenPart(14_000, payment)).toBe(1_701_001);
  const thirds = [4_667, 4_667, 4_666].map((part) => takenPart(part, payment));
  expect(thirds.reduce((sum, part) => sum + part, 0)).toBeLessThanOrEqual(1_701_001);
});

it('writes and reads the number of a receipt', () => {
  expect(receiptText(123, new Date('2026-01-05T10:00:00Z'))).toBe('R-2026-000123');
  expect(receiptNumberIn(' r-2026-000123 ')).toBe(123);
  expect(receiptNumberIn('R-2026-12')).toBeUndefined();
});
