import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database } from '../../database/database.ts';
import { holdingLockIfFree } from '../../database/holding-lock.ts';
import type { Job, JobHandler, JobQueue } from './port.ts';

const TWO_WEEKS_SECONDS = 14 * 86_400;
const QUEUE = {
  // Doubling from a few seconds to an hour: retries for about three days.
  retryLimit: 80,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3_600,
  expireInSeconds: 300,
  retentionSeconds: TWO_WEEKS_SECONDS,
};
const STOP_MILLIS = 10_000;
/** Fetches twenty jobs at a time, without a pause while there are more. */
const POLLING = { pollingIntervalSeconds: 2, batchSize: 20, burstWhenBatchFull: true };

interface PgBossQueue extends JobQueue {
  /** Creates its tables without working on jobs. Sending does too, but should not have to inside a transaction. */
  open(): Promise<void>;
  /**
   * Runs every waiting job now, including those scheduled for later, until there are none; returns how many. For
   * callers that control time: a handler's error is thrown, and its job stays in the queue.
   */
  runNow(handlers: readonly JobHandler[]): Promise<number>;
}

/** A job queue in our own PostgreSQL, by pg-boss, on our own pool; any number of nodes work on it. */
export function createPgBossQueue(options: {
  pool: pg.Pool;
  /** For locks. */
  sessions: pg.Pool;
  names: readonly string[];
  log: Logger;
}): PgBossQueue {
  const { pool, sessions, names, log } = options;
  let started: Promise<PgBoss> | undefined;
  let works = false;

  let last: Promise<unknown> = Promise.resolve();
  /**
   * One statement at a time: pg-boss's workers all ask at the same moment, every two seconds. In turn they need one
   * connection and not several, each of which takes 4 MB in PostgreSQL.
   */
  const executeSql = (text: string, values?: unknown[]) => {
    const answer = last.then(() => pool.query(text, values));
    last = answer.catch(() => undefined);
    return answer;
  };

  async function open(supervised: boolean): Promise<PgBoss> {
    const boss = new PgBoss({
      db: { executeSql },
      supervise: supervised,
      schedule: supervised,
    });
    boss.on('error', ({ message }) => log.warn({ why: message }, 'the job queue could not reach the database'));
    try {
      await boss.start();
      await Promise.all(names.map((name) => boss.createQueue(name, QUEUE)));
      // The first insert into a queue reads its settings over the pool. This empty one does so outside of any transaction.
      await Promise.all(names.map((name) => boss.insert(name, [])));
    } catch (error) {
      await boss.stop({ graceful: false, close: false }).catch(() => undefined);
      throw error;
    }
    return boss;
  }

  /** If it could not be opened, the next caller tries again. */
  const boss = (supervised = false) =>
    (started ??= open(supervised).catch((error: unknown) => {
      started = undefined;
      throw error;
    }));

  return {
    async send(tx, { name, data }: Job) {
      await (await boss()).send(name, data, { db: fromDrizzle(tx, sql) });
    },

    alone: (name, work) => holdingLockIfFree(sessions, `job ${name}`, work),

    async open() {
      await boss();
    },

    async start(handlers) {
      const running = await boss(true);
      works = true;
      for (const { name, work, cron } of handlers) {
        if (cron !== undefined) await running.schedule(name, cron);
        await running.work<Job['data'] | null>(name, POLLING, async (batch) => {
          for (const { id, data } of batch) {
            await work(data ?? {}).catch(async (error: unknown) => {
              log.error({ err: error, job: name }, 'a job failed and will be tried again');
              // Failed individually, so that the rest of the batch is not tried again.
              await running.fail(name, id);
            });
          }
        });
      }
    },

    async stop() {
      const running = await started?.catch(() => undefined);
      await running?.stop({ graceful: works, timeout: STOP_MILLIS, close: false });
    },

    async runNow(handlers) {
      const running = await boss();
      let done = 0;
      for (let before = -1; before !== done; ) {
        before = done;
        for (const { name, work } of handlers) {
          for (;;) {
            const [job] = await running.fetch<Job['data'] | null>(name, { ignoreStartAfter: true });
            if (!job) break;
            try {
              await work(job.data ?? {});
            } catch (error) {
              await running.fail(name, job.id);
              throw error;
            }
            await running.complete(name, job.id);
            done += 1;
          }
        }
      }
      return done;
    },
  };
}

/** How many jobs are not done, by name and state: 'created' (not begun), 'retry' (failed once or more), 'active'. */
export async function countJobs(
  db: Database,
): Promise<readonly { readonly name: string; readonly state: string; readonly count: number }[]> {
  // Its tables are created with the first job.
  const { rows: tables } = await db.execute<{ table: string | null }>(sql`select to_regclass('pgboss.job') as table`);
  if (tables[0]?.table == null) return [];
  const { rows } = await db.execute<{ name: string; state: string; count: number }>(sql`
    select name, state::text, count(*)::int from pgboss.job where state < 'completed' group by name, state`);
  return rows;
}
