import { describe, expect, it } from 'vitest';
import { moveTerms } from './move-terms.ts';
import { noMoney } from './refund-money.ts';

const at = (text: string) => new Date(`2026-11-${text}Z`);
const now = at('23T10:00:00');
const usd = (minor: number) => ({ minor, currency: 'USD' });
const unpaid = {
  priceMinor: 14_000,
  currency: 'USD',
  payment: 'at-booking',
  payBy: null,
  payWithinMinutes: 60,
  paid: false,
  startsAt: at('30T10:00:00'),
  freeCancellationHours: 24,
  freeAtLeastUntil: null,
} as const;
const moved = {
  startsAt: at('30T10:00:00'),
  price: usd(14_000),
  left: noMoney('USD'),
  isBeingPaid: false,
  isDisputed: false,
  now,
};
const all = (booking: object, move: object = {}) => moveTerms({ ...unpaid, ...booking }, { ...moved, ...move });
const terms = (booking: object, move: object = {}) => all(booking, move).message;

describe('an unpaid appointment at a clinic that is paid when booking', () => {
  it('that may be paid at the clinic has to be paid online at a later time, and its patient reads how long they have', () => {
    expect(terms({})).toBe('Pay online within 1 hour after the move, or the appointment is cancelled.');
    // It could not be cancelled before it starts if it had longer; the reader may take five minutes to decide.
    expect(terms({}, { startsAt: at('23T10:45:00') })).toMatch(/within 25 minutes/);
    // Too soon again.
    expect(terms({}, { startsAt: at('23T10:20:00') })).toBeUndefined();
  });

  it('keeps its deadline, or has less time, or may be paid at the clinic', () => {
    const payBy = at('23T10:50:00');
    expect(terms({ payBy })).toBeUndefined();
    expect(terms({ payBy }, { startsAt: at('23T10:45:00') })).toMatch(/^Pay online within 25 minutes/);
    expect(terms({ payBy }, { startsAt: at('23T10:20:00') })).toBe('You can pay at the clinic.');
  });

  it('has to be paid if it was free of charge, and need not if it is now', () => {
    expect(terms({ priceMinor: 0 })).toMatch(/^Pay online/);
    expect(terms({ payBy: at('23T10:50:00') }, { price: usd(0) })).toBeUndefined();
  });

  it('asks for nothing while a payment is being processed', () => {
    expect(terms({}, { isBeingPaid: true })).toBeUndefined();
  });
});

it('an unpaid appointment at another clinic asks for nothing', () => {
  expect(terms({ payment: 'at-clinic' })).toBeUndefined();
});

it('says until when it is free to cancel afterwards only if that is sooner than now', () => {
  const until = (startsAt: Date, booking = {}) => all(booking, { startsAt }).freeUntil;
  expect(until(at('30T10:00:00'))).toBeUndefined();
  expect(until(at('30T11:00:00'))).toBeUndefined();
  expect(until(at('29T10:00:00'))).toBe(at('28T10:00:00').toISOString());
  // It has passed.
  expect(until(at('23T20:00:00'))).toBe(at('22T20:00:00').toISOString());
  // Staff had moved it.
  expect(until(at('30T11:00:00'), { freeAtLeastUntil: at('30T10:00:00') })).toBe(at('29T11:00:00').toISOString());
});

describe('a paid appointment', () => {
  const paid = { paid: true };
  const online = { ...noMoney('USD'), minor: 14_000 };
  const atClinic = { ...online, atClinicMinor: 14_000 };
  const byInsurance = { ...online, insuranceMinor: 14_000 };

  it('asks for nothing at the same price', () => {
    for (const left of [online, atClinic, byInsurance]) expect(terms(paid, { left })).toBeUndefined();
    expect(terms(paid, { isDisputed: true })).toBeUndefined();
  });

  it('whose payment is disputed promises no refund at another price', () => {
    const sentence =
      'Your payment was disputed at the bank. It can be refunded only if the bank decides for the clinic.';
    for (const price of [usd(10_000), usd(15_000), { minor: 14_000, currency: 'EUR' }]) {
      expect(terms(paid, { isDisputed: true, price })).toBe(sentence);
    }
  });

  it('says where the difference to a lower price goes', () => {
    const price = usd(12_000);
    expect(terms(paid, { left: online, price })).toBe('We refund $20.00.');
    expect(terms(paid, { left: atClinic, price })).toBe('You get back $20.00 at the clinic.');
    expect(terms(paid, { left: byInsurance, price })).toBe('We settle $20.00 with your insurance.');
    expect(terms(paid, { left: { ...online, minor: 12_000 }, price })).toBeUndefined();
  });

  it('waits for a refund online before the new price is paid, and for nothing that was paid at the clinic', () => {
    const price = usd(15_000);
    expect(terms(paid, { left: online, price })).toBe(
      'We refund $140.00. You can pay the new price after that, or at the clinic.',
    );
    const there = 'You pay the new price at the clinic.';
    expect(terms(paid, { left: atClinic, price })).toBe(`You get back $140.00 at the clinic. ${there}`);
    expect(terms(paid, { left: byInsurance, price })).toBe(`We settle $140.00 with your insurance. ${there}`);
  });

  it('that becomes free of charge is refunded, and nothing is left to pay', () => {
    expect(terms(paid, { left: online, price: usd(0) })).toBe('We refund $140.00.');
    expect(terms(paid, { left: online, price: { minor: 0, currency: 'EUR' } })).toBe('We refund $140.00.');
  });
});
