import type { Delivery } from '../deliveries.ts';
import type { Outage } from '../disturbances.ts';
import type { Charge, Dispute, DisputeStatus, PaymentIntent, Refund, RefundStatus, StripeEvent } from './objects.ts';

export type { DisputeStatus, RefundStatus } from './objects.ts';

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

/** The states in which Stripe answers a new refund. */
export type RefundStart = 'succeeded' | 'pending' | 'requires_action';

/** One try to hand an event over; `status` is null where nobody answered. */
export interface DeliveryAttempt {
  eventId: string;
  type: string;
  status: number | null;
}

/** What a test or the sandbox's page can do to the account, beyond Stripe's own protocol. */
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
  /** From now on new refunds start, and stay, in this state; undefined (the default): as the card decides. */
  startRefundsAs(status: RefundStart | undefined): void;
  /**
   * Moves a refund to another state, as the bank, the payer or Stripe does: `pending` and `requires_action` to any other
   * one, `succeeded` to `failed` (the bank sends the money back). Sends `refund.updated` and `charge.refund.updated` with
   * `previous_attributes`, and `refund.failed`. Refuses (false) every other change.
   */
  changeRefund(refundId: string, status: RefundStatus): boolean;
  /**
   * The payer disputes a payment, whenever; `warning_needs_response` is an inquiry, which moves no money yet. Answers the
   * dispute's id; undefined where the payment is not paid, or is disputed already. The card 4000 0000 0000 0259 does the
   * same by itself.
   */
  openDispute(paymentIntentId: string, status?: 'needs_response' | 'warning_needs_response'): string | undefined;
  /**
   * Moves a dispute to another state: `needs_response` or `under_review` to `won` or `lost`, `lost` by an appeal
   * (`appeal_needs_response`, `appeal_under_review`) to `won` or `lost`, an inquiry (`warning_…`) to `needs_response`,
   * `warning_closed` or `prevented`. Sends
   * `charge.dispute.updated` or `.closed`, and `.funds_withdrawn` or `.funds_reinstated` where money moves. Refuses (false)
   * a state that cannot follow.
   */
  changeDispute(disputeId: string, status: DisputeStatus): boolean;
  /** From now on Stripe's API fails in this way, whoever calls it; undefined ends it. Other providers are not touched. */
  outage(outage: Outage | undefined): void;
  /** Everything there is, newest first; copies that may be kept. */
  paymentIntents(): PaymentIntent[];
  charges(): Charge[];
  refunds(): Refund[];
  disputes(): Dispute[];
  events(): StripeEvent[];
}
