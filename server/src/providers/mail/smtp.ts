import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { mailFailure } from './mail-failure.ts';
import type { MailSender } from './port.ts';

const DEADLINE_MILLIS = 10_000;

/** Email over SMTP (RFC 5321), for real servers and the sandbox's inbox. */
export function createSmtpSender(options: {
  smtpUrl: string;
  /** Asked for each email. */
  from: () => string | { name: string; address: string };
  log: Logger;
}): MailSender {
  const { smtpUrl, from, log } = options;
  const transport = createTransport({
    url: smtpUrl,
    // Many emails at once, as when a doctor leaves, share a few connections: servers refuse too many.
    pool: true,
    maxConnections: 3,
    connectionTimeout: DEADLINE_MILLIS,
    greetingTimeout: DEADLINE_MILLIS,
    socketTimeout: DEADLINE_MILLIS,
  });
  const underWay = new Set<Promise<void>>();

  return {
    send(mail) {
      const sending: Promise<void> = transport
        .sendMail({ from: from(), ...mail })
        .then(
          () => log.info({ subject: mail.subject }, 'mail sent'),
          (error: unknown) => log.error({ err: error, subject: mail.subject }, 'an email could not be sent'),
        )
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    async deliver(mail) {
      try {
        const { response } = await transport.sendMail({ from: from(), ...mail });
        return { isSent: true, said: response };
      } catch (error) {
        log.error({ err: error, subject: mail.subject }, 'an email could not be sent');
        return { isSent: false, said: mailFailure(error) };
      }
    },
    async close() {
      await Promise.all(underWay);
      transport.close();
    },
  };
}
