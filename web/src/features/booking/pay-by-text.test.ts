import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { payAfterRefundText, payByText } from './pay-by-text.ts';

// A document that names no time zone: the texts are in this computer's.
beforeAll(() => void vi.stubGlobal('document', { querySelector: () => null }));
afterAll(() => void vi.unstubAllGlobals());

const now = new Date('2026-11-25T10:00:00Z');

it('says until when to pay, and that the time is over', () => {
  const before = '2026-11-25T10:15:00Z';
  expect(payByText(before, { now })).toMatch(/^Pay by .*\d:\d\d.[AP]M, or the appointment is cancelled\.$/);
  expect(payByText(before, { now, price: '$150' })).toMatch(/^Pay \$150 by .*, or the appointment is cancelled\.$/);
  expect(payByText('2026-11-25T10:00:00Z', { now })).toMatch(/^The time to pay is over\./);
});

it('says where to pay while a refund is pending, and after it has failed', () => {
  const booking = { price: 150, currency: 'USD' };
  expect(payAfterRefundText(booking)).toBe(
    'What was paid is being refunded. You can pay $150 after that, or at the clinic.',
  );
  expect(payAfterRefundText({ ...booking, earlierPayment: 'refund-failed' })).toMatch(
    /has failed.* You can pay \$150 at the clinic\.$/,
  );
});
