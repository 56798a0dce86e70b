import { setTimeout as sleep } from 'node:timers/promises';
import { misspeltSettings, readConfig } from './config/config.ts';
import { holdingLock } from './database/holding-lock.ts';
import { seedDemoClinic } from './demo/seed-demo-clinic.ts';
import { logRuleWithoutPayments } from './features/clinic/index.ts';
import { logOtherCurrencies } from './features/schedule/index.ts';
import { openSetup } from './features/setup/index.ts';
import { createLog } from './log/create-log.ts';
import { openApplication } from './open-application.ts';
import { announce } from './start/announce.ts';
import { listen } from './start/listen.ts';
import { releaseMemory } from './start/release-memory.ts';
import { STOP_MILLIS } from './start/stop-millis.ts';
import { stopWith } from './start/stop-with.ts';

async function main(): Promise<void> {
  // First, because what is missing may be misspelt.
  for (const sentence of misspeltSettings()) console.warn(sentence);
  const config = readConfig();
  const log = createLog(config.logLevel);

  // Until there is something to finish, a signal exits at once, through `exit` so that the embedded PostgreSQL stops
  // too. A stop by a service manager is no failure, as later; Ctrl-C also ends what a shell would run next.
  const giveUp = (signal: NodeJS.Signals) => process.exit(signal === 'SIGTERM' ? 0 : 130);
  process.on('SIGTERM', giveUp).on('SIGINT', giveUp);

  const application = await openApplication(config, log);
  const { app, answerAtOnce, live, readiness, messages, offering, clinic, imageDecoder, jobHandlers } = application;
  const { version, database, outside, jobs, tracing } = application;
  const { db, sessions } = database;
  const { timeZone: clinicTimeZone, currency } = clinic;
  await logOtherCurrencies(db, { currency, log });
  await logRuleWithoutPayments(db, { payments: config.payments, log });
  const demoAccounts = config.demo
    ? await holdingLock(sessions, 'demo clinic', () =>
        seedDemoClinic({ db, config: { ...config, clinicTimeZone, currency }, now: new Date() }),
      )
    : [];

  await jobs.start(jobHandlers);
  messages.start();
  offering.start();
  releaseMemory();
  const server = await listen(app.fetch, { ...config, answerAtOnce });
  const setupCode = await openSetup(db, new Date());
  announce({ config, version, clinic, outside, demoAccounts, setupCode });
  void database.lost.then((reason) => reason && stopWith(reason));

  let stopping = false;
  /**
   * Stops accepting requests, finishes those in progress, then closes everything. A second signal exits at once, and so
   * does the deadline.
   */
  const shutDown = async (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error(
        'The stop took too long and was cut short. Other nodes, or the next start, take over unfinished jobs and messages.',
      );
      process.exit(1);
    }, config.drainMillis + STOP_MILLIS);
    // Balancers see at their next probe that they must use another node; until then this one still answers.
    readiness.beginToStop();
    server.endConnectionsAfterAnswers();
    await sleep(config.drainMillis);
    const closed = server.finish();
    // After the server stopped accepting: the clients reconnect to another node, or after the restart.
    await live.stop();
    await closed;
    await live.notified();
    await imageDecoder.stop();
    await jobs.stop();
    await Promise.all([offering.stop(), messages.stop()]);
    await readiness.close();
    await database.close();
    await outside?.stop();
    await tracing?.stop();
    process.exit(0);
  };
  process.off('SIGTERM', giveUp).off('SIGINT', giveUp);
  process.on('SIGTERM', shutDown).on('SIGINT', shutDown);
}

await main().catch(stopWith);
