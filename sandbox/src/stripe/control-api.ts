import { type Context, Hono } from 'hono';
import { ownPagesOnly } from '../own-pages-only.ts';
import { readFields, wantsJson } from '../read-fields.ts';
import type { Delivery, StripeControl } from './control.ts';

/** The control interface for other processes (JSON) and for the buttons on `/stripe` (forms, which lead back to it). */
export function stripeControlApi(control: StripeControl): Hono {
  const done = (c: Context, answer: object = {}) => (wantsJson(c) ? c.json(answer) : c.redirect('/stripe', 303));
  const refused = (c: Context, message: string) => c.json({ message }, 400);

  return new Hono()
    .use('/stripe/control/*', ownPagesOnly)
    .post('/stripe/control/webhook', async (c) => {
      const fields = await readFields(c);
      try {
        control.sendWebhooksTo(fields.get('url') || undefined);
      } catch (error) {
        return refused(c, error instanceof Error ? error.message : 'Not an address.');
      }
      return done(c);
    })
    .post('/stripe/control/delivery', async (c) => {
      const fields = await readFields(c);
      const how = deliveries.find((word) => word === fields.get('how'));
      if (how === undefined) return refused(c, `how is one of ${deliveries.join(', ')}`);
      const delayMs = Number(fields.get('delayMs') || Number.NaN);
      control.deliver(delayMs >= 0 ? { how, delayMs } : { how });
      return done(c);
    })
    .post('/stripe/control/deliver-now', async (c) => {
      const attempts = await control.deliverNow((await readFields(c)).get('eventId') || undefined);
      return done(c, { attempts });
    })
    .post('/stripe/control/finish-payment', async (c) => {
      const fields = await readFields(c);
      const finished = control.finishPayment(fields.get('id') ?? '', readOutcome(fields));
      return finished ? done(c) : refused(c, 'This payment is not processing.');
    })
    .post('/stripe/control/close-dispute', async (c) => {
      const fields = await readFields(c);
      const closed = control.closeDispute(fields.get('id') ?? '', fields.get('outcome') === 'lost' ? 'lost' : 'won');
      return closed ? done(c) : refused(c, 'This dispute is over, or there is none.');
    })
    .post('/stripe/control/finish-refund', async (c) => {
      const fields = await readFields(c);
      const finished = control.finishRefund(fields.get('id') ?? '', readOutcome(fields));
      return finished ? done(c) : refused(c, 'This refund is not pending.');
    });
}

export const deliveries: readonly Delivery['how'][] = ['at-once', 'late', 'twice', 'out-of-order', 'never'];

function readOutcome(fields: ReadonlyMap<string, string>): 'succeeded' | 'failed' {
  return fields.get('outcome') === 'failed' ? 'failed' : 'succeeded';
}
