import { createImageHosts } from './images/index.ts';
import { type Inbox, startMail } from './mail/index.ts';
import { type OpenId, startOpenId } from './openid/index.ts';
import type { SandboxPart } from './part.ts';
import { serveParts } from './serve-parts.ts';

export type { Inbox, MailAttachment, MailMessage, MailWanted } from './mail/index.ts';
export type { OpenId } from './openid/index.ts';

export interface SandboxSettings {
  /** Port of its pages and HTTP protocols; 0 is any free one. */
  port: number;
  /** Port of its mail server; 0, the default, is any free one. */
  smtpPort?: number;
  /** Where the product is, beside this machine's own names: the identity provider answers nobody else. */
  appOrigins?: readonly string[];
  /** Whether the product that starts it runs in production: then it refuses to start. */
  production: boolean;
  /** Where a line about what happened goes; nowhere by default. */
  log?: (line: string) => void;
}

export interface Sandbox {
  url: string;
  smtpUrl: string;
  mail: Pick<Inbox, 'list' | 'waitFor'>;
  openid: OpenId;
  stop(): Promise<void>;
}

/**
 * Starts what stands in for the outside world, on the loopback interface only. Rejects in production, and where a port
 * is taken; nothing is left running then.
 */
export async function startSandbox({
  port,
  smtpPort = 0,
  appOrigins = [],
  production,
  log = () => {},
}: SandboxSettings): Promise<Sandbox> {
  if (production) {
    throw new Error('The sandbox does not run in production: it accepts anyone and shows all mail to everyone.');
  }

  const parts: SandboxPart[] = [];
  const stopParts = () => Promise.all(parts.map((part) => part.stop()));
  try {
    const mail = await startMail({ port: smtpPort, log });
    parts.push(mail, createImageHosts());
    const openid = await startOpenId({ appOrigins, log });
    parts.push(openid);

    const pages = await serveParts({ port, parts, log });
    return {
      url: pages.url,
      smtpUrl: mail.inbox.smtpUrl,
      mail: mail.inbox,
      openid: openid.opened(pages.url),
      stop: async () => {
        await pages.stop();
        await stopParts();
      },
    };
  } catch (error) {
    await stopParts();
    throw error;
  }
}
