import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ServerType, serve } from '@hono/node-server';
import { pino } from 'pino';
import { announce } from './announce.ts';
import { createApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { DatabaseUnavailable } from './database/database-unavailable.ts';
import { holdingLock } from './database/holding-lock.ts';
import { migrate } from './database/migrate.ts';
import { openClinicDatabase } from './database/open-clinic-database.ts';
import { seedDemoClinic } from './demo/seed-demo-clinic.ts';
import { needsOutsideWorld, startOutsideWorld } from './demo/start-outside-world.ts';
import { forgetOldEvents } from './features/live/store.ts';
import { PAYMENT_JOBS } from './features/payments/jobs.ts';
import { forgetOldAnswers } from './http/idempotency.ts';
import { loggedError } from './http/logged-error.ts';
import { choosePaymentProviders } from './payment-providers.ts';
import { createPgBossQueue } from './providers/jobs/pg-boss.ts';
import { createSmtpSender } from './providers/mail/smtp.ts';

const PAGES = fileURLToPath(new URL('../../web/dist', import.meta.url));
const FINISH_MILLIS = 10_000;
const HOUR_MILLIS = 3_600_000;

async function main(): Promise<void> {
  const config = readConfig();
  const log = pino({ level: config.logLevel, serializers: { err: loggedError } });

  // Until there is something to finish, a signal only ends us: through `exit`, so that our PostgreSQL ends too.
  const giveUp = () => process.exit(130);
  process.on('SIGTERM', giveUp).on('SIGINT', giveUp);

  const database = await openClinicDatabase(config, log);
  const { db, pool } = database;
  await migrate(pool, log);

  const outside = needsOutsideWorld(config) ? await startOutsideWorld(config, log) : undefined;
  const smtpUrl = config.mail.smtpUrl === 'embedded' ? (outside?.smtpUrl ?? '') : config.mail.smtpUrl;
  const mail = createSmtpSender({ smtpUrl, from: config.mail.from, log });
  const jobs = createPgBossQueue({ pool, names: PAYMENT_JOBS, log });
  const {
    app,
    auth,
    live,
    jobHandlers,
    sweep: sweepApp,
  } = await createApp({
    config,
    db,
    pool,
    mail,
    googleStandIn: outside?.openid,
    payments: choosePaymentProviders(config, outside),
    jobs,
    log,
    pagesDirectory: PAGES,
    version: packageVersion(),
  });
  if (config.demo) {
    await holdingLock(pool, 'demo clinic', () => seedDemoClinic({ db, auth, config, now: new Date() }));
  }

  await jobs.start(jobHandlers);

  const server = serve({ fetch: app.fetch, port: config.port }, () => announce({ config, outside }));
  server.once('error', (error) => stopWith(error));
  const sweep = setInterval(() => {
    const now = new Date();
    Promise.all([forgetOldAnswers(db, now), forgetOldEvents(db, now)]).catch((error: unknown) =>
      log.warn({ err: error }, 'old answers or events were not forgotten'),
    );
    sweepApp().catch((error: unknown) => log.warn({ err: error }, 'unused images were not all deleted'));
  }, HOUR_MILLIS).unref();
  void database.lost.then((reason) => reason && stopWith(reason));

  let stopping = false;
  /** Takes no more requests, finishes those under way, then closes what they used. A second signal does not wait. */
  const shutDown = async (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    clearInterval(sweep);
    const closed = finishRequests(server);
    // After no new ones are taken: their clients come back to another node, or to the next start.
    await live.stop();
    await closed;
    await jobs.stop();
    await mail.close();
    await database.close();
    await outside?.stop();
    process.exit(0);
  };
  process.off('SIGTERM', giveUp).off('SIGINT', giveUp);
  process.on('SIGTERM', shutDown).on('SIGINT', shutDown);
}

/** No new connections; those that are open are closed as soon as they have had their answer, or after a while. */
async function finishRequests(server: ServerType): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // A connection that is kept alive after its answer would hold us up until the client lets go of it.
  const letGo = setInterval(() => 'closeIdleConnections' in server && server.closeIdleConnections(), 50);
  await Promise.race([closed, sleep(FINISH_MILLIS, undefined, { ref: false })]);
  clearInterval(letGo);
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0';
}

/** Says in one sentence why it cannot go on, where it is the operator who can help; else with all details. */
function stopWith(error: unknown): never {
  if (error instanceof ConfigError || error instanceof DatabaseUnavailable)
    console.error(`Openhours: ${error.message}`);
  else if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    console.error('Openhours: the port is in use. Set PORT (or SANDBOX_PORT) to another one.');
  } else console.error(error);
  process.exit(1);
}

await main().catch(stopWith);
