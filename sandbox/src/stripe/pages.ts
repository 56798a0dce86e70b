import { Hono } from 'hono';
import { html } from 'hono/html';
import { deliveryKinds } from '../deliveries.ts';
import { disturbanceKinds, type Outage } from '../disturbances.ts';
import { answerPage, chooser, type Markup, stepButtons } from '../page.ts';
import { money } from './amounts.ts';
import { refundStarts } from './control-api.ts';
import { nextDisputeStates } from './disputes.ts';
import type { Ledger } from './ledger.ts';
import type { Dispute, PaymentIntent, Refund, StripeEvent } from './objects.ts';
import { nextRefundStates } from './refunds.ts';
import type { Webhooks } from './webhooks.ts';

const shown = 50;

/** The account's objects, for people (`/stripe`) and for programs (`/stripe.json`). */
export function stripePages(ledger: Ledger, webhooks: Webhooks, outage: () => Outage | undefined): Hono {
  return new Hono()
    .get('/stripe.json', (c) =>
      c.json({
        payment_intents: ledger.intents.newestFirst(),
        charges: ledger.charges.newestFirst(),
        refunds: ledger.refunds.newestFirst(),
        disputes: ledger.disputes.newestFirst(),
        balance_transactions: ledger.balance.newestFirst(),
        events: ledger.events.newestFirst().map((event) => ({ ...event, delivery: webhooks.state(event) })),
        webhooks: { url: webhooks.url(), delivery: webhooks.chosen() },
        refundsStart: ledger.refundsStart ?? null,
        outage: outage() ?? null,
      }),
    )
    .get('/stripe', (c) =>
      answerPage(c, {
        title: 'Stripe',
        formAction: "'self'",
        body: html`${switches(ledger, webhooks, outage())}
<h2>Payments</h2>
${payments(ledger)}
<h2>Events</h2>
${events(ledger, webhooks)}`,
      }),
    );
}

function switches(ledger: Ledger, webhooks: Webhooks, outage: Outage | undefined): Markup {
  return html`<p class="quiet">Events go to ${webhooks.url() ?? 'nobody: no address is set'}.</p>
${chooser({ action: '/stripe/control/delivery', label: 'Deliver them', options: deliveryKinds, chosen: webhooks.chosen().how })}
<form method="post" action="/stripe/control/deliver-now" class="line"><button>Deliver now what nobody took</button></form>
${chooser({
  action: '/stripe/control/refunds-start',
  label: 'New refunds start as',
  options: ['by-card', ...refundStarts],
  chosen: ledger.refundsStart ?? 'by-card',
})}
${chooser({
  action: '/stripe/control/outage',
  label: 'Outage of Stripe',
  options: ['none', ...disturbanceKinds],
  chosen: outage?.how ?? 'none',
})}`;
}

function payments(ledger: Ledger): Markup {
  const intents = ledger.intents.newestFirst();
  if (intents.length === 0) return html`<p class="quiet">None yet. What the clinic asks for appears here.</p>`;
  const refunds = Map.groupBy(ledger.refunds.newestFirst(), (refund) => refund.payment_intent);
  const disputes = new Map(ledger.disputes.newestFirst().map((dispute) => [dispute.payment_intent, dispute]));
  return html`<ol class="rows">${intents
    .slice(0, shown)
    .map((intent) => payment(intent, { refunds: refunds.get(intent.id) ?? [], dispute: disputes.get(intent.id) }))}
</ol>`;
}

function payment(
  intent: PaymentIntent,
  { refunds, dispute }: { refunds: readonly Refund[]; dispute: Dispute | undefined },
): Markup {
  const error = intent.last_payment_error;
  return html`
<li>
<strong>${money(intent.amount, intent.currency)}</strong> ${intent.status}
<div class="small quiet">${intent.id}, ${moment(intent.created)}</div>
${Object.entries(intent.metadata).map(([name, value]) => html`<div class="small">${name}: ${value}</div>`)}
${error ? html`<div class="small">${error.message}</div>` : ''}
${intent.status === 'processing' ? steps('finish-payment', intent.id, ['succeeded', 'failed']) : ''}
${refunds.map(
  (refund) => html`<div class="small">Refund of ${money(refund.amount, refund.currency)}: ${refund.status}, ${refund.id}
${steps('change-refund', refund.id, nextRefundStates(refund))}</div>`,
)}
${
  dispute
    ? html`<div class="small">Disputed: ${dispute.status}
${steps('change-dispute', dispute.id, nextDisputeStates(dispute))}</div>`
    : ''
}
${
  intent.status === 'succeeded' && !dispute
    ? steps('open-dispute', intent.id, ['needs_response', 'warning_needs_response'])
    : ''
}
</li>`;
}

function steps(control: string, id: string, states: readonly (keyof typeof stepLabels)[]): Markup {
  return stepButtons({
    action: `/stripe/control/${control}`,
    id,
    steps: states.map((state) => [state, stepLabels[state]]),
  });
}

const stepLabels = {
  succeeded: 'Let it succeed',
  failed: 'Let it fail',
  canceled: 'Cancel it',
  pending: 'Let it wait',
  requires_action: 'Ask the payer to act',
  needs_response: 'Dispute it',
  warning_needs_response: 'Let the bank inquire',
  under_review: 'The clinic has answered',
  warning_under_review: 'The clinic has answered',
  warning_closed: 'Close the inquiry',
  prevented: 'Prevent the dispute',
  appeal_needs_response: 'Allow an appeal',
  appeal_under_review: 'Appeal',
  won: 'The clinic is right',
  lost: 'The payer is right',
} as const;

function events(ledger: Ledger, webhooks: Webhooks): Markup {
  const all = ledger.events.newestFirst();
  if (all.length === 0) return html`<p class="quiet">None yet.</p>`;
  return html`<ol class="rows">${all.slice(0, shown).map(
    (event) => html`
<li class="split">
<div>
<div>${event.type}</div>
<div class="small quiet">${event.id}, ${moment(event.created)}, ${deliveryText(event, webhooks)}</div>
</div>
<form method="post" action="/stripe/control/deliver-now" class="line">
<input type="hidden" name="eventId" value="${event.id}">
<button class="plain">Deliver ${webhooks.state(event).taken ? 'once more' : 'now'}</button>
</form>
</li>`,
  )}
</ol>`;
}

function deliveryText(event: StripeEvent, webhooks: Webhooks): string {
  const { taken, answers } = webhooks.state(event);
  if (answers.length === 0) return 'not sent';
  return `${taken ? 'taken' : 'not taken'} (${answers.map((status) => status ?? 'no answer').join(', ')})`;
}

function moment(seconds: number): Markup {
  const iso = new Date(seconds * 1000).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}
