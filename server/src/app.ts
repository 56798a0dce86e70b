import { join } from 'node:path';
import { contract } from '@openhours/contract';
import { MessageKind } from '@openhours/contract/messages.ts';
import { Hono } from 'hono';
import { clientGone, errorResponse, problemResponse } from './call/problems.ts';
import { SUMMARY_JOB, summaryJob } from './features/agenda/index.ts';
import { HOLDS_JOB, holdsJob, RELEASE_JOB, REMINDERS_JOB, releaseJob, remindersJob } from './features/booking/index.ts';
import { feedIdOf, readFeed } from './features/calendar/index.ts';
import { sessionCookieName } from './features/identity/cookie-names.ts';
import { readImage } from './features/images/read-image.ts';
import { liveStream } from './features/live/stream.ts';
import { DELIVER_JOB } from './features/messages/deliver-messages.ts';
import { findParagraph } from './features/messages/paragraphs.ts';
import { textReportWebhook } from './features/messages/take-report.ts';
import { unsubscribe } from './features/messages/unsubscribe.ts';
import { askAboutBooking } from './features/payments/ask-about-booking.ts';
import { PAYMENT_JOBS, paymentJobs } from './features/payments/jobs.ts';
import { paymentWebhooks } from './features/payments/webhooks.ts';
import { findNextFreeTimes, findPublicDoctor, listDoctorSlugs } from './features/schedule/index.ts';
import { OFFER_JOB } from './features/waiting-list/index.ts';
import { readSiteMap } from './http/built-pages.ts';
import { createCachedCalls } from './http/cached-calls.ts';
import { mountCalendars } from './http/calendar-routes.ts';
import { mountCalls } from './http/calls.ts';
import { shareFreeTimes } from './http/free-times-document.ts';
import { mountHealth, refuseOtherProbes } from './http/health.ts';
import { identityPaths } from './http/identity-paths.ts';
import { mountIdentity } from './http/identity-routes.ts';
import { mountImages } from './http/image-routes.ts';
import { mountMailSamples } from './http/mail-sample-route.ts';
import { createMetrics, mountMetrics } from './http/metrics.ts';
import { refuseNulInAddress } from './http/nul.ts';
import { openApiDocument } from './http/openapi.ts';
import { mountPages } from './http/pages.ts';
import { createReadiness } from './http/readiness.ts';
import { mountReference } from './http/reference-page.ts';
import { requestLog } from './http/request-log.ts';
import type { RequestVariables } from './http/request-variables.ts';
import { headersOf, securityHeaders } from './http/security-headers.ts';
import { mountSiteFiles } from './http/site-files.ts';
import { createSpool } from './http/spool.ts';
import { mountUnsubscribe } from './http/unsubscribe-route.ts';
import { createUploads } from './http/uploads.ts';
import { mountWebhooks } from './http/webhooks.ts';
import { createRouter } from './router.ts';
import { type AppParts, createServices } from './services.ts';
import { SWEEP_JOB, sweepJob } from './sweep.ts';

/** The jobs that `jobHandlers` work on. */
export const JOB_NAMES = [
  ...PAYMENT_JOBS,
  RELEASE_JOB,
  HOLDS_JOB,
  REMINDERS_JOB,
  DELIVER_JOB,
  OFFER_JOB,
  SUMMARY_JOB,
  SWEEP_JOB,
] as const;

/** A sitemap holds at most 50,000 addresses. */
const MOST_LISTED = 49_000;

