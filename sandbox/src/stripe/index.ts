import { Hono } from 'hono';
import type { Outage } from '../disturbances.ts';
import type { SandboxPart } from '../part.ts';
import { isHere } from '../post-here.ts';
import { createTimers } from '../timers.ts';
import { stripeApi } from './api.ts';
import { authenticatePages } from './authenticate-page.ts';
import { finishPayment, resumePayments } from './charge-card.ts';
import type { StripeControl, StripeSettings } from './control.ts';
import { stripeControlApi } from './control-api.ts';
import { changeDispute, openDispute } from './disputes.ts';
import { createLedger, type LedgerState } from './ledger.ts';
import type { StripeEvent } from './objects.ts';
import { stripePages } from './pages.ts';
import { changeRefund, resumeRefunds } from './refunds.ts';
import { createWebhooks } from './webhooks.ts';

interface StripePart extends SandboxPart {
  control: StripeControl;
}

interface StripePartSettings {
  settings: Partial<StripeSettings>;
  /** Of this run, or of the ones before it. */
  state: LedgerState;
  /** Called after a change without a request. */
  onChange: () => void;
  /** The address of the sandbox's pages, known once it listens. */
  origin: () => string;
}

/** The keys of the clinic's server, and for browsers. */
const secretKey = 'sk_test_sandbox';
const publishableKey = 'pk_test_sandbox';

/** A Stripe account in test mode: REST API, webhooks, and a page with all objects. */
export function createStripe({ settings, state, onChange, origin }: StripePartSettings): StripePart {
  const {
    webhookSecret = 'whsec_sandbox',
    webhookUrl,
    webhookEvents = ['*'],
    retryDelaysMs = [1000, 5000, 30_000, 120_000, 600_000],
    processingMs = 3000,
  } = settings;
  requireHere(webhookUrl);

  const timers = createTimers();
  const webhooks = createWebhooks({
    url: webhookUrl,
    events: webhookEvents,
    secret: webhookSecret,
    retryDelaysMs,
  });
  let outage: Outage | undefined;
  const send = (event: StripeEvent): void => {
    onChange();
    webhooks.send(event);
  };
  const ledger = createLedger({ state, timers, processingMs, origin, send });
  resumePayments(ledger);
  resumeRefunds(ledger);

  const control: StripeControl = {
    secretKey,
    publishableKey,
    webhookSecret,
    sendWebhooksTo: (url) => {
      requireHere(url);
      webhooks.sendTo(url);
    },
    deliver: (delivery) => webhooks.choose(delivery),
    deliverNow: (eventId) => webhooks.deliverNow(eventId),
    settled: () => webhooks.settled(),
    finishPayment: (id, outcome) => finishPayment(ledger, id, outcome),
    startRefundsAs: (status) => {
      ledger.refundsStart = status;
    },
    changeRefund: (id, status) => changeRefund(ledger, id, status),
    openDispute: (id, how) => {
      const charge = ledger.charges.find(ledger.intents.find(id)?.latest_charge ?? '');
      const isOpen = ledger.disputes.newestFirst().some((one) => one.charge === charge?.id);
      return charge?.paid && !isOpen ? openDispute(ledger, charge, how).id : undefined;
    },
    changeDispute: (id, status) => changeDispute(ledger, id, status),
    outage: (next) => {
      outage = next;
    },
    paymentIntents: () => structuredClone(ledger.intents.newestFirst()),
    charges: () => structuredClone(ledger.charges.newestFirst()),
    refunds: () => structuredClone(ledger.refunds.newestFirst()),
    disputes: () => structuredClone(ledger.disputes.newestFirst()),
    events: () => structuredClone(ledger.events.newestFirst()),
  };

  return {
    path: '/stripe',
    title: 'Stripe',
    summary: 'Card payments: every payment, refund and event, and how events travel.',
    pages: new Hono()
      .route('/', stripeApi({ ledger, secretKey, publishableKey }))
      .route('/', stripeControlApi(control))
      .route('/', authenticatePages(ledger))
      .route(
        '/',
        stripePages(ledger, webhooks, () => outage),
      ),
    api: { name: 'stripe', paths: /^\/v1\//, outage: () => outage },
    control,
    stop: async () => {
      timers.stop();
      await webhooks.stop();
    },
  };
}

function requireHere(url: string | undefined): void {
  if (url === undefined || isHere(url)) return;
  throw new Error(`The sandbox posts to this machine only, not to ${url}.`);
}
