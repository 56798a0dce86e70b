import type { Money } from '@openhours/contract/money.ts';
import type { ProviderRefund } from '../provider-refund.ts';

/** A prepared card payment at the provider. */
export interface CardCharge {
  /** The provider's reference, which is also the transaction id for the patient. */
  readonly reference: string;
  /** Allows a browser to confirm this payment. We never store it. */
  readonly clientSecret: string | undefined;
  /** `open`: not paid, a card can still be entered · `closed`: it can never be paid. */
  readonly state: 'open' | 'processing' | 'succeeded' | 'closed';
  readonly amount: Money;
  /** The amount received; zero unless `succeeded`. */
  readonly received: Money;
  /** The refunded amount, including refunds that were not made by us. */
  readonly refunded: Money;
  /** Whether the payer has ever disputed it. */
  readonly disputed: boolean;
  /** Whether it is real money, not a test. */
  readonly live: boolean;
  /** Our metadata; unset on charges that are not ours. */
  readonly orderId: string | undefined;
  readonly bookingId: string | undefined;
  readonly patientId: string | undefined;
  readonly paidAt: Date | undefined;
}

/** A charge on the account. */
export interface ListedCharge extends CardCharge {
  /** Whether this installation prepared it; others may use the same account. */
  readonly isOurs: boolean;
}

interface CardOrder {
  readonly orderId: string;
  readonly bookingId: string;
  readonly patientId: string;
  readonly amount: Money;
}

/** A dispute of a payment. */
export interface CardDispute {
  readonly amount: Money;
  readonly state: 'open' | 'won' | 'lost';
  /** The provider's code in words, such as 'product not received'. */
  readonly reason: string;
}

/** A notification with a valid signature. It is only a hint: we fetch its object from the provider. */
export interface CardEvent {
  readonly live: boolean;
  /** The charge that it is about, if any. */
  readonly reference: string | undefined;
  /** Whether it is about a dispute of that charge. */
  readonly isDispute: boolean;
}

/**
 * Payments by card. Card data goes from the browser to the provider and never through us. Every call has a deadline,
 * throws `ProviderUnavailable` without a certain answer, and can be repeated.
 */
export interface CardPayments {
  /** The provider's name in our tables. */
  readonly name: string;
  readonly live: boolean;
  /**
   * Prepares a payment; repeated calls with the same order return the same one. `amount-refused`: the provider does not
   * accept this amount.
   */
  prepare(order: CardOrder): Promise<CardCharge | 'amount-refused'>;
  /** `undefined`: unknown to the provider. */
  find(reference: string): Promise<CardCharge | undefined>;
  /** Closes an open payment so that it can no longer succeed, and returns it, because it may have succeeded before. */
  close(reference: string): Promise<CardCharge | undefined>;
  /** Refunds once per `refundId`. A refusal is returned as `failed`. */
  refund(refund: { reference: string; refundId: string; amount: Money }): Promise<ProviderRefund>;
  listRefunds(reference: string): Promise<readonly ProviderRefund[]>;
  /** The latest dispute of a charge, if any. */
  findDispute(reference: string): Promise<CardDispute | undefined>;
  /**
   * A page of the charges since a time, newest first.
   *
   * @param page.after the reference of the last charge of the previous page; returns the newest page if it is unknown
   * @param page.signal aborts the call
   */
  listSince(page: {
    since: Date;
    after: string | null;
    signal?: AbortSignal | undefined;
  }): Promise<{ charges: readonly ListedCharge[]; isLast: boolean }>;
  /** Whether the provider accepts our key. Changes nothing there. */
  acceptsKeys(): Promise<boolean>;
  /** `undefined`: the signature is missing, wrong or older than five minutes. */
  readEvent(body: string, signature: string): Promise<CardEvent | undefined>;
}
