/** What whoever starts the sandbox may choose. */
export interface SslcommerzSettings {
  /** `sandbox_store`. */
  storeId: string;
  /** `sandbox_store@ssl`. */
  storePassword: string;
}

/** What the customer does on the hosted page. */
export type Choice = 'pay' | 'pay-with-risk' | 'fail' | 'cancel';

/** How notifications (IPN) travel from now on: at once · after `delayMs` (5000) · twice at the same time · only by `sendIpnNow`. */
export interface IpnDelivery {
  how: 'at-once' | 'late' | 'twice' | 'never';
  delayMs?: number;
}

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
  status: 'PENDING' | 'VALID' | 'VALIDATED' | 'FAILED' | 'CANCELLED';
  riskLevel: '0' | '1';
  validationId: string | null;
  bankTransactionId: string | null;
  refunds: { reference: string; amountBdt: string; status: 'processing' | 'refunded' | 'cancelled'; remarks: string }[];
  /** Answers to the notifications that were sent, oldest first; null where nobody answered. */
  ipnAnswers: (number | null)[];
}

/** The hand behind the scenes: what a test or the sandbox's page may do to it, beyond SSLCommerz's own protocol. */
export interface SslcommerzControl {
  readonly storeId: string;
  readonly storePassword: string;
  /**
   * Does what the customer would do on the hosted page, and returns the form with which their browser would return (it is
   * not posted: that is the browser's part). Undefined where there is no such open session.
   */
  choose(sessionKey: string, choice: Choice): BrowserReturn | undefined;
  deliverIpn(delivery: IpnDelivery): void;
  /** Sends the last notification of this transaction once more; without an id all that nobody took yet, oldest first. */
  sendIpnNow(transactionId?: string): Promise<IpnAttempt[]>;
  /** Resolves when no notification is on its way. Does not wait for what is held back. */
  settled(): Promise<void>;
  /** Refunds answer 'processing' until this is called for them, as banks take their time. False where there is none open. */
  finishRefund(reference: string, outcome: 'refunded' | 'cancelled'): boolean;
  /** From now on refunds are 'refunded' at once (the default) or stay 'processing'. */
  takeTimeForRefunds(how: 'at-once' | 'processing'): void;
  /** Newest first; copies that may be kept. */
  payments(): HostedPayment[];
}
