import type { Money } from '../../money.ts';
import type { ProviderRefund } from '../provider-refund.ts';

/** A payment on the provider's own page, as the provider has it. */
export interface HostedCharge {
  /** Our own name for it, under which it was opened. */
  readonly reference: string;
  readonly state: 'open' | 'succeeded' | 'closed';
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
}

/**
 * Payments on a page of the provider's. Every call has a deadline and throws `ProviderUnavailable` when there is no
 * certain answer.
 */
export interface HostedPayments {
  /** Under which name payments are kept. */
  readonly name: string;
  readonly live: boolean;
  /** After this long every call has answered or thrown. */
  readonly deadlineMillis: number;
  /** Opens a page. Its address lies on a host of the provider's, or it counts as refused. */
  open(order: HostedOrder): Promise<HostedPageOpened>;
  /** `undefined`: the signature is missing or wrong, or does not cover what matters. */
  readNotice(fields: URLSearchParams): HostedNotice | undefined;
  /** Asks how a payment stands. `undefined`: the provider knows nothing under this name. */
  find(notice: HostedNotice): Promise<HostedCharge | undefined>;
  /** `amount` in the currency in which the provider took the money. A refusal is an answer: `failed`. */
  refund(refund: { bankReference: string; refundId: string; amount: Money; reason: string }): Promise<ProviderRefund>;
  findRefund(refund: { reference: string; refundId: string; amount: Money }): Promise<ProviderRefund>;
}
