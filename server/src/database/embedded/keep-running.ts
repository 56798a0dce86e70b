import type { DatabaseLog } from '../database-log.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import { errorText } from './file-errors.ts';
import type { RunningServer } from './run-server.ts';

/** A server that is restarted when it dies. */
export interface SupervisedServer {
  /** Resolves once: undefined after `stop`, or the reason for giving up. It never rejects. */
  readonly exited: Promise<DatabaseUnavailable | undefined>;
  stop(): Promise<void>;
}

const DEATHS_TO_GIVE_UP = 3;
const WITHIN_MILLIS = 60_000;

/**
 * Starts a server and restarts it whenever it dies, until it dies for the third time within a minute.
 *
 * @param run starts one and waits for it; the signal stops the waiting
 * @throws what `run` throws the first time
 */
export async function keepRunning(
  run: (signal: AbortSignal) => Promise<RunningServer>,
  log: DatabaseLog,
): Promise<SupervisedServer> {
  const stopping = new AbortController();
  let server = await run(stopping.signal);
  // On exits that do not wait for `stop` (process.exit, an uncaught error), at least signal the server.
  const tell = () => {
    try {
      process.kill(server.pid, 'SIGINT');
    } catch {
      // It has already ended.
    }
  };
  process.once('exit', tell);

  const watch = async (): Promise<DatabaseUnavailable | undefined> => {
    let deaths: number[] = [];
    for (;;) {
      const how = await server.exited;
      if (stopping.signal.aborted) return undefined;
      const now = Date.now();
      deaths = [...deaths.filter((death) => death > now - WITHIN_MILLIS), now];
      if (deaths.length >= DEATHS_TO_GIVE_UP) {
        return new DatabaseUnavailable(
          `The embedded PostgreSQL died ${deaths.length} times within a minute (${how}). Its log is postgres.log in the data directory.`,
        );
      }
      log.warn(`The embedded PostgreSQL died (${how}); starting it again.`);
      try {
        server = await run(stopping.signal);
      } catch (error) {
        if (stopping.signal.aborted) return undefined;
        return error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(errorText(error));
      }
      if (stopping.signal.aborted) {
        await server.stop();
        return undefined;
      }
      log.info('The embedded PostgreSQL is running again.');
    }
  };
  const exited = watch().finally(() => process.off('exit', tell));

  return {
    exited,
    stop: async () => {
      stopping.abort();
      await server.stop();
      await exited;
    },
  };
}
