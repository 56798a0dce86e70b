import type { Payment } from '@openhours/contract/payment.ts';
import { expect, it } from 'vitest';
import { paymentState } from './payment-state.ts';

const booking = { state: 'booked', paid: false, price: 150 } as const;
const money = { isOwn: true, paid: false, underWay: false, payments: [] };
const payment: Payment = {
  _id: '0197f000-0000-7000-8000-000000000001',
  bookingId: '0197f000-0000-7000-8000-000000000002',
  via: 'card',
  transactionId: 'pi_1',
  amount: 150,
  refunded: 0,
  currency: 'USD',
  state: 'paid',
  paidAt: '2026-05-01T10:00:00Z',
  refunds: [],
};

it('offers the card form for unpaid bookings only', () => {
  expect(paymentState({ booking, money }).kind).toBe('payable');
  expect(paymentState({ booking: { ...booking, price: 0 }, money }).kind).toBe('free');
  expect(paymentState({ booking: { ...booking, state: 'cancelled' }, money }).kind).toBe('cancelled');
  expect(paymentState({ booking, money: { ...money, isOwn: false } }).kind).toBe('not-yours');
  expect(paymentState({ booking, money: { ...money, underWay: true } }).kind).toBe('under-way');
});

it('shows a booking as paid if either answer says so', () => {
  const paid = { kind: 'paid', payment };
  expect(paymentState({ booking, money: { ...money, paid: true, payments: [payment] } })).toEqual(paid);
  const paid1 = { ...booking, paid: true };
  expect(paymentState({ booking: paid1, money }).kind).toBe('paid');
  expect(paymentState({ booking: { ...paid1, earlierPayment: 'being-refunded' }, money }).kind).toBe('being-refunded');
  expect(paymentState({ booking: { ...paid1, earlierPayment: 'refund-failed' }, money }).kind).toBe('being-refunded');
});

it('waits for the clinic while a payment is on hold or its refund has failed, but not after a refund', () => {
  const with1 = (state: Payment['state'], refunded = 0) => ({ ...money, payments: [{ ...payment, state, refunded }] });
  expect(paymentState({ booking, money: with1('on-hold') }).kind).toBe('on-hold');
  expect(paymentState({ booking, money: with1('refunded') }).kind).toBe('on-hold');
  expect(paymentState({ booking, money: with1('refunded', payment.amount) }).kind).toBe('payable');
});
