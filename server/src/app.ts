import { contract } from '@openhours/contract';
import { Hono } from 'hono';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { auditApi } from './features/audit/api.ts';
import { bookingApi } from './features/booking/api.ts';
import { conversationsApi } from './features/conversations/api.ts';
import { feedApi } from './features/feed/api.ts';
import { createAccessTokens } from './features/identity/access-token.ts';
import { identityApi } from './features/identity/api.ts';
import { createAuth } from './features/identity/auth.ts';
import { signInWithGoogle } from './features/identity/sign-in-with-google.ts';
import { tokenSync } from './features/identity/token-sync.ts';
import { imagesApi } from './features/images/api.ts';
import { readImage } from './features/images/read-image.ts';
import { sweepImages } from './features/images/sweep-images.ts';
import { createLiveHub } from './features/live/hub.ts';
import { liveStream } from './features/live/stream.ts';
import { moderationApi } from './features/moderation/api.ts';
import { paymentsApi } from './features/payments/api.ts';
import { paymentJobs } from './features/payments/jobs.ts';
import { paymentWebhooks } from './features/payments/webhooks.ts';
import { peopleApi } from './features/people/api.ts';
import { profileApi } from './features/profile/api.ts';
import { scheduleApi } from './features/schedule/api.ts';
import { createCallers } from './http/callers.ts';
import { mountCalls } from './http/calls.ts';
import { mountHealth } from './http/health.ts';
import { mountIdentity } from './http/identity-routes.ts';
import { mountImages } from './http/image-routes.ts';
import { createLimits } from './http/limits.ts';
import { openApiDocument } from './http/openapi.ts';
import { mountPages } from './http/pages.ts';
import { problemResponse } from './http/problems.ts';
import { mountReference } from './http/reference-page.ts';
import { type RequestVariables, requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { mountSiteFiles } from './http/site-files.ts';
import { mountWebhooks } from './http/webhooks.ts';
import { IMAGE_REFERENCES } from './image-references.ts';
import type { PaymentProviders } from './payment-providers.ts';
import { createOpenIdProvider, type OpenIdClient } from './providers/identity/openid-connect.ts';
import { createTokenVerifier } from './providers/identity/token-verifier.ts';
import { chooseImageStores } from './providers/images/choose.ts';
import type { Jobs } from './providers/jobs/port.ts';
import type { MailSender } from './providers/mail/port.ts';

export interface AppParts {
  readonly config: Config;
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly mail: MailSender;
  /** Whoever stands in for Google where the settings name nobody: the sandbox. */
  readonly googleStandIn?: (OpenIdClient & { readonly pictureOrigin: string }) | undefined;
  readonly payments: PaymentProviders;
  readonly jobs: Jobs;
  readonly log: Logger;
  /** Where the built web client is. */
  readonly pagesDirectory: string;
  readonly version: string;
  readonly now?: () => Date;
  /** How often live connections are shown to be alive. */
  readonly heartbeatMillis?: number;
}

/** The composition root: the one place that sees every feature, every adapter and the way they are reached. */
export async function createApp(parts: AppParts) {
  const { config, db, pool, mail, payments, jobs, log, pagesDirectory, version, heartbeatMillis } = parts;
  const { now = () => new Date() } = parts;
  const { publicUrl, publicUrlIsFixed, trustedProxies, currency, productName, clinicTimeZone } = config;
  const site = { publicUrl, publicUrlIsFixed, trustedProxies };
  const clinic = { timeZone: clinicTimeZone, horizonDays: config.horizonDays };

  const { cards, hosted, cardEntry, hostedPageOrigins, sources } = payments;
  const desk = { cards, hosted, jobs, mail, productName, publicUrl };

  const imageStores = chooseImageStores(config.images);
  const { google, tokens, pictureOrigins } = waysToSignIn(parts);
  const otherWays = [
    ...(google ? [signInWithGoogle({ provider: createOpenIdProvider(google, { now }), pictureOrigins, log })] : []),
    ...(tokens
      ? [tokenSync({ ...tokens, verifier: createTokenVerifier({ ...tokens, now }), pictureOrigins, now })]
      : []),
  ];
  const auth = createAuth({
    db,
    secret: config.secret,
    publicUrl,
    publicUrlIsFixed,
    productName,
    mail,
    log,
    otherWays,
  });
  const accessTokens = createAccessTokens({ secret: config.secret, issuer: publicUrl, now });
  const limits = createLimits({ pool, enabled: config.rateLimits, log });
  const secureCookies = publicUrl.startsWith('https://');
  const callers = createCallers({ auth, accessTokens, db, secureCookies });
  const live = createLiveHub({ db, pool, log, ...(heartbeatMillis === undefined ? {} : { heartbeatMillis }) });
  const router = {
    identity: identityApi({ accessTokens }),
    schedule: scheduleApi({ db, clinic, currency }),
    images: imagesApi({ store: imageStores.current }),
    booking: bookingApi({ clinic, currency, maxUnpaidBookings: config.maxUnpaidBookings }),
    ...peopleApi({ mail, jobs, productName }),
    profile: profileApi({ mail, jobs, limits, productName }),
    audit: auditApi({ timeZone: clinicTimeZone }),
    feed: feedApi(),
    conversations: conversationsApi(),
    moderation: moderationApi(),
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
  mountIdentity(app, { auth, limits, trustedProxies, secureCookies });
  mountCalls(app, { contract, router, callers, limits, db, site, now, stream: liveStream(live) });
  mountWebhooks(app, { webhooks: paymentWebhooks({ db, desk, now }), limits, trustedProxies, publicUrl });
  mountReference(app, document);
  mountImages(app, { read: (wanted) => readImage({ db, stores: imageStores.all }, wanted) });
  app.all('/api/*', () => problemResponse('NOT_FOUND'));
  mountSiteFiles(app, { publicUrl, productName });
  mountPages(app, {
    directory: pagesDirectory,
    facts: { productName, publicUrl, clinicTimeZone, googleSignIn: google !== undefined },
    pictureOrigins,
    sources,
    gallery: !config.production,
    callers,
    now,
  });
  /** What is to be done every hour, by any number of nodes. */
  const sweep = async () => {
    await sweepImages({ db, stores: imageStores.all, references: IMAGE_REFERENCES }, now());
  };
  return { app, auth, live, sweep, jobHandlers: paymentJobs({ db, desk, now }) };
}

/** Who vouches for people beside their passwords, and where their pictures may come from. */
function waysToSignIn({ config, googleStandIn }: AppParts) {
  const { google, tokens, pictureOrigins } = config.signIn;
  if (google !== 'embedded') return { google, tokens, pictureOrigins };
  return { google: googleStandIn, tokens, pictureOrigins: googleStandIn ? [googleStandIn.pictureOrigin] : [] };
}
