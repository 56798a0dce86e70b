import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { readConfig } from './config/config.ts';
import { senderOf } from './config/mail.ts';
import { holdingLock } from './database/holding-lock.ts';
import { migrate } from './database/migrate.ts';
import { openClinicDatabase } from './database/open-clinic-database.ts';
import { refuseDemoData } from './demo/refuse-demo-data.ts';
import { seedDemoClinic } from './demo/seed-demo-clinic.ts';
import { needsOutsideWorld, startOutsideWorld } from './demo/start-outside-world.ts';
import { SUMMARY_JOB } from './features/agenda/index.ts';
import { HOLDS_JOB, RELEASE_JOB } from './features/booking/index.ts';
import { DELIVER_JOB } from './features/messages/deliver-messages.ts';
import { PAYMENT_JOBS } from './features/payments/jobs.ts';
import { logOtherCurrencies } from './features/schedule/index.ts';
import { openSetup } from './features/setup/index.ts';
import { OFFER_JOB } from './features/waiting-list/index.ts';
import { loggedError } from './log/logged-error.ts';
import { createPgBossQueue } from './providers/jobs/pg-boss.ts';
import { createSmtpSender } from './providers/mail/smtp.ts';
import { announce } from './start/announce.ts';
import { everyHour } from './start/every-hour.ts';
import { listen } from './start/listen.ts';
import { choosePaymentProviders } from './start/payment-providers.ts';
import { stopWith } from './start/stop-with.ts';
import { chooseTextSender } from './start/text-sender.ts';
import { useDataDirectory } from './start/use-data-directory.ts';

const PAGES = fileURLToPath(new URL('../../web/dist', import.meta.url));

async function main(): Promise<void> {
  const config = readConfig();
  const log = pino({ level: config.logLevel, serializers: { err: loggedError } });

  // Until there is something to finish, a signal exits at once, through `exit` so that the embedded PostgreSQL stops
  // too.
  const giveUp = () => process.exit(130);
  process.on('SIGTERM', giveUp).on('SIGINT', giveUp);

  useDataDirectory(config.dataDirectory);
  const database = await openClinicDatabase(config, log);
  const { db, pool, sessions, replica } = database;
  await migrate(sessions, log);
  await refuseDemoData(db, config);

  const outside = needsOutsideWorld(config) ? await startOutsideWorld(config, log) : undefined;
  const smtpUrl = config.mail.smtpUrl === 'embedded' ? (outside?.smtpUrl ?? '') : config.mail.smtpUrl;
  let senderName = () => config.productName;
  const mail = createSmtpSender({ smtpUrl, from: () => senderOf(config.mail, senderName()), log });
  const jobs = createPgBossQueue({
    pool,
    sessions,
    names: [...PAYMENT_JOBS, RELEASE_JOB, HOLDS_JOB, DELIVER_JOB, OFFER_JOB, SUMMARY_JOB],
    log,
  });
  const { app, answerAtOnce, live, readiness, messages, offering, clinic, imageDecoder, jobHandlers, sweep } =
    await createApp({
      config,
      db,
      pool,
      sessions,
      replica,
      mail,
      texts: chooseTextSender(config, { sandbox: outside, log }),
      googleStandIn: outside?.openid,
      payments: choosePaymentProviders(config, outside),
      jobs,
      log,
      pagesDirectory: PAGES,
      version: packageVersion(),
    });
  senderName = () => clinic.name;
  const { timeZone: clinicTimeZone, currency } = clinic;
  await logOtherCurrencies(db, { currency, log });
  const demoAccounts = config.demo
    ? await holdingLock(sessions, 'demo clinic', () =>
        seedDemoClinic({ db, config: { ...config, clinicTimeZone, currency }, now: new Date() }),
      )
    : [];

  await jobs.start(jobHandlers);
  messages.start();
  offering.start();
  const server = await listen(app.fetch, { ...config, answerAtOnce });
  const hourly = everyHour(log, {
    'delete unused images and what is old': sweep,
  });
  const setupCode = await openSetup(db, new Date());
  announce({ config, clinic, outside, demoAccounts, setupCode });
  void database.lost.then((reason) => reason && stopWith(reason));

  let stopping = false;
  /** Stops accepting requests, finishes those in progress, then closes everything. A second signal exits at once. */
  const shutDown = async (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    hourly.stop();
    // Balancers see at their next probe that they must use another node; until then this one still answers.
    readiness.beginToStop();
    await sleep(config.drainMillis);
    const closed = server.finish();
    // After the server stopped accepting: the clients reconnect to another node, or after the restart.
    await live.stop();
    await closed;
    await imageDecoder.stop();
    await jobs.stop();
    await offering.stop();
    await messages.stop();
    await readiness.close();
    await database.close();
    await outside?.stop();
    process.exit(0);
  };
  process.off('SIGTERM', giveUp).off('SIGINT', giveUp);
  process.on('SIGTERM', shutDown).on('SIGINT', shutDown);
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0';
}

await main().catch(stopWith);
