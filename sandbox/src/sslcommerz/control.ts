import type { Delivery } from '../deliveries.ts';
import type { Outage } from '../disturbances.ts';

/** The customer's action on the hosted page; `expire` and `leave`: none, until the gateway ends the session. */
export type Choice = 'pay' | 'pay-with-risk' | 'fail' | 'cancel' | 'expire' | 'leave';

/** A form that the customer's browser posts to the clinic when it returns. */
export interface BrowserReturn {
  url: string;
  fields: Record<string, string>;
}

interface IpnAttempt {
  transactionId: string;
  status: number | null;
}

/** A hosted payment on the sandbox's page. */
export interface HostedPayment {
  sessionKey: string;
  transactionId: string;
  /** As requested by the shop, such as '150.00' and 'USD'. */
  amount: string;
  currency: string;
  /** The amount that the gateway charges, in BDT. */
  amountBdt: string;
  status: 'PENDING' | 'VALID' | 'VALIDATED' | 'FAILED' | 'CANCELLED' | 'EXPIRED' | 'UNATTEMPTED';
  riskLevel: '0' | '1';
  validationId: string | null;
  bankTransactionId: string | null;
  refunds: { reference: string; amountBdt: string; status: HostedRefundStatus; remarks: string }[];
  /** The answers to its notifications, oldest first; null without an answer. */
  ipnAnswers: (number | null)[];
}

export type HostedRefundStatus = 'processing' | 'refunded' | 'cancelled';

/** Control of the store for tests and the sandbox's page, in addition to SSLCommerz's protocol. */
export interface SslcommerzControl {
  readonly storeId: string;
  readonly storePassword: string;
  /**
   * Performs the customer's action on the hosted page, and returns the form that their browser would post to the
   * clinic. Undefined if there is no such open session.
   */
  choose(sessionKey: string, choice: Choice): BrowserReturn | undefined;
  /** The customer pays a paid page again: a second transaction with the same `tran_id`. */
  payAgain(sessionKey: string): BrowserReturn | undefined;
  deliverIpn(delivery: Delivery): void;
  /** Sends the last notification of this transaction again; without an id, all unaccepted ones, oldest first. */
  sendIpnNow(transactionId?: string): Promise<IpnAttempt[]>;
  /** Resolves when no notification is being sent. Does not wait for withheld ones. */
  settled(): Promise<void>;
  /**
   * Changes the state of a refund, as the bank does: `processing` to `refunded` or `cancelled`, `refunded` to
   * `cancelled` (the bank returns the money). Refuses (false) every other change. The gateway sends no notification.
   */
  changeRefund(reference: string, status: 'refunded' | 'cancelled'): boolean;
  /** From now on refunds are 'refunded' at once (the default) or stay 'processing'. */
  takeTimeForRefunds(how: 'at-once' | 'processing'): void;
  /**
   * The next payment gets this bank reference (`bank_tran_id`), even if another payment has it: each bank has its own
   * numbers, so two banks can use the same one. A refund by a repeated reference goes to the newest payment with it
   * that has enough left. Undefined, the default: a new reference.
   */
  nextBankReference(reference: string | undefined): void;
  /** Makes every call of the gateway's API fail in this way; undefined ends it. Does not affect other providers. */
  outage(outage: Outage | undefined): void;
  /** Newest first, as copies. */
  payments(): HostedPayment[];
}
