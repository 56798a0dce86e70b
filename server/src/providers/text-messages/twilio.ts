import type { Logger } from 'pino';
import * as z from 'zod';
import { readBounded } from '../../call/read-bounded.ts';
import type { TextOutcome, TextReport, TextSender } from './port.ts';
import { refusalOfTwilio, sentenceOf, unsubscribedBy, withoutAnswer } from './twilio-outcome.ts';
import { isSignedByTwilio } from './twilio-signature.ts';

const DEADLINE_MILLIS = 15_000;
const MOST_BYTES = 64 * 1024;

interface TwilioAccount {
  readonly accountSid: string;
  readonly authToken: string;
  /** A number, a messaging service or a name. */
  readonly sender: string;
  /** Without a trailing slash. */
  readonly apiUrl: string;
  /** Where delivery is reported, as Twilio requests it. */
  readonly reportUrl: string;
  readonly log: Logger;
  readonly deadlineMillis?: number;
}

const Taken = z.object({ sid: z.string().min(1).max(100), status: z.string() });
const Refusal = z.object({ code: z.number().int().optional().catch(undefined) });

/** Text messages by Twilio's API (version 2010-04-01), for Twilio, services that speak it, and the sandbox. */
export function createTwilioSender(account: TwilioAccount): TextSender {
  const { accountSid, authToken, sender, apiUrl, reportUrl, log, deadlineMillis = DEADLINE_MILLIS } = account;
  const closing = new AbortController();
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  async function post(form: URLSearchParams): Promise<TextOutcome> {
    const response = await fetch(`${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
      method: 'POST',
      headers: { authorization },
      body: form,
      redirect: 'error',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(deadlineMillis)]),
    });
    const answer = await readJson(response);
    if (!response.ok) return refusalOfTwilio(response.status, Refusal.safeParse(answer).data?.code);
    const taken = Taken.safeParse(answer);
    if (!taken.success) return { kind: 'unknown', said: 'Twilio gave an answer that cannot be read.' };
    return { kind: 'accepted', said: `Twilio has taken it (${taken.data.status}).`, providerId: taken.data.sid };
  }

  return {
    async send({ to, text, messageId }) {
      const form = new URLSearchParams({
        To: to,
        Body: text,
        [sender.startsWith('MG') ? 'MessagingServiceSid' : 'From']: sender,
        ...(messageId !== undefined && { StatusCallback: `${reportUrl}?message=${messageId}` }),
      });
      const outcome = await post(form).catch((error: unknown) => {
        log.warn({ err: error, messageId }, 'a text message could not be sent');
        return withoutAnswer(error);
      });
      return outcome;
    },
    readReport({ search, body, signature }) {
      const fields = new URLSearchParams(body);
      if (!isSignedByTwilio({ url: `${reportUrl}${search}`, fields, signature, authToken })) return undefined;
      return reportOf(new URLSearchParams(search).get('message'), fields);
    },
    async close() {
      closing.abort();
    },
  };
}

async function readJson(response: Response): Promise<unknown> {
  const bytes = await readBounded(response.body, MOST_BYTES);
  try {
    return JSON.parse(bytes?.toString('utf8') ?? '');
  } catch {
    return undefined;
  }
}

function reportOf(messageId: string | null, fields: URLSearchParams): TextReport | undefined {
  const providerId = fields.get('MessageSid');
  if (messageId === null || !providerId) return undefined;
  const code = Number(fields.get('ErrorCode') || Number.NaN);
  const error = Number.isNaN(code) ? undefined : code;
  const about = { messageId, providerId, to: fields.get('To') ?? '', ...unsubscribedBy(error) };
  switch (fields.get('MessageStatus')) {
    case 'delivered':
    case 'read':
      return { ...about, state: 'delivered', said: 'The telephone has it.' };
    case 'undelivered':
    case 'failed':
    case 'canceled':
      return { ...about, state: 'undelivered', said: sentenceOf(error, 'it was not delivered') };
    default:
      return { ...about, state: 'on-its-way', said: 'It is on its way.' };
  }
}
