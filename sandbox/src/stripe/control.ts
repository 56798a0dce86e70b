import type { Charge, Dispute, PaymentIntent, Refund, StripeEvent } from './objects.ts';

/** What whoever starts the sandbox may choose; each has a default that is fit for a demo. */
export interface StripeSettings {
  /** The key of the clinic's server; `sk_test_sandbox`. */
  secretKey: string;
  /** The key that browsers get; `pk_test_sandbox`. */
  publishableKey: string;
  /** Where events are posted to, on this machine; without it none is sent until `sendWebhooksTo`. */
  webhookUrl: string | undefined;
  /** Which events are sent there, such as 'payment_intent.*'; all of them. The others can still be asked for. */
  webhookEvents: readonly string[];
  /** What events are signed with; `whsec_sandbox`. */
  webhookSecret: string;
  /** Pauses before an event that was not taken is sent again; 1 s, 5 s, 30 s, 2 min, 10 min. */
  retryDelaysMs: readonly number[];
  /** How long the card that 'processes' does so; 3000. */
  processingMs: number;
}

/**
 * How events travel from now on: at once · `late`, after `delayMs` (5000) · `twice`, both at the same time ·
 * `out-of-order`, gathered for `delayMs` (1000) and then sent one after another, the newest first · `never`, only by
 * `deliverNow`.
 */
export interface Delivery {
  how: 'at-once' | 'late' | 'twice' | 'out-of-order' | 'never';
  delayMs?: number;
}

/** One try to hand an event over; `status` is null where nobody answered. */
export interface DeliveryAttempt {
  eventId: string;
  type: string;
  status: number | null;
}

/** The hand behind the scenes: what a test or the sandbox's page may do to it, beyond Stripe's own protocol. */
export interface StripeControl {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** Sends events there from now on, to this machine only (else it throws); undefined sends none. */
  sendWebhooksTo(url: string | undefined): void;
  deliver(delivery: Delivery): void;
  /** Sends this event once more, taken or not; without an id all that nobody took yet, oldest first. */
  deliverNow(eventId?: string): Promise<DeliveryAttempt[]>;
  /** Resolves when no event is on its way. Does not wait for what is held back or for later tries. */
  settled(): Promise<void>;
  /** Ends the processing of a payment, long after confirming. Refuses (false) one that is not processing. */
  finishPayment(paymentIntentId: string, outcome: 'succeeded' | 'failed'): boolean;
  /** Ends a pending refund. Refuses (false) one that is not pending. */
  finishRefund(refundId: string, outcome: 'succeeded' | 'failed'): boolean;
  /** Ends a dispute, which the card 4000 0000 0000 0259 begins. Refuses (false) one that is over. */
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): boolean;
  /** Everything there is, newest first; copies that may be kept. */
  paymentIntents(): PaymentIntent[];
  charges(): Charge[];
  refunds(): Refund[];
  disputes(): Dispute[];
  events(): StripeEvent[];
}
