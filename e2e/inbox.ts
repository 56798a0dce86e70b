import { setTimeout as delay } from 'node:timers/promises';

/** What the tests read of an email in the sandbox. */
interface ReceivedMail {
  from: string;
  subject: string;
  text: string;
}

/** The mailboxes of all recipients. */
export interface MailReader {
  /** Newest first. */
  list(to: string): Promise<ReceivedMail[]>;
  /** The newest mail to this address with this text in (or matching) its subject; rejects after `timeoutMs` (30000). */
  waitFor(wanted: { to: string; subject?: string | RegExp; timeoutMs?: number }): Promise<ReceivedMail>;
}

export function readMailAt(sandboxUrl: string): MailReader {
  const list = async (to: string) => {
    const answer = await fetch(`${sandboxUrl}/mail.json?to=${encodeURIComponent(to)}`);
    if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} for the mail to ${to}.`);
    // The sandbox is ours, and its tests check this shape.
    return (await answer.json()) as ReceivedMail[];
  };
  return {
    list,
    waitFor: async ({ to, subject, timeoutMs = 30_000 }) => {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const mails = await list(to);
        const found = mails.find((mail) => subjectFits(mail.subject, subject));
        if (found) return found;
        if (Date.now() > deadline) {
          const seen = mails.map((mail) => mail.subject).join(', ');
          throw new Error(`No mail to ${to} about ${String(subject)} within ${timeoutMs} ms; there is: ${seen}`);
        }
        await delay(100);
      }
    },
  };
}

function subjectFits(subject: string, wanted: string | RegExp | undefined): boolean {
  if (wanted === undefined) return true;
  return typeof wanted === 'string' ? subject.includes(wanted) : wanted.test(subject);
}
