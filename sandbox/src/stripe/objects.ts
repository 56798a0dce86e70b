import type { Stripe } from 'stripe';

/**
 * The objects of the account: the official SDK's types for the pinned version of the API, narrowed where the sandbox
 * has one possibility and Stripe several.
 */

/** A type of the SDK with narrower fields. Still assignable to Stripe's type, with all required fields. */
type Held<Item, Fields extends Partial<Item>> = Omit<Item, keyof Fields> & Fields;

/** The documented values of the SDK's open unions (`'won' | 'lost' | OtherString`). */
type Known<Word> = Word extends string ? (string extends Word ? never : Word) : never;

type Metadata = Stripe.Metadata;
export type BillingDetails = Stripe.Charge.BillingDetails;
export type IntentStatus = Exclude<Known<Stripe.PaymentIntent.Status>, 'requires_capture'>;
export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
/** The `warning_…` states are inquiries of the bank, without any transfer of money. */
export type DisputeStatus = Known<Stripe.Dispute.Status>;

export type PaymentIntent = Held<
  Stripe.PaymentIntent,
  {
    client_secret: string;
    last_payment_error: ErrorBody | null;
    latest_charge: string | null;
    next_action: NextAction | null;
    payment_method: string | null;
    status: IntentStatus;
  }
>;

interface NextAction {
  type: 'redirect_to_url';
  redirect_to_url: { url: string; return_url: string | null };
}

export type CardDetails = Stripe.PaymentMethod.Card;

export type PaymentMethod = Held<
  Stripe.PaymentMethod,
  { billing_details: BillingDetails; card: CardDetails; metadata: Metadata; type: 'card' }
>;

export type Charge = Held<
  Stripe.Charge,
  {
    balance_transaction: string | null;
    payment_intent: string;
    payment_method: string;
    payment_method_details: { card: Stripe.Charge.PaymentMethodDetails.Card; type: 'card' };
    status: 'succeeded' | 'failed';
  }
>;

export type Refund = Held<
  Stripe.Refund,
  {
    charge: string;
    metadata: Metadata;
    payment_intent: string;
    payment_method: string;
    pending_reason?: Known<Stripe.Refund.PendingReason>;
    status: RefundStatus;
  }
>;

/** An entry on the clinic's balance at Stripe: positive for income, negative for expenses. */
export type BalanceTransaction = Held<
  Stripe.BalanceTransaction,
  {
    reporting_category: 'charge' | 'refund' | 'refund_failure' | 'dispute' | 'dispute_reversal';
    source: string;
    type: Known<Stripe.BalanceTransaction.Type>;
  }
>;

/** A payer's complaint to their bank about a charge. */
export type Dispute = Held<Stripe.Dispute, { charge: string; payment_intent: string; status: DisputeStatus }>;

/** The supported events. */
export type EventType =
  | `payment_intent.${'created' | 'requires_action' | 'processing' | 'succeeded' | 'payment_failed' | 'canceled'}`
  | `charge.${'succeeded' | 'failed' | 'refunded' | 'refund.updated'}`
  | `charge.dispute.${'created' | 'updated' | 'closed' | 'funds_withdrawn' | 'funds_reinstated'}`
  | `refund.${'created' | 'updated' | 'failed'}`;

export type EventOf<Type extends EventType> = Extract<Stripe.Event, { type: Type }>;
export type StripeEvent = EventOf<EventType>;

export type ErrorCode = Known<Stripe.PaymentIntent.LastPaymentError.Code>;

/** The field `error` of a refusal. */
export type ErrorBody = Held<
  Stripe.PaymentIntent.LastPaymentError,
  {
    code?: ErrorCode;
    message: string;
    payment_intent?: PaymentIntent;
    payment_method?: PaymentMethod;
    type: Known<Stripe.PaymentIntent.LastPaymentError.Type>;
  }
>;
