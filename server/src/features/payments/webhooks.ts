import type { Database } from '../../database/database.ts';
import type { Webhook, WebhookAnswer } from '../../http/webhooks.ts';
import { handleCardEvent, handleHostedNotice, type NoticeHandled } from './handle-notices.ts';
import type { MoneyDesk } from './money-desk.ts';

/** How the patient's browser comes back from the hosted page. */
const RETURNS = ['success', 'fail', 'cancel'] as const;
type Return = (typeof RETURNS)[number];

/** Where providers, and the browsers that they send back, post to. */
export function paymentWebhooks(parts: { db: Database; desk: MoneyDesk; now: () => Date }): readonly Webhook[] {
  const { db, desk, now } = parts;
  const form = 'application/x-www-form-urlencoded' as const;

  async function cameBack(how: Return, body: string): Promise<WebhookAnswer> {
    const notice = desk.hosted?.readNotice(new URLSearchParams(body));
    // Whoever makes up such a form gets to their own appointments, and no further.
    if (!notice) return { kind: 'go-to', path: '/dashboard/myAppointment' };
    // Their money is safe without this question: the notification comes, or the reconciliation asks.
    const handled = await handleHostedNotice(db, { notice, now: now(), desk }).catch(() => undefined);
    const query = new URLSearchParams({
      payment: outcomeOf(how, handled),
      ...(handled ? { booking: handled.bookingId } : {}),
    });
    return { kind: 'go-to', path: `/dashboard/myAppointment?${query.toString()}` };
  }

  return [
    {
      path: '/stripe',
      mediaType: 'application/json',
      async handle({ body, headers }) {
        const event = desk.cards?.readEvent(body, headers.get('stripe-signature') ?? '');
        if (!event) return { kind: 'refused', message: 'The signature is missing, wrong or too old.' };
        await handleCardEvent(db, { event, now: now(), desk });
        return { kind: 'taken' };
      },
    },
    {
      path: '/sslcommerz/ipn',
      mediaType: form,
      async handle({ body }) {
        const notice = desk.hosted?.readNotice(new URLSearchParams(body));
        if (!notice) return { kind: 'refused', message: 'The signature is missing or wrong.' };
        const handled = await handleHostedNotice(db, { notice, now: now(), desk });
        return handled ? { kind: 'taken' } : { kind: 'refused', message: 'There is no such order.' };
      },
    },
    ...RETURNS.map(
      (how): Webhook => ({
        path: `/sslcommerz/${how}`,
        mediaType: form,
        handle: ({ body }) => cameBack(how, body),
      }),
    ),
  ];
}

/** What the page is told. The provider's word counts where we have it; the address alone proves nothing. */
function outcomeOf(how: Return, handled: NoticeHandled | undefined): 'success' | 'failed' | 'cancelled' | 'pending' {
  if (handled?.stands === 'settled') return 'success';
  if (how === 'success') return 'pending';
  return how === 'fail' ? 'failed' : 'cancelled';
}
