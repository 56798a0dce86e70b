import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { ownPagesOnly } from '../own-pages-only.ts';
import { answerPage } from '../page.ts';
import { readFields, readWord } from '../read-fields.ts';
import type { BrowserReturn, Choice } from './control.ts';
import { writeHundredths } from './money.ts';
import type { Session } from './sessions.ts';

interface HostedPageSettings {
  find: (sessionKey: string) => Session | undefined;
  /** Performs the action and returns the form for the browser; a finished session returns the same form again. */
  choose: (session: Session, choice: Choice) => BrowserReturn;
}

/**
 * The page on which the customer pays. It has no scripts: the choice is a form, and so is the return to the shop, which
 * the real gateway submits automatically.
 */
export function hostedPage({ find, choose }: HostedPageSettings): Hono {
  return new Hono()
    .use('/gwprocess/v4/gw.php', async (c, next) => (c.req.method === 'POST' ? ownPagesOnly(c, next) : next()))
    .get('/gwprocess/v4/gw.php', (c) => {
      const session = find(c.req.query('SESSIONKEY') ?? '');
      if (!session) return gone(c);
      // The customer has chosen before: show the result again.
      if (session.status !== 'PENDING') return result(c, session, choose(session, 'cancel'));
      return choices(c, session);
    })
    .post('/gwprocess/v4/gw.php', async (c) => {
      const fields = await readFields(c);
      const session = find(fields.get('SESSIONKEY') ?? '');
      const choice = readWord(fields, 'choice', ['pay', 'pay-with-risk', 'fail', 'cancel']);
      if (!session || !choice) return gone(c);
      return result(c, session, choose(session, choice));
    });
}

function choices(c: Context, session: Session) {
  const asked = `${writeHundredths(session.price.amount)} ${session.price.currency}`;
  return answerPage(c, {
    title: `Pay ${asked}`,
    formAction: "'self'",
    body: html`<p class="quiet">This page plays SSLCommerz. No card is asked for, and no money moves.</p>
<dl class="panel">
  <dt>For</dt><dd>${session.request.get('product_name')}</dd>
  <dt>Customer</dt><dd>${session.request.get('cus_name')}</dd>
  <dt>Transaction</dt><dd>${session.request.get('tran_id')}</dd>
  <dt>Amount</dt><dd>${asked}${
    session.price.currency === 'BDT'
      ? ''
      : html` <span class="quiet">(${writeHundredths(session.price.bdt)} BDT)</span>`
  }</dd>
</dl>
<form method="post" action="/gwprocess/v4/gw.php">
<input type="hidden" name="SESSIONKEY" value="${session.sessionKey}">
<p class="buttons">
<button name="choice" value="pay">Pay ${asked}</button>
<button name="choice" value="pay-with-risk" class="plain">Pay with risk</button>
<button name="choice" value="fail" class="plain">Let it fail</button>
<button name="choice" value="cancel" class="plain">Cancel</button>
</p>
</form>`,
  });
}

const titles = {
  PENDING: 'Waiting',
  VALID: 'Payment successful',
  VALIDATED: 'Payment successful',
  FAILED: 'Payment failed',
  CANCELLED: 'Payment cancelled',
  EXPIRED: 'Payment expired',
  UNATTEMPTED: 'Payment not attempted',
} as const;

function result(c: Context, session: Session, { url, fields }: BrowserReturn) {
  const { origin, host } = new URL(url);
  return answerPage(c, {
    title: titles[session.status],
    formAction: origin,
    body: html`<p>${writeHundredths(session.price.amount)} ${session.price.currency}, transaction ${session.request.get('tran_id')}</p>
<form method="post" action="${url}">${Object.entries(fields).map(
      ([name, value]) => html`
<input type="hidden" name="${name}" value="${value}">`,
    )}
<p class="buttons"><button>Return to ${host}</button></p>
</form>
<p class="small quiet">The gateway notifies the shop by itself too, even if you close this page now.</p>`,
  });
}

function gone(c: Context) {
  return answerPage(c, {
    title: 'There is no such payment',
    body: html`<p>The sandbox may have been restarted since. <a href="/sslcommerz">All payments</a></p>`,
    status: 404,
  });
}
