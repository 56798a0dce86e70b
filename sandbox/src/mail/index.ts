import type { SandboxPart } from '../part.ts';
import { type Inbox, startInbox } from './inbox.ts';
import { mailPages } from './pages.ts';

/** The mail server: SMTP in, and an inbox to read. */
export async function startMail(settings: { port: number; log: (line: string) => void }): Promise<MailPart> {
  const inbox = await startInbox(settings);
  return {
    path: '/mail',
    title: 'Mail',
    summary: 'Every email that the product has sent. None is delivered.',
    pages: mailPages(inbox),
    inbox,
    stop: () => inbox.stop(),
  };
}

interface MailPart extends SandboxPart {
  inbox: Inbox;
}
