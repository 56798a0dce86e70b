import { badParameter } from './failure.ts';
import type { Ledger } from './ledger.ts';
import type { ErrorBody, PaymentIntent } from './objects.ts';

const openToBrowsers = [
  'id',
  'object',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'status',
] as const satisfies readonly (keyof PaymentIntent)[];

/** What a browser may see of an intent: nothing that the clinic wrote for itself, and no charge. */
export function browserView(intent: PaymentIntent): object {
  return {
    ...Object.fromEntries(openToBrowsers.map((name) => [name, intent[name]])),
    last_payment_error: intent.last_payment_error && browserError(intent.last_payment_error),
  };
}

/** The same for what stands in a refusal. */
export function browserError({ charge: _charge, payment_intent, ...error }: ErrorBody): object {
  return payment_intent ? { ...error, payment_intent: browserView(payment_intent) } : error;
}

/** Puts the objects in place of the ids that `expand[]` names, such as 'latest_charge' or 'data.payment_intent'. */
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
  for (const shelf of [ledger.charges, ledger.intents, ledger.methods, ledger.refunds, ledger.disputes]) {
    const found = shelf.find(id);
    if (found) return found;
  }
  return undefined;
}
