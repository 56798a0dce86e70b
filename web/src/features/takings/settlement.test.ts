import { expect, it } from 'vitest';
import { type DueBack, dueBack, dueBackText, earlierText, settlementText } from './settlement.ts';

const cash: DueBack = { refundId: 'r1', amount: 50, currency: 'USD', method: 'cash' };
const says = (price: number, method: DueBack['method'], due = [cash]) =>
  settlementText({ price, currency: 'USD' }, { method, due });

it('names the difference if the new price is paid as the old one was', () => {
  expect(says(80, 'cash')).toBe('Take $30.00 more in cash.');
  expect(says(30, 'cash')).toBe('Refund $20.00 in cash.');
  expect(says(50, 'cash')).toBe('Nothing to take or refund.');
  expect(says(80.3, 'cash', [{ ...cash, amount: 80.1 }])).toBe('Take $0.20 more in cash.');
  expect(says(80, 'cash', [cash, { ...cash, amount: 20 }])).toBe('Take $10.00 more in cash.');
});

it('names both amounts if it is paid in another way or currency', () => {
  expect(says(80, 'terminal')).toBe('Refund $50.00 in cash. Take $80.00 by card at the terminal.');
  expect(says(80, 'cash', [{ ...cash, currency: 'EUR' }])).toBe('Refund €50.00 in cash. Take $80.00 in cash.');
});

it('says that an online payment is being refunded, or that its refund failed', () => {
  expect(earlierText({ amount: 140, refunded: 140 })).toMatch(/^What was paid online is being refunded\./);
  expect(earlierText({ amount: 140, refunded: 0 })).toMatch(/^The refund of what was paid online failed\./);
});

it('finds what staff may pay out here, but not what is settled with an insurance', () => {
  const refund = { amount: 50, state: 'pending', why: '', requestedAt: '2026-01-05T10:05:00.000Z' } as const;
  const payment = {
    _id: 'p',
    bookingId: 'b',
    via: 'clinic',
    method: 'cash',
    transactionId: 't',
    amount: 60,
    refunded: 60,
    currency: 'USD',
    state: 'refunded',
    paidAt: '2026-01-05T10:05:00.000Z',
    refunds: [
      { ...refund, _id: 'r0', amount: 10, state: 'succeeded', kind: 'at-clinic' },
      { ...refund, _id: 'r1', kind: 'at-clinic' },
    ],
  } as const;
  const insurance = {
    ...payment,
    method: 'insurance',
    refunds: [{ ...refund, _id: 'r2', kind: 'insurance' }],
  } as const;
  const money = {
    payments: [payment, insurance].map((one) => ({ ...one, refunds: [...one.refunds] })),
    can: { take: true, correct: [], payOut: ['r1', 'r2'] },
  };
  expect(dueBack(money)).toEqual([cash]);
  expect(dueBackText(cash)).toBe('$50.00, paid in cash, is due back.');
});
