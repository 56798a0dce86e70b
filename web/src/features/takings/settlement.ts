import { amountText, decimalsOf } from '@openhours/contract/money.ts';
import type { BookingPayments, ClinicMethod, Payment } from '@openhours/contract/payment.ts';

/** What a patient gets back at the clinic, of a payment that no longer pays for the appointment. */
export interface DueBack {
  readonly refundId: string;
  readonly amount: number;
  readonly currency: string;
  readonly method: ClinicMethod;
}

/** What the desk can give back while it takes the present price. What an insurance paid is settled with it, and not here. */
export function dueBack({ payments, can }: Pick<BookingPayments, 'payments' | 'can'>): readonly DueBack[] {
  return payments.flatMap(({ currency, method = 'cash', refunds }) =>
    refunds
      .filter(({ _id, kind }) => kind === 'at-clinic' && can.payOut.includes(_id))
      .map(({ _id: refundId, amount }) => ({ refundId, amount, currency, method })),
  );
}

const how: Record<ClinicMethod, string> = {
  cash: 'in cash',
  terminal: 'by card at the terminal',
  insurance: 'by insurance',
};

/** '$50.00, paid in cash, is due back.' */
export function dueBackText({ amount, currency, method }: DueBack): string {
  return `${amountText(amount, currency)}, paid ${how[method]}, is due back.`;
}

/** What the desk reads about an online payment whose place the price takes. Without a pending refund, its refund has failed. */
export function earlierText({ amount, refunded }: Pick<Payment, 'amount' | 'refunded'>): string {
  return refunded === amount
    ? 'What was paid online is being refunded. The patient can pay here meanwhile.'
    : 'The refund of what was paid online failed. Take the whole price: that refund is then requested again.';
}

/**
 * What the desk does with the money: only the difference of what goes back and what comes in the same way, 'Take $30.00
 * more in cash.'
 */
export function settlementText(
  { price, currency }: { price: number; currency: string },
  { method, due }: { method: ClinicMethod; due: readonly DueBack[] },
): string {
  const isSameWay = (one: DueBack): boolean => one.method === method && one.currency === currency;
  const [sameWay, otherwise] = [due.filter(isSameWay), due.filter((one) => !isSameWay(one))];
  const more = sameWay.reduce((rest, { amount }) => rest - amount, price);
  const difference = amountText(Number(Math.abs(more).toFixed(decimalsOf(currency))), currency);
  const back = otherwise.map((one) => `Refund ${amountText(one.amount, one.currency)} ${how[one.method]}.`);
  if (more < 0) return [...back, `Refund ${difference} ${how[method]}.`].join(' ');
  if (more === 0) return [...back, 'Nothing to take or refund.'].join(' ');
  return [...back, `Take ${difference}${sameWay.length > 0 ? ' more' : ''} ${how[method]}.`].join(' ');
}
