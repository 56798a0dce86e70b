import type { Money } from '@openhours/contract/money.ts';
import type { ProviderRefund } from '../provider-refund.ts';

/** A payment on the provider's own page. */
export type HostedCharge = HostedSuccess | { readonly reference: string; readonly state: 'open' | 'closed' };

/** A successful payment. */
export interface HostedSuccess {
  /** Our reference, with which the page was opened. */
  readonly reference: string;
  readonly state: 'succeeded';
  /** The requested and paid amount, in the currency of our request. */
  readonly amount: Money;
  /** The same in the currency that the provider charged. */
  readonly taken: Money;
  /** The bank's reference, by which refunds are requested. */
  readonly bankReference: string | undefined;
  /** Whether the provider calls the payment risky. */
  readonly risky: boolean;
  readonly paidAt: Date | undefined;
}

interface HostedOrder {
  readonly reference: string;
  readonly amount: Money;
  readonly patient: { readonly name: string; readonly email: string; readonly phone: string };
}

type HostedPageOpened =
  | { readonly kind: 'opened'; readonly url: string }
  /** The provider does not accept this amount. */
  | { readonly kind: 'amount-refused' }
  /** The provider takes no payments in this currency. */
  | { readonly kind: 'currency-refused' }
  | { readonly kind: 'refused'; readonly why: string };

/** A notification, or the form of a returning browser, with a valid signature. Only a hint: we ask the provider. */
export interface HostedNotice {
  readonly reference: string;
  /** Set if the provider reports a success: the validation id, with which to ask about it. */
  readonly validationId: string | undefined;
  /** The bank's reference, if it is included. */
  readonly bankReference?: string | undefined;
}

/**
 * Payments on the provider's own page. Every call has a deadline and throws `ProviderUnavailable` without a certain
 * answer.
 */
export interface HostedPayments {
  /** The provider's name in our tables. */
  readonly name: string;
  readonly live: boolean;
  /** The deadline of every call, including repetitions. */
  readonly deadlineMillis: number;
  /** Opens a page. If its address is not on a host of the provider, that counts as a refusal. */
  open(order: HostedOrder): Promise<HostedPageOpened>;
  /** `undefined`: the signature is missing or wrong, or does not cover the required fields. */
  readNotice(fields: URLSearchParams): HostedNotice | undefined;
  /** Finds a payment. `undefined`: unknown to the provider. */
  find(notice: HostedNotice): Promise<HostedCharge | undefined>;
  /** All payments of a page: more than one if the provider charged twice. */
  listPaid(reference: string): Promise<readonly HostedSuccess[]>;
  /** `amount` is in the currency that the provider charged. A refusal is returned as `failed`. */
  refund(refund: { bankReference: string; refundId: string; amount: Money }): Promise<ProviderRefund>;
  /** Whether the provider accepts our credentials. Changes nothing there. */
  acceptsKeys(): Promise<boolean>;
  findRefund(refund: { reference: string; refundId: string; amount: Money }): Promise<ProviderRefund>;
}

/** Encodes a UUID in 25 letters and digits, because the provider's limit is 30 characters. */
export function shortId(id: string): string {
  return BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(36)
    .padStart(25, '0');
}
