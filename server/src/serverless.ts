import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, readConfig } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { createLog } from './log/create-log.ts';
import { openApplication } from './open-application.ts';
import { STOP_MILLIS } from './start/stop-millis.ts';

/**
 * The application as a function, for platforms that call `fetch` of a module's default export with a `Request`. It
 * answers what an ordinary node answers, but for live events, and does no work between requests: at least one ordinary
 * node on the same database works on jobs and messages.
 */
export function createFunction(readSettings: () => Config = readConfig) {
  let opening: ReturnType<typeof open> | undefined;

  async function open() {
    const config = readSettings();
    if (config.databaseUrl === undefined) {
      throw new ConfigError('DATABASE_URL must be set: a function cannot keep a database of its own.');
    }
    if (config.images.kind === 'disk') {
      throw new ConfigError('IMAGES must not be disk: a function cannot keep files.');
    }
    const log = createLog(config.logLevel);
    const opened = { ...(await openApplication(config, log)), log };
    await opened.jobs.open().catch(async (error: unknown) => {
      await stop(opened);
      throw error;
    });
    return opened;
  }

  return {
    /** The first request opens the application. If that fails, the next one tries again. */
    async fetch(request: Request): Promise<Response> {
      opening ??= open().catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      const { app, live } = await opening;
      // The application looks in its environment for Node's own response, which a function has not.
      const response = await app.fetch(request, {});
      // Some platforms stop the process between requests.
      await live.notified();
      return response;
    },

    /** For platforms that say when an instance ends. */
    async close(): Promise<void> {
      const opened = await opening?.catch(() => undefined);
      opening = undefined;
      if (!opened) return;
      const deadline = new AbortController();
      const { signal } = deadline;
      const tooLong = sleep(STOP_MILLIS, undefined, { signal, ref: false }).then(
        () => opened.log.error('The stop took too long, and was cut short.'),
        () => undefined,
      );
      await Promise.race([stop(opened), tooLong]);
      deadline.abort();
    },
  };
}

async function stop(opened: Awaited<ReturnType<typeof openApplication>>): Promise<void> {
  const { live, imageDecoder, jobs, readiness, database, outside, tracing } = opened;
  await live.stop();
  await imageDecoder.stop();
  await jobs.stop();
  await readiness.close();
  await database.close();
  await outside?.stop();
  await tracing?.stop();
}

export default createFunction();
