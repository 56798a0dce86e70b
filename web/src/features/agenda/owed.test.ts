import { expect, it } from 'vitest';
import { owedEarlier, owedText } from './owed.ts';

const now = Date.parse('2026-11-28T14:00:00Z');
const at = (
  startsAt: string,
  given: { price?: number; currency?: string; takePayment?: boolean; state?: 'done' | 'no-show' } = {},
) => {
  const { price = 60, currency = 'USD', takePayment = true, state = 'done' } = given;
  const can = { cancel: false, move: false, takePayment, become: [] };
  return { startsAt, minutes: 30, price, currency, state, can };
};

it('says what is to be paid for one appointment, and what became of an earlier payment', () => {
  expect(owedText(at('2026-11-01T09:00:00Z'))).toBe('$60 to pay');
  expect(owedText(at('2026-11-01T09:00:00Z', { state: 'no-show' }))).toBe('$60 not paid');
  expect(owedText({ ...at('2026-11-01T09:00:00Z'), earlierPayment: 'refund-failed' })).toBe('refund failed');
  expect(owedText(at('2026-11-01T09:00:00Z', { takePayment: false }))).toBeUndefined();
});

it('adds up what is to be paid for appointments that are over, by currency, without no-shows', () => {
  const over = [
    at('2026-11-01T09:00:00Z', { price: 0.1 }),
    at('2026-11-02T09:00:00Z', { price: 0.2 }),
    at('2026-11-28T13:30:00Z', { price: 6000, currency: 'JPY' }),
  ];
  const others = [
    at('2026-11-03T09:00:00Z', { takePayment: false }),
    at('2026-11-03T09:00:00Z', { state: 'no-show' }),
    at('2026-11-28T13:31:00Z'),
  ];
  expect(owedEarlier([...others, ...over], now)).toBe('$0.30 and ¥6,000 for 3 earlier appointments');
  expect(owedEarlier(over.slice(0, 1), now)).toBe('$0.10 for 1 earlier appointment');
  expect(owedEarlier(others, now)).toBeUndefined();
});

it('says that there may be more if only some of the appointments are listed', () => {
  const listed = Array.from({ length: 50 }, () => at('2026-11-01T09:00:00Z'));
  expect(owedEarlier(listed, now)).toBe('at least $3,000.00 for 50 earlier appointments');
});
