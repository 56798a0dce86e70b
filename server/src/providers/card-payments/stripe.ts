import type { Stripe } from 'stripe';
import type { ProviderRefund } from '../provider-refund.ts';
import { ProviderUnavailable } from '../provider-unavailable.ts';
import type { CardCharge, CardDispute, CardEvent, CardPayments } from './port.ts';
import { moneyFromStripe, stripeAmount } from './stripe-amount.ts';

const DEADLINE_MILLIS = 8_000;
const RETRIES = 2;
const EVENT_TOLERANCE_SECONDS = 300;

interface StripeAccount {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly live: boolean;
  /** This installation's name in Stripe's metadata, because several may share one account. */
  readonly clinic: string;
  /** The address of Stripe's API; unset: Stripe's own. */
  readonly apiUrl?: string | undefined;
}

/**
 * Card payments through Stripe's payment intents, or through the sandbox with the same protocol: only `apiUrl` differs.
 */
export function createStripePayments({ secretKey, webhookSecret, live, clinic, apiUrl }: StripeAccount): CardPayments {
  let client: Promise<Stripe> | undefined;
  /** Loads the package when it is first needed. */
  const open = () =>
    (client ??= import('stripe').then(
      ({ Stripe }) =>
        new Stripe(secretKey, {
          timeout: DEADLINE_MILLIS,
          maxNetworkRetries: RETRIES,
          telemetry: false,
          ...(apiUrl === undefined ? {} : addressOf(apiUrl)),
        }),
    ));
  const asked = <T>(ask: (stripe: Stripe) => Promise<T>, signal?: AbortSignal) => answerOf(open().then(ask), signal);

  const findIntent = (reference: string) =>
    asked((stripe) => stripe.paymentIntents.retrieve(reference, { expand: ['latest_charge'] })).catch(missing);

  async function listRefunds(reference: string): Promise<readonly ProviderRefund[]> {
    const { data } = await asked((stripe) => stripe.refunds.list({ payment_intent: reference, limit: 100 }));
    return data.map(refundOf);
  }

  return {
    name: 'stripe',
    live,

    async prepare({ orderId, bookingId, patientId, amount }) {
      const charged = stripeAmount(amount);
      if (!charged) return 'amount-refused';
      try {
        const intent = await asked((stripe) =>
          stripe.paymentIntents.create(
            {
              ...charged,
              allowed_payment_method_types: ['card'],
              description: 'Appointment',
              metadata: { clinic, orderId, bookingId, patientId },
            },
            { idempotencyKey: `order:${orderId}` },
          ),
        );
        return chargeOf(intent);
      } catch (error) {
        if (isAmountRefused(error)) return 'amount-refused';
        throw error;
      }
    },

    async find(reference) {
      const intent = await findIntent(reference);
      return intent && chargeOf(intent);
    },

    async close(reference) {
      try {
        return chargeOf(await asked((stripe) => stripe.paymentIntents.cancel(reference)));
      } catch (error) {
        if (!isOfType(error, 'StripeInvalidRequestError')) throw error;
        // It has succeeded, is processing, was cancelled before, or never existed.
        const intent = await findIntent(reference);
        return intent && chargeOf(intent);
      }
    },

    async refund({ reference, refundId, amount }) {
      // Stripe deletes idempotency keys after a while, but keeps the metadata of a refund.
      const earlier = (await listRefunds(reference)).find((refund) => refund.refundId === refundId);
      if (earlier) return earlier;
      const refunded = stripeAmount(amount);
      if (!refunded) {
        return { reference: undefined, refundId, amount, state: 'failed', failure: 'the amount has too many decimals' };
      }
      try {
        const refund = await asked((stripe) =>
          stripe.refunds.create(
            { payment_intent: reference, amount: refunded.amount, metadata: { refundId } },
            { idempotencyKey: `refund:${refundId}` },
          ),
        );
        return refundOf(refund);
      } catch (error) {
        if (!isOfType(error, 'StripeInvalidRequestError')) throw error;
        return { reference: undefined, refundId, amount, state: 'failed', failure: error.message };
      }
    },

    listRefunds,

    async findDispute(reference) {
      const { data } = await asked((stripe) => stripe.disputes.list({ payment_intent: reference, limit: 1 }));
      const [dispute] = data;
      return dispute && disputeOf(dispute);
    },

    async listSince({ since, after, signal }) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const list = (from: object) =>
        asked(
          (stripe) => stripe.paymentIntents.list({ created, limit: 100, expand: ['data.latest_charge'], ...from }),
          signal,
        );
      const page =
        (after === null ? undefined : await list({ starting_after: after }).catch(missing)) ?? (await list({}));
      const charges = page.data.map((intent) => ({
        ...chargeOf(intent),
        isOurs: intent.metadata['clinic'] === clinic,
      }));
      return { charges, isLast: !page.has_more };
    },

    async acceptsKeys() {
      try {
        await asked((stripe) => stripe.paymentIntents.list({ limit: 1 }));
        return true;
      } catch (error) {
        if (isOfType(error, 'StripeAuthenticationError', 'StripePermissionError')) return false;
        throw error;
      }
    },

    async readEvent(body, signature) {
      const stripe = await open();
      try {
        const event = stripe.webhooks.constructEvent(body, signature, webhookSecret, EVENT_TOLERANCE_SECONDS);
        return { live: event.livemode, ...subjectOf(event.data.object) };
      } catch {
        return undefined;
      }
    },
  };
}

