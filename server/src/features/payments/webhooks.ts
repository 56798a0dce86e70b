import type { Webhook, WebhookAnswer } from '../../call/webhook.ts';
import type { Database } from '../../database/database.ts';
import type { CardEvent } from '../../providers/card-payments/port.ts';
import type { HostedNotice } from '../../providers/hosted-page/port.ts';
import { ProviderUnavailable } from '../../providers/provider-unavailable.ts';
import { syncTries } from './hosted-page.ts';
import { logUnexpected } from './log-unexpected.ts';
import { findOrderByReference } from './order-store.ts';
import { findPaymentByTransaction, updatePayment } from './payment-store.ts';
import { syncRefunds } from './refund-payment.ts';
import { askAboutOrder, moveOrder, type PaymentServices } from './settle-payment.ts';
import { syncDispute } from './sync-dispute.ts';

/** The outcomes with which the patient's browser returns from the hosted page. */
const RETURNS = ['success', 'fail', 'cancel'] as const;
type Return = (typeof RETURNS)[number];

/** The paths that providers, and browsers returning from them, post to. */
export function paymentWebhooks(parts: {
  db: Database;
  services: PaymentServices;
  now: () => Date;
}): readonly Webhook[] {
  const { db, services, now } = parts;
  const form = 'application/x-www-form-urlencoded' as const;

  async function cameBack(how: Return, body: string): Promise<WebhookAnswer> {
    const notice = services.hosted?.readNotice(new URLSearchParams(body));
    // A forged form only leads its sender to their own appointments.
    if (!notice) return { kind: 'go-to', path: '/dashboard/myAppointment' };
    // Without this answer the payment is still found, by the notification or the reconciliation.
    const handled = await handleHostedNotice(db, { notice, now: now(), services }).catch((error: unknown) => {
      logUnexpected(services.log, error, { reference: notice.reference });
      return undefined;
    });
    return { kind: 'go-to', path: pageAfter(how, handled) };
  }

  return [
    {
      path: '/stripe',
      mediaType: 'application/json',
      async handle({ body, headers }) {
        const event = await services.cards?.readEvent(body, headers.get('stripe-signature') ?? '');
        if (!event) return { kind: 'refused', message: 'The signature is missing, wrong or too old.' };
        await handleCardEvent(db, { event, now: now(), services });
        return { kind: 'taken' };
      },
    },
    {
      path: '/sslcommerz/ipn',
      mediaType: form,
      async handle({ body }) {
        const notice = services.hosted?.readNotice(new URLSearchParams(body));
        if (!notice) return { kind: 'refused', message: 'The signature is missing or wrong.' };
        const handled = await handleHostedNotice(db, { notice, now: now(), services });
        if (handled?.unanswered) throw handled.unanswered;
        return handled ? { kind: 'taken' } : { kind: 'refused', message: 'There is no such order.' };
      },
    },
    ...RETURNS.map(
      (how): Webhook => ({
        path: `/sslcommerz/${how}`,
        mediaType: form,
        pageWhenLimited: pageAfter(how, undefined),
        handle: ({ body }) => cameBack(how, body),
      }),
    ),
  ];
}

/** My Appointments, with the outcome in its address. */
function pageAfter(how: Return, handled: Noticed | undefined): string {
  const query = new URLSearchParams({
    payment: outcomeOf(how, handled),
    ...(handled ? { booking: handled.bookingId } : {}),
  });
  return `/dashboard/myAppointment?${query.toString()}`;
}

/** The outcome for the page: the provider's, if known. The address alone proves nothing. */
function outcomeOf(how: Return, handled: Noticed | undefined): 'success' | 'failed' | 'cancelled' | 'pending' {
  if (handled?.isSettled) return 'success';
  if (how === 'success') return 'pending';
  return how === 'fail' ? 'failed' : 'cancelled';
}

/**
 * Processes a signed event of the card provider: fetches the charge that it is about, and applies that answer rather
 * than the event. So events may arrive twice, late and in any order.
 *
 * @throws ProviderUnavailable: not processed; the provider must send it again
 */
async function handleCardEvent(
  db: Database,
  { event, now, services }: { event: CardEvent; now: Date; services: PaymentServices },
): Promise<void> {
  const { cards } = services;
  const { reference } = event;
  if (!cards || event.live !== cards.live || reference === undefined) return;
  const provider = cards.name;
  const order = await findOrderByReference(db, { provider, reference });
  if (!order) return;
  const find = () => findPaymentByTransaction(db, { provider, transactionId: reference });
  const known = await find();
  if (known) await syncRefunds(db, known, { now, services });
  else await askAboutOrder(db, { order, now, services });
  const payment = event.isDispute ? (known ?? (await find())) : undefined;
  if (payment) await syncDispute(db, payment, { cards, now, jobs: services.jobs });
}

interface Noticed {
  readonly isSettled: boolean;
  readonly bookingId: string;
  /** Set if the provider did not answer our question. */
  readonly unanswered?: ProviderUnavailable;
}

/**
 * Processes a notification of the hosted page's provider, or a browser that returns from there: both only name the order
 * to ask about. If the provider reports a payment and does not answer, the order is being processed until it does, so
 * that the patient does not pay a second time meanwhile. `undefined`: there is no such order.
 */
async function handleHostedNotice(
  db: Database,
  { notice, now, services }: { notice: HostedNotice; now: Date; services: PaymentServices },
): Promise<Noticed | undefined> {
  const { hosted } = services;
  if (!hosted) return undefined;
  const provider = hosted.name;
  const { reference, validationId, bankReference } = notice;
  const order = await findOrderByReference(db, { provider, reference });
  if (!order) return undefined;
  const known = await findPaymentByTransaction(db, { provider, transactionId: reference });
  if (known && bankReference !== undefined && bankReference !== known.bankReference) {
    // The page may have been paid a second time. If there is no answer now, the next comparison asks.
    await updatePayment(db, { id: known.id, compareAt: now });
    await syncTries(db, known, { run: { now }, hosted }).catch((error: unknown) =>
      logUnexpected(services.log, error, { paymentId: known.id, reference }),
    );
  }
  const { bookingId } = order;
  if (known) return { isSettled: true, bookingId };
  try {
    return { isSettled: (await askAboutOrder(db, { order, now, services, validationId })) === 'settled', bookingId };
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    if (validationId !== undefined && order.state === 'open') await moveOrder(db, { order, event: 'processing', now });
    return { isSettled: false, bookingId, unanswered: error };
  }
}
