import { pino } from 'pino';
import type { Database } from '../../src/database/database.ts';
import { textReportWebhook } from '../../src/features/messages/take-report.ts';
import type { MailSender } from '../../src/providers/mail/port.ts';
import { createSmtpSender } from '../../src/providers/mail/smtp.ts';
import type { TextSender } from '../../src/providers/text-messages/port.ts';
import { createTwilioSender } from '../../src/providers/text-messages/twilio.ts';
import { MAIL_FAULTS, startFaultyMailServer } from '../../testing/faulty-mail-server.ts';
import { startFaultyTextServer, TEXT_FAULTS } from '../../testing/faulty-text-server.ts';
import type { Fate, Troubles } from './plan.ts';
import type { Outcomes } from './verdict.ts';

/** Long enough for a slow answer, short enough for many silent ones. */
const DEADLINE_MILLIS = 150;
const SILENT_LOG = pino({ level: 'silent' });
export const HOST = 'clinic.example';
export const addressOf = (number: number) => `m${number}@example.org`;
const numberOf = (address: string) => Number(/^m(\d+)@/.exec(address)?.[1]);

const TWILIO = {
  accountSid: 'AC0',
  authToken: 'token',
  sender: '+12025550100',
  reportUrl: 'https://clinic.example/api/webhooks/twilio',
  log: SILENT_LOG,
  deadlineMillis: DEADLINE_MILLIS,
};

/** The emails' way out: a mail server with faults, and the real sender for each node. */
export async function startMailLine(troubles: Troubles) {
  const server = await startFaultyMailServer({ faultOf: (to) => troubles.take(numberOf(to), MAIL_FAULTS) });
  return {
    ...server,
    arrived: (): Outcomes['arrived'] =>
      server.received.map(({ to, messageId }) => ({
        number: numberOf(to),
        messageId: messageId.replace(`@${HOST}`, ''),
        wasReported: false,
      })),
    sender(): MailSender {
      const sender = createSmtpSender({
        smtpUrl: server.smtpUrl,
        from: () => 'Clinic <clinic@example.org>',
        log: SILENT_LOG,
        connectMillis: DEADLINE_MILLIS,
        deadlineMillis: DEADLINE_MILLIS,
      });
      return { ...sender, send: (mail) => troubles.send(numberOf(mail.to), () => sender.send(mail)) };
    },
  };
}

/** The text messages' way out, and their reports' way in. */
export async function startTextLine(of: {
  db: Database;
  now: () => Date;
  troubles: Troubles;
  fates: readonly Fate[];
  /** By our ids. */
  numbers: ReadonlyMap<string, number>;
}) {
  const { db, now, troubles, fates, numbers } = of;
  const known = (messageId: string) => numbers.get(messageId) ?? Number.NaN;
  const webhook = textReportWebhook({ db, texts: createTwilioSender({ ...TWILIO, apiUrl: '' }), now });
  const server = await startFaultyTextServer({
    ...TWILIO,
    faultOf: (messageId) => troubles.take(known(messageId), TEXT_FAULTS),
    reportsOf: (messageId) => fates[known(messageId)]?.reports ?? 'never',
    async report(posted) {
      const { kind } = await webhook.handle(posted);
      if (kind !== 'taken') throw new Error(`A report was ${kind}`);
      return true;
    },
  });
  return {
    ...server,
    arrived: (): Outcomes['arrived'] => server.received.map((text) => ({ ...text, number: known(text.messageId) })),
    sender(): TextSender {
      const sender = createTwilioSender({ ...TWILIO, apiUrl: server.apiUrl });
      return {
        ...sender,
        send: (message) => troubles.send(known(message.messageId ?? ''), () => sender.send(message)),
      };
    },
  };
}
