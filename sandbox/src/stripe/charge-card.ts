import { enter } from './balance.ts';
import type { CardOutcome, Refusal } from './cards.ts';
import { newCharge } from './charges.ts';
import { openDispute } from './disputes.ts';
import { StripeFailure } from './failure.ts';
import type { Cause, Ledger } from './ledger.ts';
import type { ErrorBody, PaymentIntent, PaymentMethod } from './objects.ts';

interface Charging {
  intent: PaymentIntent;
  method: PaymentMethod;
  outcome: CardOutcome;
  returnUrl: string | undefined;
  cause: Cause | undefined;
}

/** Charges a card and changes the intent accordingly. Records and returns the refusal of a declined card. */
export function chargeCard(ledger: Ledger, charging: Charging): StripeFailure | undefined {
  const { intent, method, outcome, cause } = charging;
  intent.last_payment_error = null;
  intent.next_action = null;
  intent.payment_method = method.id;
  switch (outcome.kind) {
    case 'succeeds':
      succeed(ledger, charging, outcome);
      return undefined;
    case 'declined':
      return decline(ledger, charging, outcome.refusal);
    case 'processes':
      intent.status = 'processing';
      ledger.record('payment_intent.processing', intent, cause);
      finishSoon(ledger, intent);
      return undefined;
    case 'authenticates':
      intent.status = 'requires_action';
      ledger.afterAuthentication.set(intent.id, { method, outcome: outcome.afterwards });
      intent.next_action = {
        type: 'redirect_to_url',
        redirect_to_url: {
          url: `${ledger.origin()}/stripe/authenticate/${intent.id}?client_secret=${intent.client_secret}`,
          return_url: charging.returnUrl ?? null,
        },
      };
      ledger.record('payment_intent.requires_action', intent, cause);
      return undefined;
  }
}

/** After a successful or failed authentication. Returns undefined if the intent does not wait for one. */
export function authenticate(
  ledger: Ledger,
  intent: PaymentIntent,
  result: 'complete' | 'fail',
): { failure: StripeFailure | undefined } | undefined {
  const waiting = ledger.afterAuthentication.get(intent.id);
  if (intent.status !== 'requires_action' || waiting === undefined) return undefined;
  ledger.afterAuthentication.delete(intent.id);
  if (result === 'complete') {
    return { failure: chargeCard(ledger, { intent, ...waiting, returnUrl: undefined, cause: undefined }) };
  }
  const failure = refuse(intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: waiting.method,
  });
  ledger.record('payment_intent.payment_failed', intent, undefined);
  return { failure };
}

function finishSoon(ledger: Ledger, { id }: PaymentIntent): void {
  ledger.timers.after(ledger.processingMs, () => finishPayment(ledger, id, 'succeeded'));
}

/** After a restart: what was being processed goes on. */
export function resumePayments(ledger: Ledger): void {
  for (const intent of ledger.intents.newestFirst()) {
    if (intent.status === 'processing') finishSoon(ledger, intent);
  }
}

/** Ends the processing of a payment; false if it is not processing. */
export function finishPayment(ledger: Ledger, id: string, outcome: 'succeeded' | 'failed'): boolean {
  const intent = ledger.intents.find(id);
  if (intent?.status !== 'processing' || intent.payment_method === null) return false;
  const method = ledger.methods.find(intent.payment_method);
  if (!method) return false;
  const charging = { intent, method, returnUrl: undefined, cause: undefined };
  if (outcome === 'succeeded') {
    chargeCard(ledger, { ...charging, outcome: { kind: 'succeeds', risk: 'normal', refunds: 'at-once' } });
  } else {
    const message = 'Your card was declined.';
    const refusal = { code: 'card_declined', declineCode: 'generic_decline', message } as const;
    chargeCard(ledger, { ...charging, outcome: { kind: 'declined', refusal } });
  }
  return true;
}

function succeed(
  ledger: Ledger,
  { intent, method, cause }: Charging,
  { risk, disputed }: Extract<CardOutcome, { kind: 'succeeds' }>,
): void {
  const blank = newCharge(intent, method);
  const { id: source, amount, currency } = blank;
  const charge = ledger.charges.add({
    ...blank,
    amount_captured: amount,
    balance_transaction: enter(ledger, { category: 'charge', amount, currency, source }).id,
    captured: true,
    outcome: {
      ...blank.outcome,
      reason: risk === 'elevated' ? 'elevated_risk_level' : null,
      risk_level: risk,
      type: risk === 'elevated' ? 'manual_review' : 'authorized',
    },
    paid: true,
    status: 'succeeded',
  });
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.latest_charge = charge.id;
  ledger.record('charge.succeeded', charge, cause);
  ledger.record('payment_intent.succeeded', intent, cause);
  if (disputed) openDispute(ledger, charge);
}

function decline(ledger: Ledger, { intent, method, cause }: Charging, refusal: Refusal): StripeFailure {
  const blank = newCharge(intent, method);
  const charge = ledger.charges.add({
    ...blank,
    failure_code: refusal.code,
    failure_message: refusal.message,
    outcome: {
      ...blank.outcome,
      network_decline_code: refusal.blocked ? null : '01',
      network_status: refusal.blocked ? 'not_sent_to_network' : 'declined_by_network',
      reason: refusal.blocked ? 'highest_risk_level' : (refusal.declineCode ?? refusal.code),
      risk_level: refusal.blocked ? 'highest' : 'normal',
      seller_message: refusal.blocked
        ? 'Stripe blocked this payment as too risky.'
        : 'The bank did not return any further details with this decline.',
      type: refusal.blocked ? 'blocked' : 'issuer_declined',
    },
  });
  intent.latest_charge = charge.id;
  const failure = refuse(intent, {
    type: 'card_error',
    code: refusal.code,
    ...(refusal.declineCode === undefined ? {} : { decline_code: refusal.declineCode }),
    doc_url: `https://stripe.com/docs/error-codes/${refusal.code.replaceAll('_', '-')}`,
    message: refusal.message,
    charge: charge.id,
    payment_method: method,
  });
  ledger.record('charge.failed', charge, cause);
  ledger.record('payment_intent.payment_failed', intent, cause);
  return failure;
}

/** Resets the intent so that another card can be tried. */
function refuse(intent: PaymentIntent, error: ErrorBody): StripeFailure {
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.next_action = null;
  intent.last_payment_error = error;
  return new StripeFailure(402, { ...error, payment_intent: structuredClone(intent) });
}
