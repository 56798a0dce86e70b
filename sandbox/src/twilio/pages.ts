import { Hono } from 'hono';
import { html } from 'hono/html';
import { type Delivery, deliveryKinds } from '../deliveries.ts';
import { disturbanceKinds, type Outage } from '../disturbances.ts';
import { answerPage, chooser, type Markup } from '../page.ts';
import { outcomes, type TextMessage, type TwilioControl } from './control.ts';

/** The state of the switches. */
interface Switches {
  outcome: (typeof outcomes)[number];
  reports: Delivery;
  outage: Outage | undefined;
  stopped: ReadonlySet<string>;
}

/** The telephones for people (`/twilio`) and for programs (`/twilio.json`). */
export function twilioPages(control: TwilioControl, switches: () => Switches): Hono {
  return new Hono()
    .get('/twilio.json', (c) => c.json(control.messages(c.req.query('to'))))
    .get('/twilio', (c) =>
      answerPage(c, {
        title: 'Telephones',
        formAction: "'self'",
        body: html`${telephones(control.messages(), switches().stopped)}
<h2>Switches</h2>
${switchForms(switches())}`,
      }),
    );
}

function switchForms({ outcome, reports, outage }: Switches): Markup {
  const action = '/twilio/control';
  return html`${chooser({
    action: `${action}/outcome`,
    label: 'New messages end as',
    options: outcomes,
    chosen: outcome,
  })}
${chooser({ action: `${action}/reports`, label: 'Report delivery', options: deliveryKinds, chosen: reports.how })}
<form method="post" action="${action}/send-reports-now" class="line"><button>Send now what nobody took</button></form>
${chooser({
  action: `${action}/outage`,
  label: 'Outage of Twilio',
  options: ['none', ...disturbanceKinds],
  chosen: outage?.how ?? 'none',
})}`;
}

function telephones(messages: readonly TextMessage[], stopped: ReadonlySet<string>): Markup {
  const numbers = [...new Set(messages.map(({ to }) => to))];
  if (numbers.length === 0) {
    return html`<p class="quiet">No text messages yet. Each number that gets one appears here as a telephone.</p>`;
  }
  return html`${numbers.map((number) => telephone(number, messages, stopped.has(number)))}`;
}

/** Oldest message first, as on a telephone. */
function telephone(number: string, messages: readonly TextMessage[], hasStopped: boolean): Markup {
  const own = messages.filter(({ to }) => to === number).toReversed();
  const word = hasStopped ? 'START' : 'STOP';
  return html`
<section aria-label="${number}">
<div class="split">
<h2>${number}</h2>
<form method="post" action="/twilio/control/answer" class="line">
<input type="hidden" name="number" value="${number}">
<button name="word" value="${word}" class="plain">Answer ${word}</button>
</form>
</div>
<ol class="rows">${own.map(
    ({ from, text, date, status, errorCode }) => html`
<li>
<pre class="bubble">${text}</pre>
<div class="small quiet">from ${from}, <time datetime="${date}">${date.slice(0, 19).replace('T', ' ')} UTC</time>, ${status}${
      errorCode === null ? '' : ` (${errorCode})`
    }</div>
</li>`,
  )}
</ol>
</section>`;
}