/** The application: its routes and its jobs. */
export async function createApp(parts: AppParts) {
  const services = await createServices(parts);
  const { config, db, pool, aside, replica, jobs, log, now, pagesDirectory, tracing, clinic } = services;
  const { auth, hasGoogle, pictureOrigins, secureCookies, callers, limits, queue, answers, live } = services;
  const { cancelBookings, imageStores, imageDecoder, calendarClinic, texts, writeSample, messages } = services;
  const { offering, paymentServices, takesPayments } = services;
  const { publicUrl, publicUrlIsFixed, trustedProxies, productName } = config;
  const takeUpload = createUploads({ limits, spool: createSpool({ directory: join(config.dataDirectory, 'tmp') }) });
  const app = new Hono<{ Variables: RequestVariables }>();
  const metrics = createMetrics({
    aside,
    pool,
    countConnections: () => live.count(),
    countWaiting: () => queue.waiting(),
    version: parts.version,
    log,
    now,
  });
  const level = config.production ? 'info' : 'debug';
  const cached = createCachedCalls({ answers, queue, metrics, log, level, trustedProxies, tracing });
  if (tracing) app.use(tracing.request);
  app.use(metrics.measure);
  app.use(cached.remember);
  app.use(requestLog(log, { trustedProxies, level }), securityHeaders({ https: secureCookies }));
  app.use(refuseNulInAddress);
  app.onError((error, context) => {
    if (context.req.raw.signal.aborted) return clientGone();
    context.get('log').error({ err: error }, 'a request failed');
    return errorResponse(error, { requestId: context.get('requestId') });
  });
  const readiness = createReadiness({ pool, log });
  mountHealth(app, { readiness });
  mountMetrics(app, { metrics, token: config.metricsToken });
  refuseOtherProbes(app);
  mountIdentity(app, { auth, callers, limits, publicUrl, secureCookies, db, now });
  mountCalls(app, {
    contract,
    router: createRouter(services),
    callers,
    limits,
    secret: config.secret,
    db,
    replica,
    site: { publicUrl, publicUrlIsFixed },
    now,
    queue,
    cached,
    takeUpload,
    stream: liveStream(live, headersOf({ https: secureCookies })),
  });
  mountUnsubscribe(app, {
    unsubscribe: async (token) => (await unsubscribe(db, { token, secret: config.secret })) !== undefined,
    limits,
  });
  mountWebhooks(app, {
    webhooks: [
      ...paymentWebhooks({ db, services: paymentServices, now }),
      ...(texts ? [textReportWebhook({ db, texts, now })] : []),
    ],
    limits,
    publicUrl,
  });
  if (config.apiReference) {
    const sessionCookie = sessionCookieName({ secure: secureCookies });
    const identity = identityPaths(auth);
    mountReference(
      app,
      await openApiDocument(contract, { productName, version: parts.version, sessionCookie, identity }),
    );
  }
  mountImages(app, { read: (wanted) => readImage({ db, stores: imageStores.all }, wanted) });
  mountCalendars(app, {
    idOf: (file) => feedIdOf(file, config.secret),
    read: (id) => readFeed(db, { id, clinic: calendarClinic(), now: now() }),
    limits,
  });
  mountMailSamples(app, {
    callers,
    findSample: async (text) => {
      const kind = MessageKind.safeParse(text).data;
      return kind && (await writeSample(kind, await findParagraph(db, kind))).html;
    },
  });
  app.all('/api/*', () => problemResponse('NOT_FOUND'));
  const siteMap = readSiteMap(pagesDirectory);
  mountSiteFiles(app, {
    publicUrl,
    clinic,
    siteMap,
    listDoctorSlugs: () => listDoctorSlugs(db, MOST_LISTED),
  });
  mountPages(app, {
    directory: pagesDirectory,
    siteMap,
    clinic,
    site: { publicUrl, googleSignIn: hasGoogle },
    pictureOrigins,
    sources: services.payments.sources,
    gallery: !config.production,
    callers,
    findDoctor: (slug) => findPublicDoctor(db, slug),
    findFreeTimes: shareFreeTimes(() => findNextFreeTimes(db, { timeZone: clinic.timeZone, now: now() }), now),
    now,
  });
  // From here on this node is notified of changes.
  void live.ready();
  return {
    app,
    answerAtOnce: cached.answerAtOnce,
    auth,
    live,
    readiness,
    messages,
    offering,
    clinic,
    imageDecoder,
    jobHandlers: [
      messages.job,
      offering.job,
      summaryJob({ db, clinic, now }),
      remindersJob({ db, now }),
      holdsJob({ db, jobs, now }),
      sweepJob({ db, stores: imageStores.all, now, log }),
      ...paymentJobs({ db, services: paymentServices, now }),
      releaseJob({
        db,
        jobs,
        cancelBookings,
        askAboutPayments: (bookingId, at) => askAboutBooking(db, { bookingId, now: at, services: paymentServices }),
        takesPayments,
        now,
        log,
      }),
    ],
  };
}
