import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { createDeliveries } from '../deliveries.ts';
import type { Outage } from '../disturbances.ts';
import type { SandboxPart } from '../part.ts';
import { twilioApi } from './api.ts';
import type { MessageStatus, outcomes, TextMessage, TwilioControl, TwilioSettings } from './control.ts';
import { twilioControlApi } from './control-api.ts';
import { twilioPages } from './pages.ts';
import { signRequest } from './signature.ts';

/** How many messages are kept; the oldest are dropped first. */
const maxMessages = 500;
/** What networks answer for a telephone that they cannot reach. */
const unreachable = 30003;

interface TwilioPart extends SandboxPart {
  control: TwilioControl;
}

type Kept = Omit<TextMessage, 'reportAnswers'>;

interface Report {
  message: Kept;
  status: MessageStatus;
  errorCode: number | null;
}

/** `AC` and 32 hexadecimal digits, as all account ids. */
const accountSid = `AC${'0'.repeat(32)}`;

/** An account at Twilio, and the telephones of everyone to whom it sends. */
export function createTwilio({ authToken = 'sandbox_token' }: TwilioSettings): TwilioPart {
  /** Newest first. */
  const messages: Kept[] = [];
  const answers = new Map<string, (number | null)[]>();
  const stopped = new Set<string>();
  let outcome: (typeof outcomes)[number] = 'delivered';
  let outage: Outage | undefined;

  const reports = createDeliveries<Report>({
    posting: ({ message, status, errorCode }) => {
      if (message.statusCallback === null) return undefined;
      const fields = {
        AccountSid: accountSid,
        ApiVersion: '2010-04-01',
        From: message.from,
        MessageSid: message.sid,
        MessageStatus: status,
        SmsSid: message.sid,
        SmsStatus: status,
        To: message.to,
        ...(errorCode === null ? {} : { ErrorCode: String(errorCode) }),
      };
      const headers = {
        'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8',
        'X-Twilio-Signature': signRequest(message.statusCallback, fields, authToken),
      };
      return { url: message.statusCallback, headers, body: new URLSearchParams(fields).toString() };
    },
    tried: ({ message }, state) => {
      answers.set(message.sid, [...(answers.get(message.sid) ?? []), state.answers.at(-1) ?? null]);
    },
  });

  const take = (message: Pick<Kept, 'from' | 'to' | 'text' | 'statusCallback'>): TextMessage => {
    const errorCode = outcome === 'undelivered' ? unreachable : null;
    const kept: Kept = {
      ...message,
      sid: `SM${randomBytes(16).toString('hex')}`,
      date: new Date().toISOString(),
      status: outcome,
      errorCode,
    };
    messages.unshift(kept);
    messages.length = Math.min(messages.length, maxMessages);
    reports.send({ message: kept, status: 'sent', errorCode: null });
    if (outcome !== 'sent') reports.send({ message: kept, status: outcome, errorCode });
    return toCopy(kept);
  };
  const toCopy = (kept: Kept): TextMessage => ({ ...kept, reportAnswers: [...(answers.get(kept.sid) ?? [])] });

  const control: TwilioControl = {
    accountSid,
    authToken,
    messages: (to) => messages.filter((message) => to === undefined || message.to === to).map(toCopy),
    choose: (next) => {
      outcome = next;
    },
    deliverReports: (delivery) => reports.choose(delivery),
    sendReportsNow: async (sid) => {
      const attempts = await reports.sendNow(({ message }, { taken }) =>
        sid === undefined ? !taken : message.sid === sid,
      );
      return attempts.map(({ message: report, status }) => ({
        sid: report.message.sid,
        messageStatus: report.status,
        status,
      }));
    },
    settled: () => reports.settled(),
    answer: (number, word) => {
      if (word === 'STOP') stopped.add(number);
      else stopped.delete(number);
    },
    outage: (next) => {
      outage = next;
    },
  };

  return {
    path: '/twilio',
    title: 'Telephones',
    summary: 'Every text message that the product has sent by Twilio. None is delivered.',
    pages: new Hono()
      .route('/', twilioApi({ accountSid, authToken, hasStopped: (number) => stopped.has(number), take }))
      .route('/', twilioControlApi(control))
      .route(
        '/',
        twilioPages(control, () => ({ outcome, reports: reports.chosen(), outage, stopped })),
      ),
    api: { name: 'twilio', paths: /^\/2010-04-01\//, outage: () => outage },
    control,
    stop: () => reports.stop(),
  };
}
