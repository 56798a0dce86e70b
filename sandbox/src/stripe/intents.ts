import { readAmount, readCurrency } from './amounts.ts';
import { chargeCard } from './charge-card.ts';
import { badParameter, noSuch, notNow, StripeFailure } from './failure.ts';
import { type FormTree, flag, mergeMetadata, oneOf, requiredText, subtree, text, texts } from './form.ts';
import { type Cause, type Ledger, newId, nowSeconds, nulls, randomText } from './ledger.ts';
import type { IntentStatus, PaymentIntent, PaymentMethod } from './objects.ts';
import { createPaymentMethod, findPaymentMethod } from './payment-methods.ts';

export function findIntent(ledger: Ledger, id: string): PaymentIntent {
  const intent = ledger.intents.find(id);
  if (!intent) throw noSuch('payment_intent', id, 'intent');
  return intent;
}

export function createIntent(ledger: Ledger, tree: FormTree, cause: Cause): PaymentIntent {
  const currency = readCurrency(tree);
  const automatic = subtree(tree, 'automatic_payment_methods');
  const types = texts(tree, 'allowed_payment_method_types');
  if (types.some((type) => type !== 'card')) {
    throw badParameter('The sandbox takes cards only.', { param: 'allowed_payment_method_types' });
  }
  const id = newId('pi');
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    ...nulls('application', 'application_fee_amount', 'customer', 'customer_account'),
    ...nulls('excluded_payment_method_types', 'managed_payments', 'on_behalf_of'),
    ...nulls('payment_method_configuration_details', 'payment_method_options', 'payment_record', 'processing'),
    ...nulls('review', 'setup_future_usage', 'shipping', 'source', 'statement_descriptor'),
    ...nulls('statement_descriptor_suffix', 'transfer_group'),
    allowed_payment_method_types: types.length > 0 ? types : null,
    amount: readAmount(tree, currency),
    amount_capturable: 0,
    amount_received: 0,
    automatic_payment_methods: flag(automatic, 'enabled')
      ? { allow_redirects: text(automatic, 'allow_redirects') === 'never' ? 'never' : 'always', enabled: true }
      : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: nowSeconds(),
    currency,
    description: text(tree, 'description') ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: mergeMetadata(tree),
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    receipt_email: text(tree, 'receipt_email') ?? null,
    status: 'requires_payment_method',
  };
  const method = readMethod(ledger, tree);
  ledger.intents.add(intent);
  ledger.record('payment_intent.created', intent, cause);
  if (method) {
    intent.payment_method = method.id;
    intent.status = 'requires_confirmation';
  }
  return flag(tree, 'confirm') ? confirmIntent(ledger, intent, tree, cause) : intent;
}

export function updateIntent(ledger: Ledger, intent: PaymentIntent, tree: FormTree): PaymentIntent {
  const amount = tree.has('amount') ? readAmount(tree, intent.currency) : intent.amount;
  const metadata = mergeMetadata(tree, intent.metadata);
  const open: IntentStatus[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
  if (amount !== intent.amount && !open.includes(intent.status)) {
    throw unexpectedState(
      intent,
      `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: ${open.join(', ')}.`,
    );
  }
  const method = readMethod(ledger, tree);
  if (method) {
    intent.payment_method = method.id;
    intent.status = 'requires_confirmation';
  }
  intent.amount = amount;
  intent.metadata = metadata;
  intent.description = text(tree, 'description') ?? intent.description;
  intent.receipt_email = text(tree, 'receipt_email') ?? intent.receipt_email;
  return intent;
}

export function confirmIntent(ledger: Ledger, intent: PaymentIntent, tree: FormTree, cause: Cause): PaymentIntent {
  if (intent.status === 'succeeded') {
    throw unexpectedState(
      intent,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    );
  }
  if (intent.status === 'processing' || intent.status === 'canceled') {
    throw unexpectedState(
      intent,
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
    );
  }
  const method =
    readMethod(ledger, tree) ??
    (intent.payment_method === null ? undefined : ledger.methods.find(intent.payment_method));
  const outcome = method && ledger.outcomes.get(method.id);
  if (!method || !outcome) {
    throw unexpectedState(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    );
  }
  const failure = chargeCard(ledger, { intent, method, outcome, returnUrl: readReturnUrl(tree), cause });
  if (failure) throw failure;
  return intent;
}

export function cancelIntent(ledger: Ledger, intent: PaymentIntent, tree: FormTree, cause: Cause): PaymentIntent {
  const reason = oneOf(tree, 'cancellation_reason', ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']);
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, processing.`,
    );
  }
  intent.status = 'canceled';
  intent.canceled_at = nowSeconds();
  intent.cancellation_reason = reason ?? null;
  intent.next_action = null;
  ledger.afterAuthentication.delete(intent.id);
  ledger.record('payment_intent.canceled', intent, cause);
  return intent;
}

/** A browser needs the client secret of an intent; without it, the intent does not exist for that browser. */
export function checkClientSecret(intent: PaymentIntent, tree: FormTree): void {
  if (requiredText(tree, 'client_secret') === intent.client_secret) return;
  throw new StripeFailure(
    400,
    {
      type: 'invalid_request_error',
      code: 'payment_intent_invalid_parameter',
      param: 'client_secret',
      message:
        'The client_secret provided does not match any associated PaymentIntent on this account. Ensure the client_secret provided is correct, and was generated from an API key belonging to the same account as the publishable key.',
    },
    false,
  );
}

function readMethod(ledger: Ledger, tree: FormTree): PaymentMethod | undefined {
  if (tree.has('payment_method_data')) return createPaymentMethod(ledger, subtree(tree, 'payment_method_data'));
  const id = text(tree, 'payment_method');
  return id === undefined ? undefined : findPaymentMethod(ledger, id);
}

function readReturnUrl(tree: FormTree): string | undefined {
  const url = text(tree, 'return_url');
  if (url === undefined || /^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url;
  throw badParameter('Not a valid URL', { code: 'url_invalid', param: 'return_url' });
}

function unexpectedState(intent: PaymentIntent, message: string): StripeFailure {
  return notNow(message, { code: 'payment_intent_unexpected_state', payment_intent: structuredClone(intent) });
}
