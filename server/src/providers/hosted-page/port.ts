import type { Money } from '@openhours/contract/money.ts';
import type { ProviderRefund } from '../provider-refund.ts';

/** A payment on the provider's own page, as the provider has it. */
export type HostedCharge = HostedSuccess | { readonly reference: string; readonly state: 'open' | 'closed' };

/** One that was paid. */
export interface HostedSuccess {
  /** Our own name for it, under which it was opened. */
  readonly reference: string;
  readonly state: 'succeeded';
  /** What was asked for and paid, in the currency in which we asked. */
  readonly amount: Money;
  /** The same in the currency that the provider takes. */
  readonly taken: Money;
  /** The bank's name for it; refunds are asked for under it. */
  readonly bankReference: string | undefined;
  /** The provider itself has doubts about the payer. */
  readonly risky: boolean;
  readonly paidAt: Date | undefined;
}

export interface HostedOrder {
  readonly reference: string;
  readonly amount: Money;
  readonly description: string;
  readonly patient: { readonly name: string; readonly email: string; readonly phone: string };
}

export type HostedPageOpened =
  | { readonly kind: 'opened'; readonly url: string }
  /** The provider takes no payment of this amount. */
  | { readonly kind: 'amount-refused' }
  | { readonly kind: 'refused'; readonly why: string };

/** A notification, or a browser on its way back, whose signature was right. It is a hint: the provider is asked. */
export interface HostedNotice {
  readonly reference: string;
  /** Under which the provider is asked about a payment that is said to have succeeded. */
  readonly validationId: string | undefined;
  /** The bank's name for what was paid, if it says one. */
  readonly bankReference?: string | undefined;
}

/**
 * Payments on a page of the provider's. Every call has a deadline and throws `ProviderUnavailable` when there is no
 * certain answer.
 */
export interface HostedPayments {
  /** The name that payments of this provider are stored under. */
  readonly name: string;
  readonly live: boolean;
  /** After this long every call has answered or thrown. */
  readonly deadlineMillis: number;
  /** Opens a page. Its address lies on a host of the provider's, or it counts as refused. */
  open(order: HostedOrder): Promise<HostedPageOpened>;
  /** `undefined`: the signature is missing or wrong, or does not cover what matters. */
  readNotice(fields: URLSearchParams): HostedNotice | undefined;
  /** Finds a payment. `undefined`: the provider knows nothing under this name. */
  find(notice: HostedNotice): Promise<HostedCharge | undefined>;
  /** Every time that a page was paid: more than once, where the provider took the money twice. */
  listPaid(reference: string): Promise<readonly HostedSuccess[]>;
  /** `amount` in the currency in which the provider took the money. A refusal is an answer: `failed`. */
  refund(refund: { bankReference: string; refundId: string; amount: Money; reason: string }): Promise<ProviderRefund>;
  findRefund(refund: { reference: string; refundId: string; amount: Money }): Promise<ProviderRefund>;
}

/** An id of ours as such a provider takes it, which allows 30 characters: a UUID in 25 letters and digits. */
export function shortId(id: string): string {
  return BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(36)
    .padStart(25, '0');
}
