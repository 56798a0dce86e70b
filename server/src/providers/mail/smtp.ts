import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { mailFailure } from './mail-failure.ts';
import type { MailSender } from './port.ts';

/** How long we wait for a connection, and for the server's greeting. */
const CONNECT_MILLIS = 10_000;
/** How long one email may take. Servers may check its text before they answer, which takes a while. */
const DEADLINE_MILLIS = 60_000;

/** Email over SMTP (RFC 5321), for real servers and the sandbox's inbox. */
export function createSmtpSender(options: {
  smtpUrl: string;
  /** Asked for each email. */
  from: () => string | { name: string; address: string };
  log: Logger;
  connectMillis?: number;
  deadlineMillis?: number;
}): MailSender {
  const { smtpUrl, from, log, connectMillis = CONNECT_MILLIS, deadlineMillis = DEADLINE_MILLIS } = options;
  const closing = new AbortController();
  const transport = createTransport({
    url: smtpUrl,
    // Emails share a few connections: servers refuse too many.
    pool: true,
    maxConnections: 3,
    // The outbox decides what is sent again.
    maxRequeues: 0,
    connectionTimeout: connectMillis,
    greetingTimeout: connectMillis,
    socketTimeout: deadlineMillis,
  });
  /** The text of each email that is being sent. It is read only once the server is ready for it. */
  const texts = new Map<string, Readable>();
  transport.use('stream', ({ message, data }, done) => {
    const create = message.createReadStream.bind(message);
    message.createReadStream = (...how) => {
      const text = create(...how);
      texts.set(String(data.messageId), text);
      return text;
    };
    done();
  });

  return {
    async send({ messageId = `${randomUUID()}@openhours.invalid`, calendar, unsubscribeUrl, ...mail }) {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(deadlineMillis)]);
      try {
        const { response } = await transport.sendMail({
          from: from(),
          ...mail,
          ...(calendar && {
            icalEvent: { method: calendar.method, filename: 'appointment.ics', content: calendar.content },
          }),
          ...(unsubscribeUrl !== undefined && { headers: oneClickUnsubscribe(unsubscribeUrl) }),
          messageId: `<${messageId}>`,
          signal,
        });
        return { kind: 'accepted', said: response };
      } catch (error) {
        log.warn({ err: error, messageId }, 'an email could not be sent');
        return mailFailure(error, { wasHandedOver: texts.get(`<${messageId}>`)?.readableDidRead === true });
      } finally {
        texts.delete(`<${messageId}>`);
      }
    },
    async close() {
      closing.abort();
      transport.close();
    },
  };
}

/** RFC 8058: the mail program asks nobody, and opens no page. */
function oneClickUnsubscribe(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