function addressOf(apiUrl: string) {
  const { protocol, hostname, port } = new URL(apiUrl);
  return {
    host: hostname,
    port: Number(port),
    protocol: protocol === 'https:' ? ('https' as const) : ('http' as const),
  };
}

/** Distinguishes a missing answer of Stripe from a refusal. */
async function answerOf<T>(answer: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await (signal ? Promise.race([answer, aborted(signal)]) : answer);
  } catch (error) {
    const noAnswer = isOfType(error, 'StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError');
    throw noAnswer ? new ProviderUnavailable('The card provider did not answer.', { cause: error }) : error;
  }
}

/** By name, because the classes are in the package. */
function isOfType(error: unknown, ...types: readonly string[]): error is Stripe.errors.StripeError {
  return error instanceof Error && 'type' in error && types.includes(String(error.type));
}

/** @throws ProviderUnavailable as soon as it is aborted */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const giveUp = () => reject(new ProviderUnavailable('The time for asking the card provider was over.'));
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
  });
}

function isAmountRefused(error: unknown): boolean {
  if (!isOfType(error, 'StripeInvalidRequestError')) return false;
  return error.code === 'amount_too_small' || error.code === 'amount_too_large';
}

function missing(error: unknown): undefined {
  if (isOfType(error, 'StripeInvalidRequestError') && error.code === 'resource_missing') return undefined;
  throw error;
}

function chargeOf(intent: Stripe.PaymentIntent): CardCharge {
  const { id, client_secret, status, amount, amount_received, currency, livemode, metadata, latest_charge } = intent;
  const charge = typeof latest_charge === 'object' ? latest_charge : null;
  return {
    reference: id,
    clientSecret: client_secret ?? undefined,
    state: stateOf(status),
    amount: moneyFromStripe(amount, currency),
    received: moneyFromStripe(status === 'succeeded' ? amount_received : 0, currency),
    refunded: moneyFromStripe(charge?.amount_refunded ?? 0, currency),
    disputed: charge?.disputed ?? false,
    live: livemode,
    orderId: metadata['orderId'],
    bookingId: metadata['bookingId'],
    patientId: metadata['patientId'],
    paidAt: charge ? new Date(charge.created * 1000) : undefined,
  };
}

function stateOf(status: Stripe.PaymentIntent.Status): CardCharge['state'] {
  switch (status) {
    case 'succeeded':
      return 'succeeded';
    case 'processing':
      return 'processing';
    case 'canceled':
      return 'closed';
    default:
      return 'open';
  }
}

function refundOf(refund: Stripe.Refund): ProviderRefund {
  const { id, amount, currency, status, metadata, failure_reason } = refund;
  const state =
    status === 'succeeded' ? 'succeeded' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
  return {
    reference: id,
    refundId: metadata?.['refundId'],
    amount: moneyFromStripe(amount, currency),
    state,
    ...(failure_reason === undefined ? {} : { failure: inWords(failure_reason) }),
  };
}

function disputeOf({ amount, currency, status, reason }: Stripe.Dispute): CardDispute {
  const isOver = status === 'won' || status === 'warning_closed' || status === 'prevented';
  return {
    amount: moneyFromStripe(amount, currency),
    state: isOver ? 'won' : status === 'lost' ? 'lost' : 'open',
    reason: inWords(reason),
  };
}

/** Stripe's codes are words: 'expired_or_canceled_card'. */
function inWords(code: string): string {
  return code.replaceAll('_', ' ');
}

/** An event is about an intent, or about a charge, refund or dispute that names one. */
function subjectOf(object: object): Pick<CardEvent, 'reference' | 'isDispute'> {
  const { object: kind, id, payment_intent }: { object?: unknown; id?: unknown; payment_intent?: unknown } = object;
  const reference = kind === 'payment_intent' ? id : payment_intent;
  return { reference: typeof reference === 'string' ? reference : undefined, isDispute: kind === 'dispute' };
}
