import { type Context, Hono } from 'hono';
import { ownPagesOnly } from '../own-pages-only.ts';
import { readFields, wantsJson } from '../read-fields.ts';
import type { IpnDelivery, SslcommerzControl } from './control.ts';
import { readChoice } from './hosted-page.ts';

/** The control interface for other processes (JSON) and for the buttons on `/sslcommerz` (forms, which lead back to it). */
export function sslcommerzControlApi(control: SslcommerzControl): Hono {
  const done = (c: Context, answer: object = {}) => (wantsJson(c) ? c.json(answer) : c.redirect('/sslcommerz', 303));
  const refused = (c: Context, message: string) => c.json({ message }, 400);

  return new Hono()
    .use('/sslcommerz/control/*', ownPagesOnly)
    .post('/sslcommerz/control/choose', async (c) => {
      const fields = await readFields(c);
      const choice = readChoice(fields.get('choice'));
      const back = choice && control.choose(fields.get('sessionKey') ?? '', choice);
      return back ? done(c, back) : refused(c, 'There is no such open session, or no such choice.');
    })
    .post('/sslcommerz/control/delivery', async (c) => {
      const fields = await readFields(c);
      const how = ipnDeliveries.find((word) => word === fields.get('how'));
      if (how === undefined) return refused(c, `how is one of ${ipnDeliveries.join(', ')}`);
      const delayMs = Number(fields.get('delayMs') || Number.NaN);
      control.deliverIpn(delayMs >= 0 ? { how, delayMs } : { how });
      return done(c);
    })
    .post('/sslcommerz/control/send-ipn-now', async (c) => {
      const attempts = await control.sendIpnNow((await readFields(c)).get('transactionId') || undefined);
      return done(c, { attempts });
    })
    .post('/sslcommerz/control/refunds', async (c) => {
      const how = (await readFields(c)).get('how');
      if (how !== 'at-once' && how !== 'processing') return refused(c, 'how is one of at-once, processing');
      control.takeTimeForRefunds(how);
      return done(c);
    })
    .post('/sslcommerz/control/finish-refund', async (c) => {
      const fields = await readFields(c);
      const outcome = fields.get('outcome') === 'cancelled' ? 'cancelled' : 'refunded';
      const finished = control.finishRefund(fields.get('reference') ?? '', outcome);
      return finished ? done(c) : refused(c, 'This refund is not processing.');
    });
}

export const ipnDeliveries: readonly IpnDelivery['how'][] = ['at-once', 'late', 'twice', 'never'];
