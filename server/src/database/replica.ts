import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from './database.ts';
import type { DatabaseLog } from './database-log.ts';
import { createProbe } from './probe.ts';

/** A second server that repeats what the first does, for reading. */
export interface Replica {
  /** The answer of some reading on the replica. `undefined`: it does not answer, so the primary should be asked. */
  read<T>(work: (db: Database) => Promise<T>): Promise<T | undefined>;
  close(): Promise<void>;
}

/** For a connection, and for an answer to a trivial question. A read may take longer, as long as this one is answered. */
const ANSWER_MILLIS = 1_000;
/** How long a replica that did not answer is left alone. */
const REST_MILLIS = 10_000;

/**
 * Reads from a replica as long as it answers. A dead one refuses at once, but a frozen one says nothing until the deadline
 * of a statement. So before a read and every second of it, the replica is asked whether it answers; if not, the read is given
 * up, and nothing is read there for ten seconds.
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

  /** Resolves when the replica stops to answer, or soon after the reading is over. */
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
