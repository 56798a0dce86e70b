import type { SandboxPart } from '../part.ts';
import { type Inbox, startInbox } from './inbox.ts';
import { mailPages } from './pages.ts';

export type { Inbox, MailAttachment, MailMessage, MailWanted } from './inbox.ts';

/** The mail server of the outside world: SMTP in, an inbox to read out. */
export async function startMail(settings: { port: number; log: (line: string) => void }): Promise<MailPart> {
  const inbox = await startInbox(settings);
  return {
    path: '/mail',
    title: 'Mail',
    summary: 'Every mail that the product sent, in place of the mailboxes it was meant for.',
    pages: mailPages(inbox),
    inbox,
    stop: () => inbox.stop(),
  };
}

export interface MailPart extends SandboxPart {
  inbox: Inbox;
}
