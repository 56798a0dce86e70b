import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { answerPage } from '../page.ts';
import { readFields, wantsJson } from '../read-fields.ts';
import { money } from './amounts.ts';
import { authenticate } from './charge-card.ts';
import type { Ledger } from './ledger.ts';
import type { PaymentIntent } from './objects.ts';
import { browserFailure, browserView } from './views.ts';

/**
 * The bank's page for cards that require authentication. Any page that has the client secret can use it; with
 * `Accept: application/json` it answers JSON.
 */
export function authenticatePages(ledger: Ledger): Hono {
  const find = (id: string, secret: string | undefined) => {
    const intent = ledger.intents.find(id);
    return intent && secret === intent.client_secret ? intent : undefined;
  };

  return new Hono()
    .get('/stripe/authenticate/:id', (c) => {
      const intent = find(c.req.param('id'), c.req.query('client_secret'));
      if (!intent) return notFound(c);
      if (intent.status !== 'requires_action') return nothingToDo(c, intent);
      return answerPage(c, {
        title: 'Is it you?',
        formAction: ["'self'", ...returnOrigin(intent)].join(' '),
        body: html`<p>The bank of this card asks its holder before it pays ${money(intent.amount, intent.currency)}.</p>
<form method="post">
<input type="hidden" name="client_secret" value="${intent.client_secret}">
<p class="buttons">
<button name="outcome" value="complete">Complete authentication</button>
<button name="outcome" value="fail" class="plain">Fail authentication</button>
</p>
</form>`,
      });
    })
    .post('/stripe/authenticate/:id', async (c) => {
      const fields = await readFields(c);
      const intent = find(c.req.param('id'), fields.get('client_secret'));
      const json = wantsJson(c);
      if (json) c.header('Access-Control-Allow-Origin', '*');
      if (!intent) return json ? c.json({ message: 'There is no such payment.' }, 404) : notFound(c);
      const returnUrl = intent.next_action?.redirect_to_url.return_url ?? null;
      const done = authenticate(ledger, intent, fields.get('outcome') === 'complete' ? 'complete' : 'fail');
      if (json) {
        if (done?.failure) return c.json({ error: browserFailure(done.failure.body) }, 402);
        return c.json(browserView(intent));
      }
      if (!done || returnUrl === null) return nothingToDo(c, intent);
      const back = new URL(returnUrl);
      back.searchParams.set('payment_intent', intent.id);
      back.searchParams.set('payment_intent_client_secret', intent.client_secret);
      back.searchParams.set('redirect_status', done.failure ? 'failed' : 'succeeded');
      return c.redirect(back.href, 303);
    });
}

/** Browsers also check the redirect after a form against the page's form-action. */
function returnOrigin(intent: PaymentIntent): string[] {
  const url = intent.next_action?.redirect_to_url.return_url;
  return url ? [new URL(url).origin] : [];
}

function notFound(c: Context) {
  return answerPage(c, {
    title: 'There is no such payment',
    body: html`<a href="/stripe">All payments</a>`,
    status: 404,
  });
}

function nothingToDo(c: Context, intent: PaymentIntent) {
  return answerPage(c, {
    title: 'Nothing more to do here',
    body: html`<p>This payment is: ${intent.status}. You can close this page.</p>`,
  });
}
