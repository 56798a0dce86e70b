import { Hono } from 'hono';
import { html } from 'hono/html';
import { answerPage, type Markup } from '../page.ts';
import { money } from './amounts.ts';
import { deliveries } from './control-api.ts';
import type { Ledger } from './ledger.ts';
import type { Dispute, PaymentIntent, Refund, StripeEvent } from './objects.ts';
import type { Webhooks } from './webhooks.ts';

const shown = 50;

/** What the account holds, for the curious (`/stripe`) and for programs (`/stripe.json`). */
export function stripePages(ledger: Ledger, webhooks: Webhooks): Hono {
  return new Hono()
    .get('/stripe.json', (c) =>
      c.json({
        payment_intents: ledger.intents.newestFirst(),
        charges: ledger.charges.newestFirst(),
        refunds: ledger.refunds.newestFirst(),
        disputes: ledger.disputes.newestFirst(),
        events: ledger.events.newestFirst().map((event) => {
          const state = webhooks.state(event.id);
          return { ...event, delivery: { taken: state?.taken ?? false, answers: state?.answers ?? [] } };
        }),
        webhooks: webhooks.chosen(),
      }),
    )
    .get('/stripe', (c) =>
      answerPage(c, {
        title: 'Stripe',
        formAction: "'self'",
        body: html`${deliveryForms(webhooks)}
<h2>Payments</h2>
${payments(ledger)}
<h2>Events</h2>
${events(ledger, webhooks)}`,
      }),
    );
}

function deliveryForms(webhooks: Webhooks): Markup {
  const { url, delivery } = webhooks.chosen();
  return html`<p class="quiet">Events go to ${url ?? 'nobody: no address is set'}.</p>
<form method="post" action="/stripe/control/delivery" class="line">
<label for="how">Deliver them</label>
<select id="how" name="how">${deliveries.map(
    (how) => html`<option value="${how}" ${how === delivery.how ? 'selected' : ''}>${how}</option>`,
  )}</select>
<button>Set</button>
</form>
<form method="post" action="/stripe/control/deliver-now" class="line"><button>Deliver now what nobody took</button></form>`;
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
${intent.status === 'processing' ? finishButtons('finish-payment', intent.id) : ''}
${refunds.map(
  (
    refund,
  ) => html`<div class="small">${money(refund.amount, refund.currency)} given back: ${refund.status}, ${refund.id}
${refund.status === 'pending' ? finishButtons('finish-refund', refund.id) : ''}</div>`,
)}
${dispute ? html`<div class="small">Disputed: ${dispute.status}</div>` : ''}
${dispute?.status === 'needs_response' ? disputeButtons(dispute.id) : ''}
</li>`;
}

function finishButtons(what: string, id: string): Markup {
  return html`<form method="post" action="/stripe/control/${what}" class="line">
<input type="hidden" name="id" value="${id}">
<button name="outcome" value="succeeded">Let it succeed</button>
<button name="outcome" value="failed" class="plain">Let it fail</button>
</form>`;
}

function disputeButtons(id: string): Markup {
  return html`<form method="post" action="/stripe/control/close-dispute" class="line">
<input type="hidden" name="id" value="${id}">
<button name="outcome" value="won">The clinic is right</button>
<button name="outcome" value="lost" class="plain">The payer is right</button>
</form>`;
}

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
<button class="plain">Deliver ${webhooks.state(event.id)?.taken ? 'once more' : 'now'}</button>
</form>
</li>`,
  )}
</ol>`;
}

function deliveryText(event: StripeEvent, webhooks: Webhooks): string {
  const { taken, answers } = webhooks.state(event.id) ?? { taken: false, answers: [] };
  if (answers.length === 0) return 'not sent';
  return `${taken ? 'taken' : 'not taken'} (${answers.map((status) => status ?? 'no answer').join(', ')})`;
}

function moment(seconds: number): Markup {
  const iso = new Date(seconds * 1000).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}
