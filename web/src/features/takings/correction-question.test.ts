import type { Refund } from '@openhours/contract/payment.ts';
import { expect, it } from 'vitest';
import { correctedText, correctionQuestion } from './correction-question.ts';

const payment = {
  _id: '0197f000-0000-7000-8000-000000000002',
  paidAt: '2026-05-01T10:00:00Z',
  amount: 140,
  currency: 'USD',
  receiptNumber: 'R-2026-000123',
  refunds: [] as Refund[],
};
const refund = (state: Refund['state'], amount: number): Refund => ({
  _id: '0197f000-0000-7000-8000-000000000001',
  amount,
  state,
  why: 'The appointment was cancelled.',
  kind: 'at-clinic',
  requestedAt: '2026-05-01T10:00:00Z',
});

const ask = (one: typeof payment, ...others: (typeof payment)[]) =>
  correctionQuestion(one, { payments: [one, ...others], paidAt: 'May 1, 2026, 10:00 AM' });

it('names the amount that is corrected: all that was not paid out', () => {
  expect(ask(payment)).toMatch(/^Was the payment of \$140\.00 \(May 1, 2026, 10:00 AM\) recorded by mistake\?/);
  expect(ask(payment)).toContain('receipt R-2026-000123 is no longer valid');
  expect(ask(payment)).not.toContain('still due');
  expect(ask({ ...payment, refunds: [refund('succeeded', 40)] })).toContain('payment of $100.00');
});

it('says that a refund that is still due is cancelled, and corrects its amount, too', () => {
  const refunds = [refund('succeeded', 40), refund('pending', 100)];
  const question = ask({ ...payment, refunds });
  expect(question).toContain('payment of $100.00');
  expect(question).toContain('The refund of $100.00 that is still due is cancelled.');
});

it('says that a refund that was recorded together with it stays', () => {
  const refunds = [{ ...refund('succeeded', 50), doneAt: payment.paidAt }];
  const earlier = { ...payment, _id: '0197f000-0000-7000-8000-000000000003', refunds };
  expect(ask(payment, earlier)).toContain('The refund of $50.00 that was recorded together with it stays recorded.');
  const alone = { ...earlier, refunds: [{ ...refund('succeeded', 50), doneAt: '2026-05-01T10:01:00Z' }] };
  expect(ask(payment, alone)).not.toContain('together');
  expect(ask({ ...payment, refunds })).not.toContain('together');
});

it('says afterwards whether the appointment is paid', () => {
  expect(correctedText({ paid: false })).toBe('The payment is corrected. The appointment is not paid.');
  expect(correctedText({ paid: true })).toBe(
    'The payment is corrected. The appointment is still paid by another payment.',
  );
});
