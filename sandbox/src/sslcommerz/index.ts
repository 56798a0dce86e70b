import { Hono } from 'hono';
import type { SandboxPart } from '../part.ts';
import { createTimers } from '../timers.ts';
import { sslcommerzApi } from './api.ts';
import type { BrowserReturn, HostedPayment, SslcommerzControl, SslcommerzSettings } from './control.ts';
import { sslcommerzControlApi } from './control-api.ts';
import { hostedPage } from './hosted-page.ts';
import { writeHundredths } from './money.ts';
import { createNotifications } from './notifications.ts';
import { sslcommerzPages } from './pages.ts';
import { finishRefund } from './refunds.ts';
import { notification, returnUrl, type Session, settle } from './sessions.ts';
import { signFields } from './signature.ts';

export interface SslcommerzPart extends SandboxPart {
  control: SslcommerzControl;
}

interface SslcommerzPartSettings {
  settings: Partial<SslcommerzSettings>;
  /** Where the sandbox's pages are, known once it listens. */
  origin: () => string;
}

/** A store at SSLCommerz: sessions, the hosted page, callbacks, validation, queries and refunds. */
export function createSslcommerz({ settings, origin }: SslcommerzPartSettings): SslcommerzPart {
  const { storeId = 'sandbox_store', storePassword = 'sandbox_store@ssl' } = settings;
  const sessions: Session[] = [];
  const timers = createTimers();
  const stopping = new AbortController();
  let refundsTake: 'at-once' | 'processing' = 'at-once';

  const fields = (session: Session) => signFields(notification(session, storeId), storePassword);
  const notifications = createNotifications({ fields, timers, signal: stopping.signal });
  const find = (sessionKey: string) => sessions.find((session) => session.sessionKey === sessionKey);
  const choose = (session: Session, choice: Parameters<typeof settle>[1]): BrowserReturn => {
    const wasOpen = session.status === 'PENDING';
    settle(session, choice);
    if (wasOpen) notifications.send(session);
    return { url: returnUrl(session), fields: fields(session) };
  };

  const control: SslcommerzControl = {
    storeId,
    storePassword,
    choose: (sessionKey, choice) => {
      const session = find(sessionKey);
      return session?.status === 'PENDING' ? choose(session, choice) : undefined;
    },
    deliverIpn: (delivery) => notifications.choose(delivery),
    sendIpnNow: (transactionId) => {
      const over = sessions.filter(({ status, request }) => status !== 'PENDING' && request.get('ipn_url'));
      const chosen = over.filter(({ request, ipnTaken }) =>
        transactionId === undefined ? !ipnTaken : request.get('tran_id') === transactionId,
      );
      return notifications.sendNow(chosen);
    },
    settled: () => notifications.settled(),
    finishRefund: (reference, outcome) => finishRefund(reference, outcome, sessions),
    takeTimeForRefunds: (how) => {
      refundsTake = how;
    },
    payments: () => sessions.map(toPayment).toReversed(),
  };

  return {
    path: '/sslcommerz',
    title: 'SSLCommerz',
    summary: 'Hosted payments: every session, how it ended, and how the clinic was told.',
    pages: new Hono()
      .route('/', sslcommerzApi({ sessions, storeId, storePassword, origin, refundsTake: () => refundsTake }))
      .route('/', hostedPage({ find, choose }))
      .route('/', sslcommerzControlApi(control))
      .route(
        '/',
        sslcommerzPages(control, () => notifications.chosen()),
      ),
    control,
    stop: async () => {
      timers.stop();
      stopping.abort();
      await notifications.settled();
    },
  };
}

function toPayment(session: Session): HostedPayment {
  return {
    sessionKey: session.sessionKey,
    transactionId: session.request.get('tran_id') ?? '',
    amount: writeHundredths(session.price.amount),
    currency: session.price.currency,
    amountBdt: writeHundredths(session.price.bdt),
    status: session.status,
    riskLevel: session.riskLevel,
    validationId: session.validationId || null,
    bankTransactionId: session.bankTransactionId || null,
    refunds: session.refunds.map(({ reference, bdt, status, remarks }) => ({
      reference,
      amountBdt: writeHundredths(bdt),
      status,
      remarks,
    })),
    ipnAnswers: [...session.ipnAnswers],
  };
}
