import { createHash } from 'node:crypto';
import { StripeFailure } from './failure.ts';
import type { CardDetails, ErrorCode } from './objects.ts';

/** The outcome of charging a card, by the well-known test numbers. */
export type CardOutcome =
  | { kind: 'succeeds'; risk: 'normal' | 'elevated'; refunds: 'at-once' | 'later' | 'fails-later'; disputed?: true }
  | { kind: 'declined'; refusal: Refusal }
  | { kind: 'authenticates'; afterwards: CardOutcome }
  | { kind: 'processes' };

export interface Refusal {
  code: ErrorCode;
  declineCode?: string;
  message: string;
  blocked?: boolean;
}

export interface EnteredCard {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string | undefined;
}

const succeeds: CardOutcome = { kind: 'succeeds', risk: 'normal', refunds: 'at-once' };
const declined = (declineCode: string, message = 'Your card was declined.'): CardOutcome => ({
  kind: 'declined',
  refusal: { code: 'card_declined', declineCode, message },
});
const refused = (code: ErrorCode, message: string): CardOutcome => ({ kind: 'declined', refusal: { code, message } });
const authenticates = (afterwards: CardOutcome): CardOutcome => ({ kind: 'authenticates', afterwards });

const outcomes: Readonly<Record<string, CardOutcome>> = {
  '4242424242424242': succeeds,
  '4000056655665556': succeeds,
  '5555555555554444': succeeds,
  '2223003122003222': succeeds,
  '5200828282828210': succeeds,
  '378282246310005': succeeds,
  '371449635398431': succeeds,
  '6011111111111117': succeeds,
  '3056930009020004': succeeds,
  '3566002020360505': succeeds,
  '6200000000000005': succeeds,
  '4000000000009235': { kind: 'succeeds', risk: 'elevated', refunds: 'at-once' },
  '4000000000007726': { kind: 'succeeds', risk: 'normal', refunds: 'later' },
  '4000000000005126': { kind: 'succeeds', risk: 'normal', refunds: 'fails-later' },
  '4000000000000259': { kind: 'succeeds', risk: 'normal', refunds: 'at-once', disputed: true },
  '4000000000000002': declined('generic_decline'),
  '4000000000009995': declined('insufficient_funds', 'Your card has insufficient funds.'),
  '4000000000009987': declined('lost_card'),
  '4000000000009979': declined('stolen_card'),
  '4000000000000069': refused('expired_card', 'Your card has expired.'),
  '4000000000000127': refused('incorrect_cvc', "Your card's security code is incorrect."),
  '4000000000000119': refused(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
  '4100000000000019': {
    kind: 'declined',
    refusal: { code: 'card_declined', declineCode: 'fraudulent', message: 'Your card was declined.', blocked: true },
  },
  '4000002500003155': authenticates(succeeds),
  '4000002760003184': authenticates(succeeds),
  '4000000000003220': authenticates(succeeds),
  '4000000000003063': authenticates(succeeds),
  '4000008400001629': authenticates(declined('generic_decline')),
  // Our own number: none of Stripe's test cards stays in processing.
  '4000009900009997': { kind: 'processes' },
};

/** The payment methods that exist in every test account, with their cards. */
export const readyMadeMethods: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_createDispute: '4000000000000259',
  pm_card_refundFail: '4000000000005126',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_processing: '4000009900009997',
};

/** Checks a card as Stripe does before a charge, and returns the outcome of charging it. The number is not stored. */
export function judgeCard(card: EnteredCard, now: Date): { details: CardDetails; outcome: CardOutcome } {
  const number = card.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw invalid('incorrect_number', 'number', 'Your card number is incorrect.');
  }
  const month = card.expMonth;
  const year = card.expYear < 100 ? 2000 + card.expYear : card.expYear;
  if (month < 1 || month > 12)
    throw invalid('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  if (year < now.getUTCFullYear() || year > now.getUTCFullYear() + 50) {
    throw invalid('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.");
  }
  if (year === now.getUTCFullYear() && month < now.getUTCMonth() + 1) {
    throw invalid('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  }
  const brand = brandOf(number);
  const digits = brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/;
  if (card.cvc !== undefined && !digits.test(card.cvc)) {
    throw invalid('invalid_cvc', 'cvc', "Your card's security code is invalid.");
  }

  const outcome = Object.hasOwn(outcomes, number) ? outcomes[number] : undefined;
  if (outcome === undefined) {
    throw new StripeFailure(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message:
        'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    });
  }
  const fingerprint = createHash('sha256').update(number).digest('base64url').replace(/[-_]/g, '0').slice(0, 16);
  const details: CardDetails = {
    brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: card.cvc === undefined ? null : 'unchecked',
    },
    country: 'US',
    display_brand: brand,
    exp_month: month,
    exp_year: year,
    fingerprint,
    funding: number === '4000056655665556' ? 'debit' : 'credit',
    generated_from: null,
    last4: number.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
  return { details, outcome };
}

function invalid(code: ErrorCode, param: string, message: string): StripeFailure {
  return new StripeFailure(402, { type: 'card_error', code, param, message });
}

function brandOf(number: string): string {
  if (/^3[47]/.test(number)) return 'amex';
  if (/^3[068]/.test(number)) return 'diners';
  if (number.startsWith('35')) return 'jcb';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  if (number.startsWith('62')) return 'unionpay';
  if (number.startsWith('6')) return 'discover';
  return number.startsWith('4') ? 'visa' : 'unknown';
}

function passesLuhn(number: string): boolean {
  const sum = number
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const value = index % 2 === 0 ? Number(digit) : Number(digit) * 2;
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
