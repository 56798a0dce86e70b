import type { Money } from '@openhours/contract/money.ts';
import type { ProviderRefund } from '../provider-refund.ts';

/** A prepared card payment as the provider has it. */
export interface CardCharge {
  /** The provider's name for it; also the transaction id that a patient is told. */
  readonly reference: string;
  /** Lets its holder confirm this one payment, from a browser. We never store it. */
  readonly clientSecret: string | undefined;
  /** `open`: no money has moved, a card may still be entered · `closed`: none ever will. */
  readonly state: 'open' | 'processing' | 'succeeded' | 'closed';
  readonly amount: Money;
  /** What came in; zero unless `succeeded`. */
  readonly received: Money;
  /** What has gone back, by whomever. */
  readonly refunded: Money;
  /** The payer has said to their bank that it was not right; whatever came of that. */
  readonly disputed: boolean;
  /** Real money, not a test. */
  readonly live: boolean;
  /** What we noted with it when we prepared it; unset on charges that are not ours. */
  readonly orderId: string | undefined;
  readonly bookingId: string | undefined;
  readonly patientId: string | undefined;
  readonly paidAt: Date | undefined;
}

/** One of all the charges on the account. */
export interface ListedCharge extends CardCharge {
  /** Prepared by this installation; others may use the same account. */
  readonly isOurs: boolean;
}

export interface CardOrder {
  readonly orderId: string;
  readonly bookingId: string;
  readonly patientId: string;
  readonly amount: Money;
  /** What the patient reads on the statement of the provider. */
  readonly description: string;
}

/** What a payer and their bank say against a payment. */
export interface CardDispute {
  readonly amount: Money;
  readonly state: 'open' | 'won' | 'lost';
  /** In the provider's word, such as 'fraudulent'. */
  readonly reason: string;
}

/** A notification whose signature was right. It is a hint: what it is about is asked for again. */
export interface CardEvent {
  readonly eventId: string;
  readonly live: boolean;
  /** The charge that it is about, if it is about one. */
  readonly reference: string | undefined;
  /** It is about a dispute of that charge. */
  readonly isDispute: boolean;
}

/**
 * Payments by card. The card itself goes from the browser to the provider and never through us. Every call has a
 * deadline and throws `ProviderUnavailable` when there is no certain answer; all may be repeated.
 */
export interface CardPayments {
  /** The name that payments of this provider are stored under. */
  readonly name: string;
  readonly live: boolean;
  /**
   * Prepares a payment; the same order gives the same one, however often. `amount-refused`: the provider takes no payment
   * of this amount.
   */
  prepare(order: CardOrder): Promise<CardCharge | 'amount-refused'>;
  /** `undefined`: the provider knows nothing under this name. */
  find(reference: string): Promise<CardCharge | undefined>;
  /** Makes sure that an open payment can never succeed any more, and returns it: it may have succeeded. */
  close(reference: string): Promise<CardCharge | undefined>;
  /** The same `refundId` gives money back once, however often. A refusal is an answer: `failed`. */
  refund(refund: { reference: string; refundId: string; amount: Money }): Promise<ProviderRefund>;
  listRefunds(reference: string): Promise<readonly ProviderRefund[]>;
  /** The latest dispute about a charge, if there ever was one. */
  findDispute(reference: string): Promise<CardDispute | undefined>;
  /**
   * A page of the charges that were prepared since then, newest first.
   *
   * @param page.after the reference of the last charge of the page before; the newest page, if it is not known any more
   * @param page.signal gives up when it is aborted
   */
  listSince(page: {
    since: Date;
    after: string | null;
    signal?: AbortSignal | undefined;
  }): Promise<{ charges: readonly ListedCharge[]; isLast: boolean }>;
  /** `undefined`: the signature is missing, wrong or older than five minutes. */
  readEvent(body: string, signature: string): CardEvent | undefined;
}
