import type { Stripe } from 'stripe';
import { findCharge } from './charges.ts';
import { findDispute } from './disputes.ts';
import { noSuch, notNow, StripeFailure } from './failure.ts';
import { type FormTree, text, texts } from './form.ts';
import { cancelIntent, checkClientSecret, confirmIntent, createIntent, findIntent, updateIntent } from './intents.ts';
import type { Cause, Ledger, Shelf } from './ledger.ts';
import { listPage, listParameters } from './lists.ts';
import type { StripeEvent } from './objects.ts';
import { createPaymentMethod, findPaymentMethod } from './payment-methods.ts';
import { cancelRefund, createRefund, findRefund, updateRefund } from './refunds.ts';
import { browserView } from './views.ts';
import { isOfType } from './webhooks.ts';

interface StripeCall {
  ledger: Ledger;
  /** The id in the path; empty if there is none. */
  id: string;
  tree: FormTree;
  cause: Cause;
  caller: 'server' | 'browser';
}

export interface Endpoint {
  method: 'GET' | 'POST';
  path: string;
  /** The allowed parameters. */
  parameters: readonly string[];
  /** Whether a publishable key is enough. */
  forBrowsers?: boolean;
  run(call: StripeCall): Answer;
}

/** The possible answers of an endpoint, in the types of the official SDK, so that the compiler checks them. */
type Answer = Resource | Stripe.ApiList<Resource> | ReturnType<typeof browserView>;
type Resource =
  | Stripe.PaymentIntent
  | Stripe.PaymentMethod
  | Stripe.Charge
  | Stripe.Refund
  | Stripe.BalanceTransaction
  | Stripe.Dispute
  | Stripe.Event;

const intentParameters = [
  'amount',
  'description',
  'metadata',
  'payment_method',
  'payment_method_data',
  'receipt_email',
];

/** The supported part of Stripe's API. */
export const endpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/payment_intents',
    parameters: [
      ...intentParameters,
      // `payment_method_types` until 2026; this version of Stripe refuses that name.
      'allowed_payment_method_types',
      'automatic_payment_methods',
      'confirm',
      'currency',
      'return_url',
    ],
    run: ({ ledger, tree, cause }) => createIntent(ledger, tree, cause),
  },
  list('/v1/payment_intents', (ledger) => ledger.intents, { customer: () => null }),
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    parameters: ['client_secret'],
    forBrowsers: true,
    run: ({ ledger, id, tree, caller }) => {
      const intent = findIntent(ledger, id);
      if (caller === 'server') return intent;
      checkClientSecret(intent, tree);
      return browserView(intent);
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id',
    parameters: intentParameters,
    run: ({ ledger, id, tree }) => updateIntent(ledger, findIntent(ledger, id), tree),
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    parameters: ['client_secret', 'payment_method', 'payment_method_data', 'return_url'],
    forBrowsers: true,
    run: ({ ledger, id, tree, cause, caller }) => {
      const intent = findIntent(ledger, id);
      if (caller === 'server') return confirmIntent(ledger, intent, tree, cause);
      checkClientSecret(intent, tree);
      return browserView(confirmIntent(ledger, intent, tree, cause));
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    parameters: ['cancellation_reason'],
    run: ({ ledger, id, tree, cause }) => cancelIntent(ledger, findIntent(ledger, id), tree, cause),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods',
    parameters: ['type', 'card', 'billing_details'],
    forBrowsers: true,
    run: ({ ledger, tree }) => createPaymentMethod(ledger, tree),
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    parameters: [],
    run: ({ ledger, id }) => findPaymentMethod(ledger, id),
  },
  list('/v1/charges', (ledger) => ledger.charges, { payment_intent: (charge) => charge.payment_intent }),
  { method: 'GET', path: '/v1/charges/:id', parameters: [], run: ({ ledger, id }) => findCharge(ledger, id) },
  {
    method: 'POST',
    path: '/v1/refunds',
    parameters: ['amount', 'charge', 'metadata', 'payment_intent', 'reason'],
    run: ({ ledger, tree, cause }) => createRefund(ledger, tree, cause),
  },
  list('/v1/refunds', (ledger) => ledger.refunds, {
    charge: (refund) => refund.charge,
    payment_intent: (refund) => refund.payment_intent,
  }),
  { method: 'GET', path: '/v1/refunds/:id', parameters: [], run: ({ ledger, id }) => findRefund(ledger, id) },
  {
    method: 'POST',
    path: '/v1/refunds/:id',
    parameters: ['metadata'],
    run: ({ ledger, id, tree, cause }) => updateRefund(ledger, findRefund(ledger, id), tree, cause),
  },
  {
    method: 'POST',
    path: '/v1/refunds/:id/cancel',
    parameters: [],
    run: ({ ledger, id, cause }) => cancelRefund(ledger, findRefund(ledger, id), cause),
  },
  list('/v1/balance_transactions', (ledger) => ledger.balance, {
    source: (entry) => entry.source,
    type: (entry) => entry.type,
  }),
  {
    method: 'GET',
    path: '/v1/balance_transactions/:id',
    parameters: [],
    run: ({ ledger, id }) => {
      const entry = ledger.balance.find(id);
      if (!entry) throw noSuch('balance transaction', id);
      return entry;
    },
  },
  list('/v1/disputes', (ledger) => ledger.disputes, {
    charge: (dispute) => dispute.charge,
    payment_intent: (dispute) => dispute.payment_intent,
  }),
  { method: 'GET', path: '/v1/disputes/:id', parameters: [], run: ({ ledger, id }) => findDispute(ledger, id) },
  {
    method: 'GET',
    path: '/v1/events',
    parameters: [...listParameters, 'type', 'types'],
    run: ({ ledger, tree }) => {
      const type = text(tree, 'type');
      const types = texts(tree, 'types');
      if (type !== undefined && types.length > 0) {
        throw notNow('You may pass either type or types, but not both.', { param: 'types' });
      }
      const wanted = type === undefined ? types : [type];
      const fits = (event: StripeEvent) => wanted.length === 0 || wanted.some((pattern) => isOfType(event, pattern));
      return listPage(ledger.events, tree, { url: '/v1/events', fits });
    },
  },
  {
    method: 'GET',
    path: '/v1/events/:id',
    parameters: [],
    run: ({ ledger, id }) => {
      const event = ledger.events.find(id);
      if (!event) throw noSuch('event', id);
      return event;
    },
  },
];

/** A list that can be filtered by a reference to another object. */
function list<Item extends Resource>(
  path: string,
  shelf: (ledger: Ledger) => Shelf<Item>,
  filters: Readonly<Record<string, (item: Item) => string | null>>,
): Endpoint {
  return {
    method: 'GET',
    path,
    parameters: [...listParameters, ...Object.keys(filters)],
    run: ({ ledger, tree }) => {
      const wanted = Object.entries(filters).flatMap(([name, read]) => {
        const value = text(tree, name);
        return value === undefined ? [] : [(item: Item) => read(item) === value];
      });
      return listPage(shelf(ledger), tree, { url: path, fits: (item) => wanted.every((fits) => fits(item)) });
    },
  };
}

/** Stripe's answer for an unknown path. */
export function unknownAddress(method: string, path: string): StripeFailure {
  const message = `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
  return new StripeFailure(404, { type: 'invalid_request_error', message }, false);
}
