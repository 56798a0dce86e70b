import { join } from 'node:path';
import { contract } from '@openhours/contract';
import { MessageKind } from '@openhours/contract/messages.ts';
import { Hono } from 'hono';
import type pg from 'pg';
import type { Logger } from 'pino';
import { CLIENT_ADDRESS_HEADER } from './call/client-address-header.ts';
import { createLimits } from './call/limits.ts';
import { clientGone, isPassingFailure, problemResponse } from './call/problems.ts';
import type { Config } from './config/config.ts';
import { senderAddressOf } from './config/mail.ts';
import type { Database } from './database/database.ts';
import type { Replica } from './database/replica.ts';
import { deleteOldRows } from './database/retention.ts';
import { IMAGE_REFERENCES } from './database/schema/image-references.ts';
import { DEMO_FACTS } from './demo/clinic.ts';
import { agendaApi } from './features/agenda/api.ts';
import { SUMMARY_JOB, summaryJob } from './features/agenda/index.ts';
import { bookingNotesApi } from './features/agenda/notes-api.ts';
import { appointmentsApi } from './features/appointments/api.ts';
import { auditApi } from './features/audit/api.ts';
import { bookingApi } from './features/booking/api.ts';
import { createBookingPlan } from './features/booking/booking-plan.ts';
import { holdsApi } from './features/booking/holds-api.ts';
import {
  cancelBookingsWith,
  HOLDS_JOB,
  holdsJob,
  publishCancellation,
  publishMove,
  queueCancellationMail,
  queueMoveMail,
  queueStaffCancellationMail,
  queueStaffMoveMail,
  RELEASE_JOB,
  REMINDERS_JOB,
  releaseJob,
  remindersJob,
  setEmailOfBookings,
} from './features/booking/index.ts';
import { visitApi } from './features/booking/visit-api.ts';
import { calendarApi } from './features/calendar/api.ts';
import { calendarClinicOf, feedIdOf, readFeed } from './features/calendar/index.ts';
import { clinicApi } from './features/clinic/api.ts';
import { clinicFactsApi } from './features/clinic/facts-api.ts';
import { applySettings, letterheadOf, loadCurrentClinic } from './features/clinic/index.ts';
import { legalTextsApi } from './features/clinic/legal-texts-api.ts';
import { conversationsApi } from './features/conversations/api.ts';
import { dashboardApi } from './features/dashboard/api.ts';
import { dependantsApi } from './features/dependants/api.ts';
import { feedApi } from './features/feed/api.ts';
import { hoursApi } from './features/hours/api.ts';
import { clinicHoursApi } from './features/hours/clinic-hours-api.ts';
import { closuresApi } from './features/hours/closures-api.ts';
import { createAccessTokens } from './features/identity/access-token.ts';
import { identityApi } from './features/identity/api.ts';
import type { Auth } from './features/identity/auth.ts';
import { sessionCookieName } from './features/identity/cookie-names.ts';
import { emailConfirmationApi } from './features/identity/email-confirmation-api.ts';
import { createNewPasswords } from './features/identity/new-password.ts';
import { phoneConfirmationApi } from './features/identity/phone-confirmation-api.ts';
import { sumPeopleCounts } from './features/identity/store.ts';
import { imagesApi } from './features/images/api.ts';
import { createImageDecoder } from './features/images/decoder.ts';
import { readImage } from './features/images/read-image.ts';
import { sweepImages } from './features/images/sweep-images.ts';
import { invitationsApi } from './features/invitations/api.ts';
import { createLiveHub } from './features/live/hub.ts';
import { liveStream } from './features/live/stream.ts';
import { messagesApi } from './features/messages/api.ts';
import { messageChoicesApi } from './features/messages/choices-api.ts';
import { createMessageDelivery, DELIVER_JOB } from './features/messages/deliver-messages.ts';
import { findParagraph } from './features/messages/paragraphs.ts';
import { sampleWriter } from './features/messages/samples.ts';
import { textReportWebhook } from './features/messages/take-report.ts';
import { messageTextsApi } from './features/messages/texts-api.ts';
import { unsubscribe, unsubscribeLinks } from './features/messages/unsubscribe.ts';
import { moderationApi } from './features/moderation/api.ts';
import { adminPaymentsApi } from './features/payments/admin-api.ts';
import { paymentsApi } from './features/payments/api.ts';
import { askAboutBooking } from './features/payments/ask-about-booking.ts';
import { clinicPaymentsApi } from './features/payments/clinic-payments-api.ts';
import { refundCancellation, refundMove } from './features/payments/index.ts';
import { PAYMENT_JOBS, paymentJobs } from './features/payments/jobs.ts';
import { paymentWebhooks } from './features/payments/webhooks.ts';
import { peopleApi } from './features/people/api.ts';
import { profileApi } from './features/profile/api.ts';
import { createAnswerCache } from './features/schedule/answer-cache.ts';
import { scheduleApi } from './features/schedule/api.ts';
import { availabilityApi } from './features/schedule/availability-api.ts';
import { findNextFreeTimes, findPublicDoctor, listDoctorSlugs } from './features/schedule/index.ts';
import { treatmentsApi } from './features/schedule/treatments-api.ts';
import { secondFactorApi } from './features/second-factor/api.ts';
import { servicesApi } from './features/services/api.ts';
import { type SignIn, setupApi } from './features/setup/api.ts';
import { statisticsApi } from './features/statistics/api.ts';
import { waitingListApi } from './features/waiting-list/api.ts';
import { createSlotOffering, OFFER_JOB } from './features/waiting-list/index.ts';
import { readSiteMap } from './http/built-pages.ts';
import { createCachedCalls } from './http/cached-calls.ts';
import { mountCalendars } from './http/calendar-routes.ts';
import { createCallers } from './http/callers.ts';
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
import { type RequestVariables, requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { signedInMark } from './http/signed-in-mark.ts';
import { mountSiteFiles } from './http/site-files.ts';
import { createSpool } from './http/spool.ts';
import { mountUnsubscribe } from './http/unsubscribe-route.ts';
import { createUploads } from './http/uploads.ts';
import { mountWebhooks } from './http/webhooks.ts';
import { createWorkQueue, type WorkQueueRules } from './http/work-queue.ts';
import { messageKinds } from './message-kinds.ts';
import { createPwnedPasswords } from './providers/breached-passwords/pwned-passwords.ts';
import { chooseImageStores } from './providers/images/choose.ts';
import type { Jobs } from './providers/jobs/port.ts';
import type { MailSender } from './providers/mail/port.ts';
import type { TextSender } from './providers/text-messages/port.ts';
import { createSignIn, type GoogleStandIn } from './sign-in.ts';
import type { PaymentProviders } from './start/payment-providers.ts';
import type { Tracing } from './tracing/tracing.ts';

export interface AppParts {
  readonly config: Config;
  readonly db: Database;
  readonly pool: pg.Pool;
  /** Connections to the server itself, to listen. */
  readonly sessions: pg.Pool;
  /** For reads that many requests wait for. */
  readonly aside: Database;
  /** For calls whose answer may be a second old. */
  readonly replica?: Replica | undefined;
  readonly mail: MailSender;
  /** Unset: the clinic sends no text messages. */
  readonly texts?: TextSender | undefined;
  /** The sandbox's identity provider, used when no Google client is configured. */
  readonly googleStandIn?: GoogleStandIn | undefined;
  readonly payments: PaymentProviders;
  readonly jobs: Jobs;
  readonly log: Logger;
  /** The folder of the built web client. */
  readonly pagesDirectory: string;
  readonly version: string;
  readonly now?: () => Date;
  /** The interval of heartbeats on live connections. */
  readonly heartbeatMillis?: number | undefined;
  /** When calls have to wait, and when they are refused. */
  readonly workQueue?: Partial<WorkQueueRules>;
  /** How old a cached answer about free slots may be if a notification is lost. */
  readonly trustMillis?: number | undefined;
  /** How many emails are sent at a time. */
  readonly mailLanes?: number;
  /** Unset: no traces. */
  readonly tracing?: Pick<Tracing, 'request' | 'answered'> | undefined;
}

/** The jobs that `jobHandlers` work on. */
export const JOB_NAMES = [
  ...PAYMENT_JOBS,
  RELEASE_JOB,
  HOLDS_JOB,
  REMINDERS_JOB,
  DELIVER_JOB,
  OFFER_JOB,
  SUMMARY_JOB,
] as const;

/** A sitemap holds at most 50,000 addresses. */
const MOST_LISTED = 49_000;

/** The composition root: puts features and adapters together. */
export async function createApp(parts: AppParts) {
  const { config, db, pool, sessions, aside, replica, mail, texts, payments, jobs, log, pagesDirectory } = parts;
  const { now = () => new Date(), googleStandIn, heartbeatMillis, mailLanes, workQueue, trustMillis, tracing } = parts;
  const { publicUrl, publicUrlIsFixed, trustedProxies, productName, horizonDays, maxUnpaidBookings } = config;
  const site = { publicUrl, publicUrlIsFixed, trustedProxies };
  await applySettings(db, {
    ...(config.demo && DEMO_FACTS),
    name: productName,
    timeZone: config.clinicTimeZone,
    currency: config.currency,
    horizonDays,
    maxUnpaidBookings,
  });
  const clinic = await loadCurrentClinic({ db, settings: config, log });

  const { cards, hosted, cardEntry, hostedPageOrigins, sources } = payments;
  const takesPayments = cards !== undefined || hosted !== undefined;
  const paymentServices = { cards, hosted, jobs, log };

  // Effects of a cancellation, whoever cancels. None frees the slots: the cancellation itself does.
  const cancelBookings = cancelBookingsWith([
    publishCancellation,
    queueCancellationMail,
    queueStaffCancellationMail,
    refundCancellation({ jobs }),
  ]);

  const moveFollowers = [publishMove, queueMoveMail, queueStaffMoveMail, refundMove({ jobs })];

  const imageStores = chooseImageStores(config.images);
  const imageDecoder = createImageDecoder({ log });
  const { refuseCommonPasswords, breachedPasswordsUrl: url } = config;
  const breached = url === undefined ? undefined : createPwnedPasswords({ url, log });
  const newPasswords = createNewPasswords({ refuseCommonPasswords, breached });
  const { auth, hasGoogle, pictureOrigins } = createSignIn({
    config,
    db,
    clinic,
    newPasswords,
    googleStandIn,
    log,
    now,
  });
  const accessTokens = createAccessTokens({ secret: config.secret, issuer: publicUrl, now });
  const limits = createLimits({ pool, enabled: config.rateLimits, log });
  const secureCookies = publicUrl.startsWith('https://');
  const callers = createCallers({ auth, accessTokens, db, secureCookies });
  const senderAddress = senderAddressOf(config.mail);
  const calendarClinic = () => calendarClinicOf(clinic, { publicUrl, senderAddress });
  const kinds = messageKinds({ clinic, auth, publicUrl, secret: config.secret, calendarClinic });
  const queue = createWorkQueue(workQueue);
  const letterhead = () => letterheadOf(clinic.shown, publicUrl);
  const writeSample = sampleWriter({ kinds, letterhead, publicUrl });
  const messages = createMessageDelivery({
    db,
    mail,
    texts: texts && { sender: texts, bounds: config.texts.bounds },
    kinds,
    letterhead,
    unsubscribeLink: unsubscribeLinks({ publicUrl, secret: config.secret }),
    host: new URL(publicUrl).hostname,
    now,
    log,
    isBusy: () => queue.isBusy(),
    lanes: mailLanes,
  });
  const offering = createSlotOffering({ db, clinic, now, log });
  const answers = createAnswerCache({ db: aside, now, trustMillis });
  const onClinicChanged = () => {
    answers.suspect();
    void clinic.refresh();
  };
  const live = createLiveHub({
    db,
    aside,
    pool: sessions,
    log,
    onClinicChanged,
    onMessageQueued: () => messages.wake(),
    onEvent: () => answers.suspect(),
    onTimeFreed: (place) => {
      answers.suspect();
      offering.wake(place);
    },
    heartbeatMillis,
  });
  const known = {
    plan: createBookingPlan(aside, () => answers.plan()),
    look: (date: string) => answers.look(date),
  };
  const takeUpload = createUploads({ limits, spool: createSpool({ directory: join(config.dataDirectory, 'tmp') }) });
  const router = {
    identity: identityApi({ accessTokens }),
    emailConfirmation: emailConfirmationApi({ limits, secret: config.secret, setEmailOfBookings }),
    phoneConfirmation: phoneConfirmationApi({ isOn: texts !== undefined, secret: config.secret }),
    schedule: scheduleApi({ answers }),
    availability: availabilityApi({ clinic }),
    treatments: treatmentsApi({ clinic }),
    hours: hoursApi({ clinic, cancelBookings }),
    closures: closuresApi({ clinic, cancelBookings }),
    clinic: clinicApi({ takesPayments }),
    clinicFacts: clinicFactsApi({ clinic }),
    legalTexts: legalTextsApi({ clinic }),
    clinicHours: clinicHoursApi({ clinic, cancelBookings }),
    images: imagesApi({ stores: imageStores, decoder: imageDecoder }),
    booking: bookingApi({
      db,
      settings: clinic,
      known,
      notify: live.notify,
      cancelBookings,
      moveFollowers,
    }),
    visit: visitApi({ settings: clinic, secret: config.secret, cancelBookings, moveFollowers }),
    holds: holdsApi({ db, known, notify: live.notify }),
    calendar: calendarApi({ clinic: calendarClinic, publicUrl, secret: config.secret }),
    appointments: appointmentsApi({ settings: clinic }),
    agenda: agendaApi({ clinic, cancelBookings }),
    bookingNotes: bookingNotesApi({ clinic }),
    waitingList: waitingListApi({ clinic, moveFollowers }),
    ...peopleApi({ cancelBookings, newPasswords }),
    invitations: invitationsApi({ secret: config.secret, newPasswords }),
    profile: profileApi({ limits, clinic, cancelBookings }),
    dependants: dependantsApi({ clinic }),
    secondFactor: secondFactorApi(),
    dashboard: dashboardApi({ clinic }),
    audit: auditApi({ clinic }),
    feed: feedApi(),
    conversations: conversationsApi({ notify: live.notify }),
    moderation: moderationApi(),
    messages: messagesApi(),
    messageTexts: messageTextsApi({ writeSample }),
    messageChoices: messageChoicesApi({ secret: config.secret, sendsTexts: texts !== undefined }),
    setup: setupApi({ clinic, newPasswords, signIn: signInWith(auth, { secureCookies }) }),
    services: servicesApi({ config, providers: payments, mail, texts, clinic }),
    statistics: statisticsApi({ clinic }),
    payments: {
      ...paymentsApi({ services: paymentServices, clinic, cardEntry, hostedPageOrigins }),
      ...adminPaymentsApi({ services: paymentServices, clinic }),
    },
    clinicPayments: clinicPaymentsApi({ clinic, jobs: paymentServices.jobs }),
  };

  const app = new Hono<{ Variables: RequestVariables }>();
  const metrics = createMetrics({
    aside,
    pool,
    countConnections: () => live.count(),
    countWaiting: () => queue.waiting(),
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
    const code = isPassingFailure(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR';
    return problemResponse(code, { requestId: context.get('requestId') });
  });
  const readiness = createReadiness({ pool });
  mountHealth(app, { readiness });
  mountMetrics(app, { metrics, token: config.metricsToken });
  refuseOtherProbes(app);
  mountIdentity(app, { auth, callers, limits, trustedProxies, secureCookies, db, now });
  mountCalls(app, {
    contract,
    router,
    callers,
    limits,
    secret: config.secret,
    db,
    replica,
    site,
    now,
    queue,
    cached,
    takeUpload,
    stream: liveStream(live),
  });
  mountUnsubscribe(app, {
    unsubscribe: async (token) => (await unsubscribe(db, { token, secret: config.secret })) !== undefined,
    limits,
    trustedProxies,
  });
  mountWebhooks(app, {
    webhooks: [
      ...paymentWebhooks({ db, services: paymentServices, now }),
      ...(texts ? [textReportWebhook({ db, texts, now })] : []),
    ],
    limits,
    trustedProxies,
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
    trustedProxies,
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
    listDoctorSlugs: () => listDoctorSlugs(db, { limit: MOST_LISTED }),
  });
  mountPages(app, {
    directory: pagesDirectory,
    siteMap,
    clinic,
    site: { publicUrl, googleSignIn: hasGoogle },
    pictureOrigins,
    sources,
    gallery: !config.production,
    callers,
    findDoctor: (slug) => findPublicDoctor(db, slug),
    findFreeTimes: shareFreeTimes(() => findNextFreeTimes(db, { timeZone: clinic.timeZone, now: now() }), now),
    now,
  });
  // From here on this node is notified of changes.
  void live.ready();
  /** Tasks to run every hour; any number of nodes may run them. */
  const sweep = async () => {
    // First, so that personal data is also deleted while the store of the images fails.
    await deleteOldRows(db, now());
    await sumPeopleCounts(db);
    await sweepImages({ db, stores: imageStores.all, references: IMAGE_REFERENCES }, now());
  };
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
    sweep,
    jobHandlers: [
      messages.job,
      offering.job,
      summaryJob({ db, clinic, now }),
      remindersJob({ db, now }),
      holdsJob({ db, jobs, now }),
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

/** Signs people in as the login page does, with the cookie that scripts can read. */
function signInWith(auth: Auth, { secureCookies: secure }: { secureCookies: boolean }): SignIn {
  return async ({ email, password, address }) => {
    const headers = { [CLIENT_ADDRESS_HEADER]: address };
    const answer = await auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true });
    const cookies = answer.headers.getSetCookie();
    const mark = signedInMark(cookies, { secure });
    return mark === undefined ? cookies : [...cookies, mark];
  };
}
