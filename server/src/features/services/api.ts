import { contract } from '@openhours/contract';
import type { PaymentService, ServiceCheck, Services } from '@openhours/contract/services.ts';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import type { Config } from '../../config/config.ts';
import type { TextService } from '../../config/text-messages.ts';
import type { Mail, MailSender } from '../../providers/mail/port.ts';
import { ProviderUnavailable } from '../../providers/provider-unavailable.ts';
import type { TextSender } from '../../providers/text-messages/port.ts';
import { actorOf, recordAudit } from '../audit/index.ts';
import { findPerson, mayText, showPhone } from '../identity/index.ts';
import type { Sender } from '../messages/index.ts';

interface Keyed {
  readonly live: boolean;
  acceptsKeys(): Promise<boolean>;
}

interface ServiceParts {
  readonly config: Pick<Config, 'mail' | 'texts' | 'payments' | 'signIn' | 'publicUrl' | 'sandboxPort'>;
  readonly providers: { readonly cards: Keyed | undefined; readonly hosted: Keyed | undefined };
  readonly mail: MailSender;
  readonly texts: TextSender | undefined;
  readonly clinic: Sender['clinic'];
}

/** The calls of `contract/services.ts`. */
export function servicesApi({ config, providers: { cards, hosted }, mail, texts, clinic }: ServiceParts) {
  const calls = implement(contract.services).$context<CallContext>();
  return {
    get: calls.get.handler(() => presentServices(config)),

    testMail: calls.testMail.handler(async ({ context, errors }) => {
      const { email: to } = callerOf(context);
      const { kind, said } = await mail.send(testMail({ to, clinic, publicUrl: config.publicUrl }));
      await recordAudit(context.db, {
        by: actorOf(context),
        what: 'send-test-mail',
        outcome: kind === 'accepted' ? 'done' : 'refused',
        detail: said,
        now: context.now,
      });
      if (kind !== 'accepted') throw errors.MAIL_REFUSED({ message: said });
      return { acknowledged: true, to, answer: said };
    }),

    testTexts: calls.testTexts.handler(async ({ context, errors }) => {
      if (!texts) throw errors.TEXTS_OFF();
      const { db, now } = context;
      const { personId } = callerOf(context);
      const to = (await findPerson(db, personId))?.phone ?? '';
      if (!(await mayText(db, personId))) throw errors.PHONE_NOT_CONFIRMED();
      const text = `You asked ${clinic.name} for a test text message. It has arrived, so the clinic can send them.`;
      const { kind, said } = await texts.send({ to, text });
      const outcome = kind === 'accepted' ? 'done' : 'refused';
      await recordAudit(db, { by: actorOf(context), what: 'send-test-text', outcome, detail: said, now });
      if (kind !== 'accepted') throw errors.TEXT_REFUSED({ message: said });
      return { acknowledged: true, to: showPhone(to), answer: said };
    }),

    checkPayments: calls.checkPayments.handler(async () => {
      const [ofCards, ofHosted] = await Promise.all([check(cards), check(hosted)]);
      return { acknowledged: true, cards: ofCards, hosted: ofHosted };
    }),
  };
}

async function check(provider: Keyed | undefined): Promise<ServiceCheck | null> {
  if (!provider) return null;
  try {
    return (await provider.acceptsKeys()) ? 'works' : 'refused';
  } catch (error) {
    if (error instanceof ProviderUnavailable) return 'no-answer';
    throw error;
  }
}

function presentServices({ mail, texts, payments, signIn, publicUrl, sandboxPort }: ServiceParts['config']): Services {
  const { cards, hosted } = payments;
  const service = (settings: typeof cards | typeof hosted): PaymentService | null =>
    settings ? { provider: settings.from, live: settings.from !== 'sandbox' && settings.live } : null;
  const isInbox = mail.smtpUrl === 'embedded';
  return {
    mail: isInbox
      ? { kind: 'inbox', at: `http://127.0.0.1:${sandboxPort}/mail` }
      : { kind: 'server', at: new URL(mail.smtpUrl).hostname },
    texts: presentTexts(texts.service, sandboxPort),
    cards: service(cards),
    hosted: service(hosted),
    google: {
      kind: signIn.google === undefined ? 'off' : signIn.google === 'embedded' ? 'sandbox' : 'client',
      redirectUrl: `${publicUrl}/api/auth/callback/google`,
    },
  };
}

function presentTexts(service: TextService | undefined, sandboxPort: number): Services['texts'] {
  if (!service) return null;
  return service.from === 'sandbox'
    ? { kind: 'telephones', at: `http://127.0.0.1:${sandboxPort}/twilio` }
    : { kind: 'service', at: new URL(service.apiUrl).hostname };
}

/** The email of 'Send me a test email'. */
function testMail({ to, clinic, publicUrl }: Sender & { to: string }): Mail {
  return {
    to,
    subject: `Test email from ${clinic.name}`,
    text: [
      'Hello,',
      '',
      `You asked ${clinic.name} for a test email. It has arrived, so the clinic can send email.`,
      '',
      publicUrl,
    ].join('\n'),
  };
}
