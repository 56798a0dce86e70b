import { createHmac } from 'node:crypto';
import { createDeliveries, type Deliveries } from '../deliveries.ts';
import type { DeliveryAttempt } from './control.ts';
import type { StripeEvent } from './objects.ts';

export interface Webhooks extends Deliveries<StripeEvent> {
  url(): string | undefined;
  sendTo(url: string | undefined): void;
  deliverNow(eventId?: string): Promise<DeliveryAttempt[]>;
}

interface WebhookSettings {
  url: string | undefined;
  events: readonly string[];
  secret: string;
  retryDelaysMs: readonly number[];
}

/** The clinic's webhook endpoint: gets signed events of the chosen types, with retries until they are accepted. */
export function createWebhooks({ url: firstUrl, events, secret, retryDelaysMs }: WebhookSettings): Webhooks {
  let url = firstUrl;
  const deliveries = createDeliveries<StripeEvent>({
    retryDelaysMs,
    tried: (event, { taken }) => {
      event.pending_webhooks = taken ? 0 : 1;
    },
    posting: (event) => {
      if (url === undefined) return undefined;
      const body = JSON.stringify(event, null, 2);
      const headers = {
        'Content-Type': 'application/json; charset=utf-8',
        'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'Stripe-Signature': sign(body, secret, Math.floor(Date.now() / 1000)),
      };
      return { url, headers, body };
    },
  });
  return {
    ...deliveries,
    send: (event) => {
      if (!events.some((pattern) => isOfType(event, pattern))) return;
      event.pending_webhooks = url === undefined ? 0 : 1;
      deliveries.send(event);
    },
    url: () => url,
    sendTo: (next) => {
      url = next;
    },
    deliverNow: async (eventId) => {
      const attempts = await deliveries.sendNow(({ id }, { taken }) => (eventId ? id === eventId : !taken));
      return attempts.map(({ message: { id, type }, status }) => ({ eventId: id, type, status }));
    },
  };
}

/** Whether an event matches a type; 'payment_intent.*' and '*' are wildcards. */
export function isOfType({ type }: StripeEvent, pattern: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}

/** The header with the signature and the time. */
function sign(body: string, secret: string, atSeconds: number): string {
  const signature = createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex');
  return `t=${atSeconds},v1=${signature}`;
}
