import { Hono } from 'hono';
import { html } from 'hono/html';
import { answerPage, type Markup } from '../page.ts';
import type { HostedPayment, IpnDelivery, SslcommerzControl } from './control.ts';
import { ipnDeliveries } from './control-api.ts';

const shown = 50;

/** The hosted payments for the curious (`/sslcommerz`) and for programs (`/sslcommerz.json`). */
export function sslcommerzPages(control: SslcommerzControl, chosen: () => IpnDelivery): Hono {
  return new Hono()
    .get('/sslcommerz.json', (c) => c.json({ payments: control.payments(), notifications: chosen() }))
    .get('/sslcommerz', (c) =>
      answerPage(c, {
        title: 'SSLCommerz',
        formAction: "'self'",
        body: html`<form method="post" action="/sslcommerz/control/delivery" class="line">
<label for="how">Deliver notifications</label>
<select id="how" name="how">${ipnDeliveries.map(
          (how) => html`<option value="${how}" ${how === chosen().how ? 'selected' : ''}>${how}</option>`,
        )}</select>
<button>Set</button>
</form>
<form method="post" action="/sslcommerz/control/send-ipn-now" class="line"><button>Send now what nobody took</button></form>
<h2>Payments</h2>
${list(control.payments())}`,
      }),
    );
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
    ? html`<a href="/gwprocess/v4/gw.php?Q=PAY&amp;SESSIONKEY=${payment.sessionKey}">Its payment page</a>`
    : html`<form method="post" action="/sslcommerz/control/send-ipn-now" class="line">
<input type="hidden" name="transactionId" value="${payment.transactionId}">
<button class="plain">Notify ${answers ? 'once more' : 'now'}</button>
</form>`
}
${payment.refunds.map(refundRow)}
</li>`;
}

function refundRow({ reference, amountBdt, status, remarks }: HostedPayment['refunds'][number]): Markup {
  return html`<div class="small">${amountBdt} BDT given back: ${status} (${remarks})</div>
${
  status === 'processing'
    ? html`<form method="post" action="/sslcommerz/control/finish-refund" class="line">
<input type="hidden" name="reference" value="${reference}">
<button name="outcome" value="refunded">Refund it</button>
<button name="outcome" value="cancelled" class="plain">Cancel the refund</button>
</form>`
    : ''
}`;
}
