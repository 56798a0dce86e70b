import type { Refund } from '@openhours/contract/payment.ts';
import { expect, it } from 'vitest';
import { cancelledText, refundWords } from './refund-words.ts';

const refund = { _id: 'r', amount: 140, why: '', kind: 'online', state: 'pending', requestedAt: '' } as const;
const says = (...made: Partial<Refund>[]) => {
  const refunds = made.map((more) => ({ ...refund, ...more }));
  const refunded = refunds.reduce((sum, { state, amount }) => (state === 'failed' ? sum : sum + amount), 0);
  return refundWords([
    { state: refunded === 140 ? 'refunded' : 'paid', amount: 140, refunded, currency: 'USD', refunds },
  ]);
};

it('a cancelled booking says what was refunded, what is on its way, what the patient gets at the clinic, and what is kept', () => {
  expect(says({ state: 'succeeded', amount: 40 }, { amount: 100 })).toEqual([
    'Refunded: $40.00',
    'Refund on its way: $100.00',
  ]);
  expect(says({ kind: 'at-clinic' })).toEqual(['You get back $140.00 at the clinic']);
  expect(says({ kind: 'insurance' })).toEqual(['To be settled with your insurance: $140.00']);
  expect(says({ kind: 'insurance', state: 'succeeded' })).toEqual(['Settled with your insurance: $140.00']);
  expect(says({ kind: 'correction' })).toEqual([]);
  expect(says({ kind: 'bank', state: 'succeeded' })).toEqual(['Returned by the bank: $140.00']);
  expect(says()).toEqual(['Paid $140.00, not refunded']);
  expect(says({ state: 'succeeded', amount: 40.1 })).toEqual(['Refunded: $40.10', 'Not refunded: $99.90']);
});

it.each([
  ['failed', 0],
  ['pending', 140],
] as const)('money that was disputed at the bank is not promised while its refund is %s', (state, refunded) => {
  const refunds = [{ ...refund, state }];
  const payment = { state: 'paid', amount: 140, refunded, currency: 'USD', refunds, disputed: true } as const;
  expect(refundWords([payment])).toEqual(['Disputed at the bank: $140.00']);
});

it('a failed refund is called delayed until it is made again; money that the clinic keeps is not', () => {
  const failed = { state: 'failed', amount: 40.1 } as const;
  expect(says({ ...failed, amount: 140 })).toEqual(['Refund delayed: $140.00. The clinic is looking into it.']);
  expect(says({ ...failed, amount: 140 }, { state: 'succeeded' })).toEqual(['Refunded: $140.00']);
  const payout = { kind: 'payout', method: 'cash' } as const;
  expect(says({ ...failed, amount: 140 }, { ...payout, state: 'succeeded' })).toEqual([
    'Refunded in cash at the clinic: $140.00',
  ]);
  expect(says(failed, { ...payout, ...failed })).toEqual(says(failed));
  expect(says(failed)).toEqual(['Refund delayed: $40.10. The clinic is looking into it.', 'Not refunded: $99.90']);
});

it('tells the patient, or the staff who cancelled, how money that was not paid online is given back', () => {
  const refund = { amount: 70, atClinic: 50, byInsurance: 0, currency: 'USD' };
  const begin = 'Appointment cancelled. $20.00 is being refunded.';
  expect(cancelledText({ refunds: [refund] }, 'patient')).toBe(`${begin} You get $50.00 back at the clinic.`);
  expect(cancelledText({ refunds: [refund] }, 'staff')).toBe(
    `${begin} Give $50.00 back to the patient at the clinic, and record it under Payment.`,
  );
  const insured = { amount: 70.3, atClinic: 0, byInsurance: 70.3, currency: 'USD' };
  expect(cancelledText({ refunds: [insured] }, 'patient')).toBe(
    'Appointment cancelled. We settle $70.30 with your insurance.',
  );
  expect(cancelledText({ refunds: [insured] }, 'staff')).toBe(
    'Appointment cancelled. Settle $70.30 with the insurance, and record it under Payment.',
  );
  expect(cancelledText({ refunds: [{ ...refund, amount: 0, atClinic: 0 }] }, 'staff')).toBe('Appointment cancelled.');
  expect(cancelledText({ refunds: [], count: 3 }, 'staff')).toBe('3 appointments cancelled.');
});
