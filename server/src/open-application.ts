import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { createApp, JOB_NAMES } from './app.ts';
import type { Config } from './config/config.ts';
import { senderOf } from './config/mail.ts';
import { migrate } from './database/migrate.ts';
import { openClinicDatabase } from './database/open-clinic-database.ts';
import { refuseDemoData } from './demo/refuse-demo-data.ts';
import { needsOutsideWorld, startOutsideWorld } from './demo/start-outside-world.ts';
import { sealAgain } from './features/identity/seal-again.ts';
import { createPgBossQueue } from './providers/jobs/pg-boss.ts';
import { createSmtpSender } from './providers/mail/smtp.ts';
import { warningOfOtherSecret } from './start/other-secret.ts';
import { choosePaymentProviders } from './start/payment-providers.ts';
import { warningOfPlainHttp } from './start/plain-http.ts';
import { chooseTextSender } from './start/text-sender.ts';
import { useDataDirectory } from './start/use-data-directory.ts';

const PAGES = fileURLToPath(new URL('../../web/dist', import.meta.url));

/**
 * Opens the database of these settings, migrates it, and creates the application on it. It answers requests from here
 * on; what nobody asks for (jobs, messages, offers) begins when its caller starts it.
 */
export async function openApplication(config: Config, log: Logger) {
  useDataDirectory(config.dataDirectory);
  const { trustedProxies } = config;
  const version = packageVersion();
  const tracing =
    config.traces &&
    (await import('./tracing/start-tracing.ts')).startTracing(config.traces, { trustedProxies, version, log });
  const database = await openClinicDatabase(config, log, tracing?.watchPool);
  const { db, pool, sessions, aside, replica } = database;
  await migrate(sessions, log);
  await refuseDemoData(db, config);
  if (config.secretBefore !== undefined) {
    const apps = await sealAgain(db, { secret: config.secret, before: config.secretBefore });
    if (apps.unreadable === 0) {
      log.info(apps, 'authenticator apps are encrypted with the new AUTH_SECRET; remove AUTH_SECRET_BEFORE');
    } else {
      log.warn(apps, 'authenticator apps were encrypted with a third secret: AUTH_SECRET_BEFORE is not the one before');
    }
  }
  for (const warning of [await warningOfOtherSecret(db, config), warningOfPlainHttp(config)]) {
    if (warning) log.warn(warning);
  }

  const outside = needsOutsideWorld(config) ? await startOutsideWorld(config, log) : undefined;
  const smtpUrl = config.mail.smtpUrl === 'embedded' ? (outside?.smtpUrl ?? '') : config.mail.smtpUrl;
  let senderName = () => config.productName;
  const smtp = createSmtpSender({ smtpUrl, from: () => senderOf(config.mail, senderName()), log });
  const queue = createPgBossQueue({ pool, sessions, names: JOB_NAMES, log });
  const jobs = tracing?.watchJobs(queue) ?? queue;
  const application = await createApp({
    config,
    db,
    pool,
    sessions,
    aside: aside.db,
    replica,
    mail: tracing?.watchMail(smtp) ?? smtp,
    texts: chooseTextSender(config, { sandbox: outside, log }),
    googleStandIn: outside?.openid,
    payments: choosePaymentProviders(config, outside),
    jobs,
    log,
    pagesDirectory: PAGES,
    version,
    tracing,
  });
  senderName = () => application.clinic.name;
  return { ...application, version, database, outside, jobs, tracing };
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0';
}
