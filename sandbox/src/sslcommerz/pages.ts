import { Hono } from 'hono';
import { html } from 'hono/html';
import { type Delivery, deliveryKinds } from '../deliveries.ts';
import { disturbanceKinds, type Outage } from '../disturbances.ts';
import { answerPage, chooser, type Markup, stepButtons } from '../page.ts';
import type { HostedPayment, SslcommerzControl } from './control.ts';

const shown = 50;

/** The state of the store's switches. */
interface Switches {
  delivery: Delivery;
  refundsTake: 'at-once' | 'processing';
  outage: Outage | undefined;
}

/** The hosted payments for people (`/sslcommerz`) and for programs (`/sslcommerz.json`). */
export function sslcommerzPages(control: SslcommerzControl, switches: () => Switches): Hono {
  return new Hono()
    .get('/sslcommerz.json', (c) => {
      const { delivery, refundsTake, outage } = switches();
      return c.json({ payments: control.payments(), notifications: delivery, refundsTake, outage: outage ?? null });
    })
    .get('/sslcommerz', (c) =>
      answerPage(c, {
        title: 'SSLCommerz',
        formAction: "'self'",
        body: html`${switchForms(switches())}
<h2>Payments</h2>
${list(control.payments())}`,
      }),
    );
}

function switchForms({ delivery, refundsTake, outage }: Switches): Markup {
  const action = '/sslcommerz/control';
  return html`${chooser({
    action: `${action}/delivery`,
    label: 'Deliver notifications',
    options: deliveryKinds,
    chosen: delivery.how,
  })}
<form method="post" action="${action}/send-ipn-now" class="line"><button>Send now what nobody took</button></form>
${chooser({
  action: `${action}/refunds`,
  label: 'New refunds are done',
  options: ['at-once', 'processing'],
  chosen: refundsTake,
})}
${chooser({
  action: `${action}/outage`,
  label: 'Outage of SSLCommerz',
  options: ['none', ...disturbanceKinds],
  chosen: outage?.how ?? 'none',
})}`;
}

function list(payments: readonly HostedPayment[]): Markup {
  if (payments.length === 0) return html`<p class="quiet">None yet. What the clinic asks for appears here.</p>`;
  return html`<ol class="rows">${payments.slice(0, shown).map(row)}
</ol>`;
}

function row(payment: HostedPayment): Markup {
  const open = payment.status === 'PENDING';
  const answers = payment.ipnAnswers.map((status) => status ?? 'no answer').join(', ');
  return html`
<li>
<strong>${payment.amount} ${payment.currency}</strong> ${payment.status}${payment.riskLevel === '1' ? ', risky' : ''}
<div class="small quiet">${payment.transactionId}, ${payment.amountBdt} BDT${
    payment.bankTransactionId ? html`, bank ${payment.bankTransactionId}` : ''
  }</div>
<div class="small quiet">${answers ? html`notified: ${answers}` : 'not notified'}</div>
${
  open
    ? html`<a href="/gwprocess/v4/gw.php?Q=PAY&amp;SESSIONKEY=${payment.sessionKey}">Its payment page</a>
<form method="post" action="/sslcommerz/control/choose" class="line">
<input type="hidden" name="sessionKey" value="${payment.sessionKey}">
<button name="choice" value="expire" class="plain">Let it expire</button>
</form>`
    : html`<form method="post" action="/sslcommerz/control/send-ipn-now" class="line">
<input type="hidden" name="transactionId" value="${payment.transactionId}">
<button class="plain">Notify ${answers ? 'once more' : 'now'}</button>
</form>`
}
${
  payment.bankTransactionId
    ? html`<form method="post" action="/sslcommerz/control/next-bank-reference" class="line">
<input type="hidden" name="reference" value="${payment.bankTransactionId}">
<button class="plain">Give the next payment the same bank reference</button>
</form>`
    : ''
}
${payment.refunds.map(refundRow)}
</li>`;
}

const refundSteps = {
  processing: [
    ['refunded', 'Refund it'],
    ['cancelled', 'Cancel the refund'],
  ],
  refunded: [['cancelled', 'Let the bank send it back']],
  cancelled: [],
} as const;

function refundRow({ reference, amountBdt, status, remarks }: HostedPayment['refunds'][number]): Markup {
  return html`<div class="small">Refund of ${amountBdt} BDT: ${status} (${remarks})</div>
${stepButtons({ action: '/sslcommerz/control/change-refund', id: reference, steps: refundSteps[status] })}`;
}
