import { badParameter } from './failure.ts';
import type { Ledger } from './ledger.ts';
import type { ErrorBody, PaymentIntent } from './objects.ts';

/** An intent for a browser: without metadata and charge. */
export function browserView(intent: PaymentIntent) {
  return {
    id: intent.id,
    object: intent.object,
    amount: intent.amount,
    automatic_payment_methods: intent.automatic_payment_methods,
    canceled_at: intent.canceled_at,
    cancellation_reason: intent.cancellation_reason,
    capture_method: intent.capture_method,
    client_secret: intent.client_secret,
    confirmation_method: intent.confirmation_method,
    created: intent.created,
    currency: intent.currency,
    description: intent.description,
    last_payment_error: intent.last_payment_error && browserError(intent.last_payment_error),
    livemode: intent.livemode,
    next_action: intent.next_action,
    payment_method: intent.payment_method,
    payment_method_types: intent.payment_method_types,
    processing: intent.processing,
    receipt_email: intent.receipt_email,
    setup_future_usage: intent.setup_future_usage,
    shipping: intent.shipping,
    status: intent.status,
  } satisfies Partial<PaymentIntent>;
}

/** An error for a browser. */
function browserError({ charge: _charge, payment_intent: _intent, ...error }: ErrorBody): ErrorBody {
  return error;
}

/** The answer with an error to a browser, including the intent for a browser. */
export function browserFailure(error: ErrorBody): object {
  const { payment_intent } = error;
  return { ...browserError(error), ...(payment_intent && { payment_intent: browserView(payment_intent) }) };
}

/** Replaces the ids named by `expand[]` with their objects, such as 'latest_charge' or 'data.payment_intent'. */
export function expand(ledger: Ledger, answer: object, paths: readonly string[]): object {
  return paths.reduce((expanded, path) => expandPath(ledger, expanded, path.split('.')), answer);
}

function expandPath(ledger: Ledger, object: object, [name, ...rest]: string[]): object {
  if (name === undefined) return object;
  // The objects of this folder are plain data, and an unknown name is refused below.
  const value = (object as Record<string, unknown>)[name];
  if (Array.isArray(value)) {
    return { ...object, [name]: value.map((item: object) => expandPath(ledger, item, rest)) };
  }
  if (value === null) return object;
  const found = typeof value === 'string' ? findById(ledger, value) : value;
  if (typeof found !== 'object' || found === null) {
    throw badParameter(`This property cannot be expanded (${name}).`, { param: 'expand' });
  }
  return { ...object, [name]: expandPath(ledger, found, rest) };
}

function findById(ledger: Ledger, id: string): object | undefined {
  for (const shelf of [
    ledger.charges,
    ledger.intents,
    ledger.methods,
    ledger.refunds,
    ledger.disputes,
    ledger.balance,
  ]) {
    const found = shelf.find(id);
    if (found) return found;
  }
  return undefined;
}
