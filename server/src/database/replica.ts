import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from './database.ts';
import type { DatabaseLog } from './database-log.ts';
import { createProbe } from './probe.ts';

/** A read-only copy of the primary server. */
export interface Replica {
  /** Runs a read on the replica. `undefined`: the replica does not answer, so read from the primary. */
  read<T>(work: (db: Database) => Promise<T>): Promise<T | undefined>;
  close(): Promise<void>;
}

/** For connecting, and for the answer to `select 1`. A read may take longer while that is answered. */
const ANSWER_MILLIS = 1_000;
/** How long a replica that did not answer is not used. */
const REST_MILLIS = 10_000;

/**
 * Reads from a replica as long as it answers. A dead one refuses a connection at once, but on a frozen one a read would
 * wait for the deadline of a statement. So the replica is checked before each read and every second during it. If it does
 * not answer, the caller stops waiting, and the replica is not used for ten seconds.
 */
export function createReplica(parts: {
  readonly pool: pg.Pool;
  readonly db: Database;
  readonly log: DatabaseLog;
  readonly restMillis?: number | undefined;
  readonly close: () => Promise<void>;
}): Replica {
  const { pool, db, log, restMillis = REST_MILLIS } = parts;
  const probe = createProbe({ pool, name: 'openhours replica', deadlineMillis: ANSWER_MILLIS });
  let restsUntil = 0;

  async function answers(): Promise<boolean> {
    if (performance.now() < restsUntil) return false;
    if (await probe.answers()) return true;
    if (performance.now() >= restsUntil) {
      restsUntil = performance.now() + restMillis;
      log.warn(`The replica does not answer. For ${restMillis / 1000} seconds the primary is read instead.`);
    }
    return false;
  }

  /** Resolves when the replica stops answering, or soon after the reading is over. */
  async function silence(reading: { isOver: boolean }): Promise<undefined> {
    do await sleep(ANSWER_MILLIS, undefined, { ref: false });
    while (!reading.isOver && (await answers()));
  }

  return {
    async read(work) {
      if (!(await answers())) return undefined;
      const reading = { isOver: false };
      const done = work(db).finally(() => {
        reading.isOver = true;
      });
      return Promise.race([done, silence(reading)]);
    },
    close: async () => void (await Promise.all([probe.close(), parts.close()])),
  };
}
