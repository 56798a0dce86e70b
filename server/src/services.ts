import type pg from 'pg';
import type { Logger } from 'pino';
import { createLimits } from './call/limits.ts';
import type { Config } from './config/config.ts';
import { senderAddressOf } from './config/mail.ts';
import type { Database } from './database/database.ts';
import type { Replica } from './database/replica.ts';
import { DEMO_FACTS } from './demo/clinic.ts';
import { createBookingPlans } from './features/booking/booking-plan.ts';
import {
  cancelBookingsWith,
  moveAppointmentWith,
  publishCancellation,
  publishMove,
  queueCancellationMail,
  queueMoveMail,
  queueStaffCancellationMail,
  queueStaffMoveMail,
} from './features/booking/index.ts';
import { calendarClinicOf } from './features/calendar/index.ts';
import { applySettings, letterheadOf, loadCurrentClinic } from './features/clinic/index.ts';
import { createAccessTokens } from './features/identity/access-token.ts';
import { createNewPasswords } from './features/identity/new-password.ts';
import { hashPassword as hashSlowly } from './features/identity/password-hash.ts';
import { createImageDecoder } from './features/images/decoder.ts';
import { createLiveHub } from './features/live/hub.ts';
import { createMessageDelivery } from './features/messages/deliver-messages.ts';
import { sampleWriter } from './features/messages/samples.ts';
import { unsubscribeLinks } from './features/messages/unsubscribe.ts';
import { refundCancellation, refundMove } from './features/payments/index.ts';
import { createAnswerCache } from './features/schedule/answer-cache.ts';
import { createSlotOffering } from './features/waiting-list/index.ts';
import { createCallers } from './http/callers.ts';
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
  /** Hashes passwords and recovery codes. Slow on purpose, except in tests about other things. */
  readonly hashPassword?: ((password: string) => Promise<string>) | undefined;
  /** Unset: no traces. */
  readonly tracing?: Pick<Tracing, 'request' | 'answered'> | undefined;
}

export type Services = Awaited<ReturnType<typeof createServices>>;

/** Puts features and adapters together: everything that calls, routes and jobs use. */
export async function createServices(parts: AppParts) {
  const { config, db, pool, sessions, aside, mail, texts, payments, jobs, log } = parts;
  const { now = () => new Date(), googleStandIn, heartbeatMillis, mailLanes, workQueue, trustMillis } = parts;
  const { hashPassword = hashSlowly } = parts;
  const { publicUrl, productName, horizonDays, maxUnpaidBookings } = config;
  await applySettings(db, {
    ...(config.demo && DEMO_FACTS),
    name: productName,
    timeZone: config.clinicTimeZone,
    currency: config.currency,
    horizonDays,
    maxUnpaidBookings,
  });
  const clinic = await loadCurrentClinic({ db, settings: config, now, log });

  const { cards, hosted } = payments;
  const takesPayments = cards !== undefined || hosted !== undefined;
  const paymentServices = { cards, hosted, jobs, log };

  // Effects of a cancellation, whoever cancels. None frees the slots: the cancellation itself does.
  const cancelBookings = cancelBookingsWith([
    publishCancellation,
    queueCancellationMail,
    queueStaffCancellationMail,
    refundCancellation({ jobs }),
  ]);

  const moveAppointment = moveAppointmentWith([publishMove, refundMove({ jobs }), queueMoveMail, queueStaffMoveMail]);

  const imageStores = chooseImageStores(config.images);
  const imageDecoder = createImageDecoder({ log });
  const { refuseCommonPasswords, breachedPasswordsUrl: url } = config;
  const breached = url === undefined ? undefined : createPwnedPasswords({ url, log });
  const newPasswords = createNewPasswords({ refuseCommonPasswords, breached, hashPassword });
  const { auth, hasGoogle, pictureOrigins } = createSignIn({
    config,
    db,
    clinic,
    newPasswords,
    hashPassword,
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
  const kinds = messageKinds({ clinic, publicUrl, secret: config.secret, calendarClinic });
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
  const live = createLiveHub({
    db,
    aside,
    pool: sessions,
    log,
    onEvent: () => answers.suspect(),
    channels: {
      // Public facts, hours, rules or treatments.
      schedule_changed: () => {
        answers.suspect();
        void clinic.refresh();
        offering.wake('');
      },
      message_queued: () => messages.wake(),
      // In a calendar on a day, or '' for anywhere.
      time_freed: (place) => {
        answers.suspect();
        offering.wake(place);
      },
    },
    heartbeatMillis,
  });
  const known = {
    ...createBookingPlans(aside, answers),
    look: (date: string) => answers.look(date),
  };
  return {
    ...parts,
    now,
    clinic,
    paymentServices,
    takesPayments,
    cancelBookings,
    moveAppointment,
    imageStores,
    imageDecoder,
    newPasswords,
    auth,
    hasGoogle,
    pictureOrigins,
    accessTokens,
    limits,
    secureCookies,
    callers,
    calendarClinic,
    queue,
    writeSample,
    messages,
    offering,
    answers,
    live,
    known,
  };
}
