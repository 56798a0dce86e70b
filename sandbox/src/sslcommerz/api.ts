import { type Context, Hono } from 'hono';
import { isSame } from '../is-same.ts';
import { ownPagesOnly } from '../own-pages-only.ts';
import { initiateRefund, queryRefund } from './refunds.ts';
import { describe, dhakaTime, openSession, type Session, wasPaid } from './sessions.ts';

interface ApiSettings {
  /** Oldest first. */
  sessions: Session[];
  storeId: string;
  storePassword: string;
  origin: () => string;
  refundsTake: () => 'at-once' | 'processing';
}

/** The calls for the shop's server. Like the real gateway, it always answers 200; the body has the outcome. */
export function sslcommerzApi({ sessions, storeId, storePassword, origin, refundsTake }: ApiSettings): Hono {
  const knows = (fields: ReadonlyMap<string, string>) =>
    isSame(fields.get('store_id') ?? '', storeId) && isSame(fields.get('store_passwd') ?? '', storePassword);

  const ask = async (c: Context) => {
    const fields = await readRequest(c);
    if (!knows(fields)) return c.json({ APIConnect: 'FAILED' });
    if (fields.has('refund_amount')) return c.json(initiateRefund(fields, { sessions, how: refundsTake() }));
    const reference = fields.get('refund_ref_id');
    if (reference) return c.json(queryRefund(reference, sessions));
    const sessionKey = fields.get('sessionkey');
    if (sessionKey) return c.json(queryBySession(sessionKey, sessions));
    const transactionId = fields.get('tran_id');
    if (transactionId) return c.json(queryByTransaction(transactionId, sessions));
    return c.json({ APIConnect: 'INVALID_REQUEST' });
  };

  const validate = async (c: Context) => {
    const fields = await readRequest(c);
    if (!knows(fields)) return c.json({ APIConnect: 'FAILED' });
    const validationId = fields.get('val_id');
    if (!validationId) return c.json({ APIConnect: 'INVALID_REQUEST' });
    const session = sessions.find((one) => one.validationId === validationId && wasPaid(one));
    if (!session) return c.json({ APIConnect: 'DONE', status: 'INVALID_TRANSACTION' });
    const answer = { ...describe(session), ...trailer };
    session.status = 'VALIDATED';
    session.validatedOn ??= new Date();
    return c.json({ ...answer, validated_on: dhakaTime(session.validatedOn) });
  };

  return (
    new Hono()
      .use('/gwprocess/v4/api.php', ownPagesOnly)
      .use('/validator/api/*', ownPagesOnly)
      .post('/gwprocess/v4/api.php', async (c) => {
        const fields = await readRequest(c);
        const session = knows(fields) ? openSession(fields) : 'Store Credential Error Or Store is De-active';
        if (typeof session === 'string') {
          return c.json({ status: 'FAILED', failedreason: session, sessionkey: '', GatewayPageURL: '' });
        }
        sessions.push(session);
        const page = `${origin()}/gwprocess/v4/gw.php?Q=PAY&SESSIONKEY=${session.sessionKey}`;
        return c.json({
          status: 'SUCCESS',
          failedreason: '',
          sessionkey: session.sessionKey,
          gw: { visa: 'dbbl_visa', master: 'dbbl_master', amex: 'city_amex', internetbanking: '', mobilebanking: '' },
          redirectGatewayURL: `${page}&cardname=`,
          GatewayPageURL: page,
          storeBanner: '',
          storeLogo: '',
          desc: [],
          is_direct_pay_enable: '0',
        });
      })
      .get('/validator/api/validationserverAPI.php', validate)
      .get('/validator/api/merchantTransIDvalidationAPI.php', ask)
      // Documented as GET; some public clients use POST, and the real gateway accepts it.
      .post('/validator/api/merchantTransIDvalidationAPI.php', ask)
  );
}

const trailer = { APIConnect: 'DONE', validated_on: '', gw_version: '4' };

function queryBySession(sessionKey: string, sessions: readonly Session[]): object {
  const session = sessions.find((one) => one.sessionKey === sessionKey);
  if (!session) return { APIConnect: 'DONE', status: 'FAILED', sessionkey: sessionKey };
  return { ...describe(session), ...trailer, ...noInstalments, sessionkey: sessionKey };
}

function queryByTransaction(transactionId: string, sessions: readonly Session[]): object {
  const element = sessions
    .filter(({ request }) => request.get('tran_id') === transactionId)
    .map((session) => ({ ...describe(session), ...noInstalments, error: '' }));
  return { APIConnect: 'DONE', no_of_trans_found: element.length, element };
}

const noInstalments = { emi_instalment: '0', emi_amount: '0.00', discount_percentage: '0', discount_remarks: '' };

async function readRequest(c: Context): Promise<ReadonlyMap<string, string>> {
  const form = c.req.method === 'GET' ? new URL(c.req.url).search : await c.req.text();
  return new Map(new URLSearchParams(form));
}
