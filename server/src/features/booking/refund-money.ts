import type { Refund } from '@openhours/contract/booking.ts';
import { type Money, priceOf } from '@openhours/contract/money.ts';

/**
 * Money that can be refunded. What was paid at the clinic is given back there by staff, what an insurance paid is settled
 * with it, and the rest is refunded online.
 */
export interface RefundMoney extends Money {
  readonly atClinicMinor: number;
  readonly insuranceMinor: number;
}

/**
 * What is left of the payments of a booking, and what was refunded because it was cancelled. One amount each: a second
 * currency is rare, and would need a second sentence for the patient. And whether a payment is being processed, or is
 * disputed: then the bank decides about it, and it is in neither amount.
 */
export interface MoneyOfBooking {
  readonly left: RefundMoney;
  readonly refunded: RefundMoney;
  readonly isBeingPaid: boolean;
  readonly isDisputed: boolean;
}

/** Why nothing is refunded now of a payment that was disputed. @param whose 'Your payment' */
export function disputedText(whose = 'Your payment'): string {
  return `${whose} was disputed at the bank. It can be refunded only if the bank decides for the clinic.`;
}

export function noMoney(currency: string): RefundMoney {
  return { minor: 0, currency, atClinicMinor: 0, insuranceMinor: 0 };
}

/** The sum for each currency, without those that are 0. Pure. */
export function sumRefunds(refunds: readonly RefundMoney[]): readonly RefundMoney[] {
  const sums = new Map<string, RefundMoney>();
  for (const { currency, ...refund } of refunds) {
    const sum = sums.get(currency) ?? noMoney(currency);
    sums.set(currency, {
      currency,
      minor: sum.minor + refund.minor,
      atClinicMinor: sum.atClinicMinor + refund.atClinicMinor,
      insuranceMinor: sum.insuranceMinor + refund.insuranceMinor,
    });
  }
  return [...sums.values()].filter(({ minor }) => minor > 0);
}

export function presentRefund(money: RefundMoney): Refund {
  const { currency, atClinicMinor, insuranceMinor } = money;
  return {
    amount: priceOf(money),
    currency,
    atClinic: priceOf({ minor: atClinicMinor, currency }),
    byInsurance: priceOf({ minor: insuranceMinor, currency }),
  };
}
