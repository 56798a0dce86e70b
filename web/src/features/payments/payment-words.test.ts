import type { Payment, Refund } from '@openhours/contract/payment.ts';
import { expect, it } from 'vitest';
import { refundsTerm, refundText, wordsOf } from './payment-words.ts';

const refund: Refund = {
  _id: '0197f000-0000-7000-8000-000000000001',
  amount: 150,
  state: 'failed',
  why: 'The appointment was already paid for.',
  kind: 'online',
  requestedAt: '2026-05-01T10:00:00Z',
};
const payment: Pick<Payment, 'state' | 'refunds' | 'amount' | 'refunded'> = {
  state: 'refunded',
  amount: 150,
  refunded: 0,
  refunds: [refund],
};

it('does not call a payment refunded while the clinic has a part of it', () => {
  expect(wordsOf(payment)).toMatchObject({ text: 'To be refunded', tone: 'warning' });
  const again: Refund = { ...refund, amount: 100, state: 'succeeded' };
  expect(wordsOf({ ...payment, refunded: 100, refunds: [refund, again] }).text).toBe('To be refunded');
  const all: Refund = { ...again, amount: 150 };
  const pending: Refund = { ...all, state: 'pending' };
  expect(wordsOf({ ...payment, refunded: 150, refunds: [pending] }).text).toBe('To be refunded');
  expect(wordsOf({ ...payment, refunded: 150, refunds: [refund, all] }).text).toBe('Refunded');
  expect(wordsOf({ ...payment, state: 'paid', refunded: 100, refunds: [again] }).text).toBe('Paid');
  expect(wordsOf({ ...payment, state: 'paid', refunded: 0, refunds: [], disputed: true }).text).toBe('Disputed');
});

it('calls a payment corrected if it was recorded by mistake', () => {
  const correction: Refund = { ...refund, state: 'succeeded', kind: 'correction' };
  expect(wordsOf({ ...payment, refunded: 150, refunds: [correction] }).text).toBe('Corrected');
  expect(refundsTerm([correction])).toBe('Corrected');
});

it('a receipt does not call money refunded that the patient has not got back yet', () => {
  const done: Refund = { ...refund, state: 'succeeded' };
  expect(refundsTerm([refund, done])).toBe('Refunded');
  expect(refundsTerm([done, { ...refund, state: 'pending' }])).toBe('Refunded or to be refunded');
});

it('tells only patients that the clinic looks into a failed refund: staff are the clinic', () => {
  expect(refundText(refund, 'patient')).toBe('could not be refunded; the clinic is looking into it');
  expect(refundText(refund, 'staff')).toBe('could not be refunded');
});

it('says how the clinic paid a refund itself, and that this was recorded by mistake', () => {
  const payout = { ...refund, kind: 'payout', method: 'transfer' } as const;
  expect(refundText({ ...payout, state: 'succeeded' }, 'patient')).toBe('refunded by bank transfer');
  expect(refundText(payout, 'patient')).toBe('was recorded as refunded by bank transfer by mistake');
  const done: Refund = { ...payout, state: 'succeeded' };
  expect(wordsOf({ ...payment, refunded: 150, refunds: [refund, done] }).text).toBe('Refunded');
});
