import type { Disturber } from './disturbances.ts';
import { createImageHosts } from './images/index.ts';
import { type Inbox, startMail } from './mail/index.ts';
import { type OpenId, startOpenId } from './openid/index.ts';
import type { SandboxPart } from './part.ts';
import { serveParts } from './serve-parts.ts';
import type { SslcommerzControl, SslcommerzSettings } from './sslcommerz/control.ts';
import { createSslcommerz } from './sslcommerz/index.ts';
import type { StripeControl, StripeSettings } from './stripe/control.ts';
import { createStripe } from './stripe/index.ts';

export type { DisturbableCall, Disturbance, Disturber } from './disturbances.ts';
export type { Inbox, MailAttachment, MailMessage, MailWanted } from './mail/index.ts';
export type { OpenId } from './openid/index.ts';
export type * from './sslcommerz/control.ts';
export type * from './stripe/control.ts';

export interface SandboxSettings {
  /** Port of its pages and HTTP protocols; 0 is any free one. */
  port: number;
  /** Port of its mail server; 0, the default, is any free one. */
  smtpPort?: number;
  /** Where the product is, beside this machine's own names: the identity provider answers nobody else. */
  appOrigins?: readonly string[];
  stripe?: Partial<StripeSettings>;
  sslcommerz?: Partial<SslcommerzSettings>;
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
  stripe: StripeControl;
  sslcommerz: SslcommerzControl;
  /** From now on asks this about each call of a provider's API; undefined disturbs nothing. */
  disturb(disturber: Disturber | undefined): void;
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
  stripe = {},
  sslcommerz = {},
  production,
  log = () => {},
}: SandboxSettings): Promise<Sandbox> {
  if (production) {
    throw new Error('The sandbox does not run in production: it accepts anyone and shows all mail to everyone.');
  }

  const parts: SandboxPart[] = [];
  const stopParts = () => Promise.all(parts.map((part) => part.stop()));
  try {
    let url = '';
    const stripePart = createStripe({ settings: stripe, origin: () => url });
    const sslcommerzPart = createSslcommerz({ settings: sslcommerz, origin: () => url });
    const mail = await startMail({ port: smtpPort, log });
    parts.push(mail, createImageHosts(), stripePart, sslcommerzPart);
    const openid = await startOpenId({ appOrigins, log });
    parts.push(openid);

    const pages = await serveParts({ port, parts, log });
    url = pages.url;
    return {
      url,
      smtpUrl: mail.inbox.smtpUrl,
      mail: mail.inbox,
      openid: openid.opened(pages.url),
      stripe: stripePart.control,
      sslcommerz: sslcommerzPart.control,
      disturb: (disturber) => pages.disturb(disturber),
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
