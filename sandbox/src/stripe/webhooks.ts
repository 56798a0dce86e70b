import { createHmac } from 'node:crypto';
import { postHere, wasTaken } from '../post-here.ts';
import type { Timers } from '../timers.ts';
import type { Delivery, DeliveryAttempt } from './control.ts';
import type { StripeEvent } from './objects.ts';

/** How the delivery of one event stands: each answer that was got, null where nobody answered. */
export interface DeliveryState {
  event: StripeEvent;
  answers: (number | null)[];
  taken: boolean;
}

export interface Webhooks {
  /** Lets an event travel, in the way that was chosen. */
  send(event: StripeEvent): void;
  sendTo(url: string | undefined): void;
  choose(delivery: Delivery): void;
  deliverNow(eventId?: string): Promise<DeliveryAttempt[]>;
  settled(): Promise<void>;
  state(eventId: string): DeliveryState | undefined;
  chosen(): { url: string | undefined; delivery: Delivery };
}

interface WebhookSettings {
  url: string | undefined;
  events: readonly string[];
  secret: string;
  retryDelaysMs: readonly number[];
  timers: Timers;
  /** Ends what is on its way when the sandbox stops. */
  signal: AbortSignal;
}

export function createWebhooks({
  url: firstUrl,
  events,
  secret,
  retryDelaysMs,
  timers,
  signal,
}: WebhookSettings): Webhooks {
  const states = new Map<string, DeliveryState>();
  const underWay = new Set<Promise<unknown>>();
  let url = firstUrl;
  let delivery: Delivery = { how: 'at-once' };
  let gathered: DeliveryState[] = [];

  const attempt = async (state: DeliveryState): Promise<DeliveryAttempt> => {
    const { event } = state;
    if (url === undefined) return { eventId: event.id, type: event.type, status: null };
    const body = JSON.stringify({ ...event, pending_webhooks: state.taken ? 0 : 1 }, null, 2);
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'Stripe-Signature': sign(body, secret, Math.floor(Date.now() / 1000)),
    };
    const status = await postHere(url, { headers, body, signal });
    state.answers.push(status);
    state.taken ||= wasTaken(status);
    event.pending_webhooks = state.taken ? 0 : 1;
    return { eventId: event.id, type: event.type, status };
  };
  const follow = <Result>(work: Promise<Result>): Promise<Result> => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
    return work;
  };
  const deliver = async (state: DeliveryState, tries = 0): Promise<void> => {
    await attempt(state);
    const pause = retryDelaysMs[tries];
    if (state.taken || url === undefined || pause === undefined || signal.aborted) return;
    timers.after(pause, () => {
      if (!state.taken) void follow(deliver(state, tries + 1));
    });
  };
  const deliverGathered = async () => {
    const batch = gathered.toReversed();
    gathered = [];
    for (const state of batch) await deliver(state);
  };

  return {
    send: (event) => {
      if (!events.some((pattern) => isOfType(event, pattern))) return;
      const state: DeliveryState = { event, answers: [], taken: false };
      states.set(event.id, state);
      if (url === undefined) return;
      event.pending_webhooks = 1;
      switch (delivery.how) {
        case 'at-once':
          void follow(deliver(state));
          break;
        case 'twice':
          void follow(Promise.all([deliver(state), attempt(state)]));
          break;
        case 'late':
          timers.after(delivery.delayMs ?? 5000, () => {
            if (!state.taken) void follow(deliver(state));
          });
          break;
        case 'out-of-order':
          if (gathered.push(state) === 1) {
            timers.after(delivery.delayMs ?? 1000, () => void follow(deliverGathered()));
          }
          break;
        case 'never':
          break;
      }
    },
    sendTo: (next) => {
      url = next;
    },
    choose: (next) => {
      delivery = next;
    },
    deliverNow: async (eventId) => {
      gathered = [];
      const chosen = [...states.values()].filter(({ event, taken }) => (eventId ? event.id === eventId : !taken));
      const attempts: DeliveryAttempt[] = [];
      for (const state of chosen) attempts.push(await follow(attempt(state)));
      return attempts;
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    state: (eventId) => states.get(eventId),
    chosen: () => ({ url, delivery }),
  };
}

/** Whether an event is of this type; 'payment_intent.*' and '*' stand for many. */
export function isOfType({ type }: StripeEvent, pattern: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}

/** The header that proves to the receiver who sent this and when. */
export function sign(body: string, secret: string, atSeconds: number): string {
  const signature = createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex');
  return `t=${atSeconds},v1=${signature}`;
}
