import type { Delivery } from '../deliveries.ts';
import type { Outage } from '../disturbances.ts';

/** What whoever starts the sandbox may choose. */
export interface SslcommerzSettings {
  /** `sandbox_store`. */
  storeId: string;
  /** `sandbox_store@ssl`. */
  storePassword: string;
}

/** What the customer does on the hosted page; `expire` and `leave`: nothing, until the gateway ends the session. */
export type Choice = 'pay' | 'pay-with-risk' | 'fail' | 'cancel' | 'expire' | 'leave';

/** A form that the customer's browser posts to the clinic when it returns. */
export interface BrowserReturn {
  url: string;
  fields: Record<string, string>;
}

export interface IpnAttempt {
  transactionId: string;
  status: number | null;
}

/** A hosted payment as the sandbox's page shows it. */
export interface HostedPayment {
  sessionKey: string;
  transactionId: string;
  /** As the shop asked, such as '150.00' and 'USD'. */
  amount: string;
  currency: string;
  /** What the gateway takes, in BDT. */
  amountBdt: string;
  status: 'PENDING' | 'VALID' | 'VALIDATED' | 'FAILED' | 'CANCELLED' | 'EXPIRED' | 'UNATTEMPTED';
  riskLevel: '0' | '1';
  validationId: string | null;
  bankTransactionId: string | null;
  refunds: { reference: string; amountBdt: string; status: HostedRefundStatus; remarks: string }[];
  /** Answers to the notifications that were sent, oldest first; null where nobody answered. */
  ipnAnswers: (number | null)[];
}

export type HostedRefundStatus = 'processing' | 'refunded' | 'cancelled';

/** What a test or the sandbox's page can do to the store, beyond SSLCommerz's own protocol. */
export interface SslcommerzControl {
  readonly storeId: string;
  readonly storePassword: string;
  /**
   * Does what the customer would do on the hosted page, and returns the form with which their browser would return (it is
   * not posted: that is the browser's part). Undefined where there is no such open session.
   */
  choose(sessionKey: string, choice: Choice): BrowserReturn | undefined;
  /** The customer pays a page that is paid already once more: a second transaction under the same `tran_id`. */
  payAgain(sessionKey: string): BrowserReturn | undefined;
  deliverIpn(delivery: Delivery): void;
  /** Sends the last notification of this transaction once more; without an id all that nobody took yet, oldest first. */
  sendIpnNow(transactionId?: string): Promise<IpnAttempt[]>;
  /** Resolves when no notification is on its way. Does not wait for what is held back. */
  settled(): Promise<void>;
  /**
   * Moves a refund to another state, as the bank does: `processing` to `refunded` or `cancelled`, `refunded` to `cancelled`
   * (the bank sends the money back). Refuses (false) every other change. The gateway notifies nobody of it.
   */
  changeRefund(reference: string, status: 'refunded' | 'cancelled'): boolean;
  /** From now on refunds are 'refunded' at once (the default) or stay 'processing'. */
  takeTimeForRefunds(how: 'at-once' | 'processing'): void;
  /**
   * The next payment gets this bank reference (`bank_tran_id`), even one that another payment has: every bank numbers for
   * itself, so that two banks can give the same. A refund by a repeated reference goes to the newest payment that has it
   * and enough left. Undefined: a new one, the default.
   */
  nextBankReference(reference: string | undefined): void;
  /** From now on the gateway's API fails in this way, whoever calls it; undefined ends it. Other providers are not touched. */
  outage(outage: Outage | undefined): void;
  /** Newest first; copies that may be kept. */
  payments(): HostedPayment[];
}
