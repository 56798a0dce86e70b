import type { Delivery } from '../deliveries.ts';
import type { Outage } from '../disturbances.ts';
import type { Charge, Dispute, DisputeStatus, PaymentIntent, Refund, RefundStatus, StripeEvent } from './objects.ts';

/** The options of the sandbox's account, with defaults for the demo. */
export interface StripeSettings {
  /** The address on this machine for events. Without it, none is sent until `sendWebhooksTo`. */
  webhookUrl: string | undefined;
  /** The types of events to send, such as 'payment_intent.*'. Default: all. The others can still be fetched. */
  webhookEvents: readonly string[];
  /** The key that signs events. Default: `whsec_sandbox`. */
  webhookSecret: string;
  /** The pauses before an unaccepted event is sent again. Default: 1 s, 5 s, 30 s, 2 min, 10 min. */
  retryDelaysMs: readonly number[];
  /** How long a payment with the card that 'processes' takes. Default: 3000. */
  processingMs: number;
}

/** How a dispute begins. */
export interface NewDispute {
  /** `warning_needs_response` is an inquiry. */
  readonly status?: 'needs_response' | 'warning_needs_response' | undefined;
  /** Minor units; the whole payment by default. */
  readonly amount?: number;
}

/** The possible states of a new refund at Stripe. */
export type RefundStart = 'succeeded' | 'pending' | 'requires_action';

/** One attempt to deliver an event; `status` is null without an answer. */
export interface DeliveryAttempt {
  eventId: string;
  type: string;
  status: number | null;
}

/** Control of the account for tests and the sandbox's page, in addition to Stripe's protocol. */
export interface StripeControl {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** Sends events to this address from now on; undefined sends none. Throws unless it is on this machine. */
  sendWebhooksTo(url: string | undefined): void;
  deliver(delivery: Delivery): void;
  /** Sends this event again; without an id, all unaccepted ones, oldest first. */
  deliverNow(eventId?: string): Promise<DeliveryAttempt[]>;
  /** Resolves when no event is being sent. Does not wait for withheld events or later retries. */
  settled(): Promise<void>;
  /** Ends the processing of a payment. Refuses (false) one that is not processing. */
  finishPayment(paymentIntentId: string, outcome: 'succeeded' | 'failed'): boolean;
  /** Makes new refunds start and stay in this state; undefined, the default: the card decides. */
  startRefundsAs(status: RefundStart | undefined): void;
  /**
   * Changes the state of a refund, as the bank, the payer or Stripe does: `pending` and `requires_action` to any other
   * state, `succeeded` to `failed` (the bank returns the money). Sends `refund.updated` and `charge.refund.updated`
   * with
   * `previous_attributes`, and `refund.failed`. Refuses (false) every other change.
   */
  changeRefund(refundId: string, status: RefundStatus): boolean;
  /**
   * Opens a dispute of a payment, or of a part of it; an inquiry moves no money yet. Returns the
   * dispute's id; undefined if the payment is not paid or is disputed already. The card 4000 0000 0000 0259 does the
   * same automatically.
   */
  openDispute(paymentIntentId: string, how?: NewDispute): string | undefined;
  /**
   * Changes the state of a dispute: `needs_response` or `under_review` to `won` or `lost`, `lost` by an appeal
   * (`appeal_needs_response`, `appeal_under_review`) to `won` or `lost`, an inquiry (`warning_…`) to `needs_response`,
   * `warning_closed` or `prevented`. Sends `charge.dispute.updated` or `.closed`, and `.funds_withdrawn` or
   * `.funds_reinstated` if money moves. Refuses (false) a state that cannot follow.
   */
  changeDispute(disputeId: string, status: DisputeStatus): boolean;
  /** Makes every call of Stripe's API fail in this way; undefined ends it. Does not affect other providers. */
  outage(outage: Outage | undefined): void;
  /** All objects, newest first, as copies. */
  paymentIntents(): PaymentIntent[];
  charges(): Charge[];
  refunds(): Refund[];
  disputes(): Dispute[];
  events(): StripeEvent[];
}
