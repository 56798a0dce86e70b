import { createBreachedPasswords } from './breached-passwords/index.ts';
import type { Disturber } from './disturbances.ts';
import { createImageHosts } from './images/index.ts';
import { keepState } from './kept-state.ts';
import type { Inbox } from './mail/inbox.ts';
import { startMail } from './mail/index.ts';
import { type OpenId, startOpenId } from './openid/index.ts';
import type { SandboxPart } from './part.ts';
import { serveParts } from './serve-parts.ts';
import type { SslcommerzControl } from './sslcommerz/control.ts';
import { createSslcommerz } from './sslcommerz/index.ts';
import type { Session } from './sslcommerz/sessions.ts';
import type { StripeControl, StripeSettings } from './stripe/control.ts';
import { createStripe } from './stripe/index.ts';
import { emptyLedger } from './stripe/ledger.ts';
import type { TwilioControl, TwilioSettings } from './twilio/control.ts';
import { createTwilio } from './twilio/index.ts';

export { isHere } from './post-here.ts';

/** The paths of the providers that take payments. */
const PAYMENTS = /^\/(?:v1|stripe|sslcommerz|validator|gwprocess)\//;

interface SandboxSettings {
  /** The port of its pages and HTTP protocols; 0 is any free one. */
  port: number;
  /** The port of its mail server; 0, the default, is any free one. */
  smtpPort?: number;
  /** The product's origin: the identity provider answers only this and localhost. */
  appOrigins?: readonly string[];
  stripe?: Partial<StripeSettings>;
  twilio?: TwilioSettings;
  /** Whether the product runs in production: then the sandbox refuses to start. */
  production: boolean;
  /** Where payments are kept for the next start. Without it, they end with the process. */
  file?: string;
  /** The destination of log lines; none by default. */
  log?: (line: string) => void;
}

export interface Sandbox {
  url: string;
  smtpUrl: string;
  mail: Pick<Inbox, 'list'>;
  openid: OpenId;
  stripe: StripeControl;
  sslcommerz: SslcommerzControl;
  twilio: TwilioControl;
  /**
   * Calls this for each call of a provider's API from now on; undefined ends that. For a fault of one provider alone,
   * use `stripe.outage`, `sslcommerz.outage` or `twilio.outage`.
   */
  disturb(disturber: Disturber | undefined): void;
  stop(): Promise<void>;
}

/**
 * Starts the sandbox on the loopback interface. Rejects in production and if a port is taken, and then leaves nothing
 * running.
 */
export async function startSandbox({
  port,
  smtpPort = 0,
  appOrigins = [],
  stripe = {},
  twilio = {},
  production,
  file,
  log = () => {},
}: SandboxSettings): Promise<Sandbox> {
  if (production) {
    throw new Error('The sandbox does not run in production: anyone can sign in, and everyone can read all emails.');
  }

  const initial = { stripe: emptyLedger(), sslcommerz: new Array<Session>() };
  const payments = await keepState({ file, initial, log });
  const parts: SandboxPart[] = [];
  const stopParts = () => Promise.all(parts.map((part) => part.stop()));
  try {
    let url = '';
    const stripePart = createStripe({
      settings: stripe,
      state: payments.state.stripe,
      onChange: payments.changed,
      origin: () => url,
    });
    const sslcommerzPart = createSslcommerz({ sessions: payments.state.sslcommerz, origin: () => url });
    const twilioPart = createTwilio(twilio);
    const mail = await startMail({ port: smtpPort, log });
    parts.push(mail, twilioPart, createImageHosts(), stripePart, sslcommerzPart, createBreachedPasswords());
    const openid = await startOpenId({ appOrigins, log });
    parts.push(openid);

    const pages = await serveParts({
      port,
      parts,
      log,
      onAnswered: (path) => PAYMENTS.test(path) && payments.changed(),
    });
    url = pages.url;
    return {
      url,
      smtpUrl: mail.inbox.smtpUrl,
      mail: mail.inbox,
      openid: openid.opened(pages.url),
      stripe: stripePart.control,
      sslcommerz: sslcommerzPart.control,
      twilio: twilioPart.control,
      disturb: (disturber) => pages.disturb(disturber),
      stop: async () => {
        await pages.stop();
        await stopParts();
        await payments.stop();
      },
    };
  } catch (error) {
    await stopParts();
    throw error;
  }
}
