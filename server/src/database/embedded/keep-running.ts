import { setTimeout as sleep } from 'node:timers/promises';
import { errorText } from '../../error-text.ts';
import type { DatabaseLog } from '../database-log.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import type { RunningServer } from './run-server.ts';

/** A server that is restarted when it dies. */
interface SupervisedServer {
  /** Resolves once: undefined after `stop`, or the reason for giving up. It never rejects. */
  readonly exited: Promise<DatabaseUnavailable | undefined>;
  stop(): Promise<void>;
}

const DEATHS_TO_GIVE_UP = 3;
const WITHIN_MILLIS = 60_000;
const LOOK_FOR_ROOM_MILLIS = 500;

/**
 * Starts a server and restarts it whenever it dies, until it dies for the third time within a minute. One that dies of a
 * full disk is started again when there is room, however long that takes.
 *
 * @param server.run starts one and waits for it; the signal stops the waiting
 * @param server.hasRoom whether the disk has room for it to run
 * @throws what `run` throws the first time
 */
export async function keepRunning(
  { run, hasRoom }: { run: (signal: AbortSignal) => Promise<RunningServer>; hasRoom: () => boolean | Promise<boolean> },
  log: DatabaseLog,
): Promise<SupervisedServer> {
  const stopping = new AbortController();
  let server = await run(stopping.signal);
  // On exits that do not wait for `stop` (process.exit, an uncaught error), at least signal the server.
  const endServer = () => {
    try {
      process.kill(server.pid, 'SIGINT');
    } catch {
      // It has already ended.
    }
  };
  process.once('exit', endServer);

  /** False if there was room already. */
  const waitForRoom = async (): Promise<boolean> => {
    if (await hasRoom()) return false;
    log.error('The disk of the data directory is full. The embedded PostgreSQL starts again when there is room.');
    while (!stopping.signal.aborted && !(await hasRoom())) await sleep(LOOK_FOR_ROOM_MILLIS, undefined, { ref: false });
    return true;
  };

  const watch = async (): Promise<DatabaseUnavailable | undefined> => {
    let deaths: number[] = [];
    let how = await server.exited;
    while (!stopping.signal.aborted) {
      const now = Date.now();
      if (await waitForRoom()) deaths = [];
      else deaths = [...deaths.filter((death) => death > now - WITHIN_MILLIS), now];
      if (stopping.signal.aborted) return undefined;
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
        how = errorText(error);
        // It may have filled the rest of the disk.
        if (!(await hasRoom())) continue;
        return error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(how);
      }
      if (stopping.signal.aborted) {
        await server.stop();
        return undefined;
      }
      log.info('The embedded PostgreSQL is running again.');
      how = await server.exited;
    }
    return undefined;
  };
  const exited = watch().finally(() => process.off('exit', endServer));

  return {
    exited,
    stop: async () => {
      stopping.abort();
      await server.stop();
      await exited;
    },
  };
}
