import { contract } from '@openhours/contract';
import { Hono } from 'hono';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { bookingApi } from './features/booking/api.ts';
import { createAccessTokens } from './features/identity/access-token.ts';
import { identityApi } from './features/identity/api.ts';
import { createAuth } from './features/identity/auth.ts';
import { paymentsApi } from './features/payments/api.ts';
import { paymentJobs } from './features/payments/jobs.ts';
import { paymentWebhooks } from './features/payments/webhooks.ts';
import { scheduleApi } from './features/schedule/api.ts';
import { createCallers } from './http/callers.ts';
import { mountCalls } from './http/calls.ts';
import { mountHealth } from './http/health.ts';
import { mountIdentity } from './http/identity-routes.ts';
import { createLimits } from './http/limits.ts';
import { openApiDocument } from './http/openapi.ts';
import { mountPages } from './http/pages.ts';
import { problemResponse } from './http/problems.ts';
import { mountReference } from './http/reference-page.ts';
import { type RequestVariables, requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { mountWebhooks } from './http/webhooks.ts';
import type { PaymentProviders } from './payment-providers.ts';
import type { Jobs } from './providers/jobs/port.ts';
import type { MailSender } from './providers/mail/port.ts';

export interface AppParts {
  readonly config: Config;
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly mail: MailSender;
  readonly payments: PaymentProviders;
  readonly jobs: Jobs;
  readonly log: Logger;
  /** Where the built web client is. */
  readonly pagesDirectory: string;
  readonly version: string;
  readonly now?: () => Date;
}

/** The composition root: the one place that sees every feature, every adapter and the way they are reached. */
export async function createApp(parts: AppParts) {
  const { config, db, pool, mail, payments, jobs, log, pagesDirectory, version, now = () => new Date() } = parts;
  const { publicUrl, publicUrlIsFixed, trustedProxies, currency, productName, clinicTimeZone } = config;
  const site = { publicUrl, publicUrlIsFixed, trustedProxies };
  const clinic = { timeZone: clinicTimeZone, horizonDays: config.horizonDays };

  const { cards, hosted, cardEntry, hostedPageOrigins, sources } = payments;
  const desk = { cards, hosted, jobs, mail, productName, publicUrl };

  const auth = createAuth({ db, secret: config.secret, publicUrl, publicUrlIsFixed, productName, mail, log });
  const accessTokens = createAccessTokens({ secret: config.secret, issuer: publicUrl, now });
  const limits = createLimits({ pool, enabled: config.rateLimits, log });
  const callers = createCallers({ auth, accessTokens, db });
  const router = {
    identity: identityApi({ accessTokens }),
    schedule: scheduleApi({ db, clinic, currency }),
    booking: bookingApi({ clinic, currency, maxUnpaidBookings: config.maxUnpaidBookings }),
    payments: paymentsApi({ desk, currency, cardEntry, hostedPageOrigins }),
  };
  const document = await openApiDocument(contract, { productName, version });

  const app = new Hono<{ Variables: RequestVariables }>();
  app.use(requestLog(log), securityHeaders({ https: publicUrl.startsWith('https://') }));
  app.onError((error, context) => {
    context.get('log').error({ err: error }, 'a request failed');
    return problemResponse('INTERNAL_SERVER_ERROR', { requestId: context.get('requestId') });
  });
  mountHealth(app, { pool });
  mountIdentity(app, { auth, limits, trustedProxies, secureCookies: publicUrl.startsWith('https://') });
  mountCalls(app, { contract, router, callers, limits, db, site, now });
  mountWebhooks(app, { webhooks: paymentWebhooks({ db, desk, now }), limits, trustedProxies, publicUrl });
  mountReference(app, document);
  app.all('/api/*', () => problemResponse('NOT_FOUND'));
  mountPages(app, { directory: pagesDirectory, facts: { productName, clinicTimeZone }, sources });
  return { app, auth, jobHandlers: paymentJobs({ db, desk, now }) };
}
