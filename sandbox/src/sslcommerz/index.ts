import { Hono } from 'hono';
import { createDeliveries } from '../deliveries.ts';
import type { Outage } from '../disturbances.ts';
import type { SandboxPart } from '../part.ts';
import { sslcommerzApi } from './api.ts';
import type { BrowserReturn, HostedPayment, SslcommerzControl } from './control.ts';
import { sslcommerzControlApi } from './control-api.ts';
import { hostedPage } from './hosted-page.ts';
import { writeHundredths } from './money.ts';
import { sslcommerzPages } from './pages.ts';
import { changeRefund } from './refunds.ts';
import { notification, openSession, returnUrl, type Session, settle, wasPaid } from './sessions.ts';
import { signFields } from './signature.ts';

interface SslcommerzPart extends SandboxPart {
  control: SslcommerzControl;
}

const storeId = 'sandbox_store';
const storePassword = 'sandbox_store@ssl';

/**
 * A store at SSLCommerz: sessions, the hosted page, callbacks, validation, queries and refunds.
 *
 * @param part.sessions of this run, and of the ones before it
 * @param part.origin the address of the sandbox's pages, known once it listens
 */
export function createSslcommerz({ sessions, origin }: { sessions: Session[]; origin: () => string }): SslcommerzPart {
  let refundsTake: 'at-once' | 'processing' = 'at-once';
  let bankReference: string | undefined;
  let outage: Outage | undefined;

  const fields = (session: Session) => signFields(notification(session, storeId), storePassword);
  // Instant payment notifications: one POST to the shop's `ipn_url`, without retries.
  const notifications = createDeliveries<Session>({
    posting: (session) => {
      const url = session.request.get('ipn_url');
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      return url ? { url, headers, body: new URLSearchParams(fields(session)).toString() } : undefined;
    },
  });
  const find = (sessionKey: string) => sessions.find((session) => session.sessionKey === sessionKey);
  const choose = (session: Session, choice: Parameters<typeof settle>[1]): BrowserReturn => {
    const wasOpen = session.status === 'PENDING';
    settle(session, choice, bankReference);
    if (wasOpen) {
      if (session.bankTransactionId === bankReference) bankReference = undefined;
      notifications.send(session);
    }
    return { url: returnUrl(session), fields: fields(session) };
  };

  const control: SslcommerzControl = {
    storeId,
    storePassword,
    choose: (sessionKey, choice) => {
      const session = find(sessionKey);
      return session?.status === 'PENDING' ? choose(session, choice) : undefined;
    },
    payAgain: (sessionKey) => {
      const paid = find(sessionKey);
      const again = paid && wasPaid(paid) ? openSession(paid.request) : undefined;
      if (again === undefined || typeof again === 'string') return undefined;
      sessions.push(again);
      return choose(again, 'pay');
    },
    deliverIpn: (delivery) => notifications.choose(delivery),
    sendIpnNow: async (transactionId) => {
      const attempts = await notifications.sendNow(({ request }, { taken }) =>
        transactionId === undefined ? !taken : request.get('tran_id') === transactionId,
      );
      return attempts.map(({ message, status }) => ({ transactionId: message.request.get('tran_id') ?? '', status }));
    },
    settled: () => notifications.settled(),
    changeRefund: (reference, status) => changeRefund(reference, status, sessions),
    takeTimeForRefunds: (how) => {
      refundsTake = how;
    },
    nextBankReference: (reference) => {
      bankReference = reference;
    },
    outage: (next) => {
      outage = next;
    },
    payments: () =>
      sessions
        .map((session) => ({ ...toPayment(session), ipnAnswers: [...notifications.state(session).answers] }))
        .toReversed(),
  };

  return {
    path: '/sslcommerz',
    title: 'SSLCommerz',
    summary: 'Hosted payments: every session, how it ended, and how the clinic was notified.',
    pages: new Hono()
      .route('/', sslcommerzApi({ sessions, storeId, storePassword, origin, refundsTake: () => refundsTake }))
      .route('/', hostedPage({ find, choose }))
      .route('/', sslcommerzControlApi(control))
      .route(
        '/',
        sslcommerzPages(control, () => ({ delivery: notifications.chosen(), refundsTake, outage })),
      ),
    api: { name: 'sslcommerz', paths: /^\/validator\/|^\/gwprocess\/v4\/api\.php$/, outage: () => outage },
    control,
    stop: () => notifications.stop(),
  };
}

function toPayment(session: Session): Omit<HostedPayment, 'ipnAnswers'> {
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
  };
}
