import { type Context, Hono } from 'hono';
import { isSame } from '../is-same.ts';
import { ownPagesOnly } from '../own-pages-only.ts';
import { readFields } from '../read-fields.ts';
import type { TextMessage } from './control.ts';
import { refusalOf, type TwilioRefusal } from './refusals.ts';

interface ApiSettings {
  accountSid: string;
  authToken: string;
  hasStopped: (number: string) => boolean;
  take: (message: Pick<TextMessage, 'from' | 'to' | 'text' | 'statusCallback'>) => TextMessage;
}

/** `POST /2010-04-01/Accounts/{sid}/Messages.json`, and what the clinic asks to test its settings. */
export function twilioApi({ accountSid, authToken, hasStopped, take }: ApiSettings): Hono {
  const account = `/2010-04-01/Accounts/${accountSid}`;
  return new Hono()
    .use('/2010-04-01/*', ownPagesOnly)
    .use('/2010-04-01/*', async (c, next) => {
      const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
      if (isSame(c.req.header('authorization') ?? '', expected)) return next();
      return refuse(c, { code: 20003, status: 401, message: 'Authenticate' });
    })
    .post(`${account}/Messages.json`, async (c) => {
      const fields = await readFields(c);
      const refused = refusalOf(fields, hasStopped);
      if (refused) return refuse(c, refused);
      const message = take({
        from: fields.get('From') ?? fields.get('MessagingServiceSid') ?? '',
        to: fields.get('To') ?? '',
        text: fields.get('Body') ?? '',
        statusCallback: fields.get('StatusCallback') ?? null,
      });
      return c.json(resourceOf(message, accountSid), 201);
    })
    .all('/2010-04-01/*', (c) =>
      refuse(c, { code: 20404, status: 404, message: `The requested resource ${c.req.path} was not found` }),
    );
}

function refuse(c: Context, { code, status, message }: TwilioRefusal) {
  return c.json({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }, status);
}

function resourceOf({ sid, from, to, text, date }: TextMessage, accountSid: string) {
  const at = new Date(date).toUTCString().replace('GMT', '+0000');
  const isService = from.startsWith('MG');
  return {
    sid,
    account_sid: accountSid,
    api_version: '2010-04-01',
    body: text,
    date_created: at,
    date_sent: null,
    date_updated: at,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: isService ? null : from,
    messaging_service_sid: isService ? from : null,
    num_media: '0',
    num_segments: isService ? '0' : '1',
    price: null,
    price_unit: 'USD',
    status: isService ? 'accepted' : 'queued',
    subresource_uris: { media: `/2010-04-01/Accounts/${accountSid}/Messages/${sid}/Media.json` },
    to,
    uri: `/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json`,
  };
}
