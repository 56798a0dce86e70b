import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { loggedError } from '../../http/logged-error.ts';
import type { Job, JobHandler, JobQueue } from './port.ts';

const TWO_WEEKS_SECONDS = 14 * 86_400;
const QUEUE = {
  // Doubling from a few seconds to an hour: about three days of trying.
  retryLimit: 80,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3_600,
  expireInSeconds: 300,
  retentionSeconds: TWO_WEEKS_SECONDS,
};
const STOP_MILLIS = 10_000;

export interface PgBossQueue extends JobQueue {
  /** Makes its tables without working. Sending does so too, but a transaction must not be what waits for that. */
  open(): Promise<void>;
  /**
   * Does every job that is waiting, now, also those that wait for their time, until none is left; answers how many.
   * For who wants to decide when: a handler's failure is thrown, and its job waits again.
   */
  runNow(handlers: readonly JobHandler[]): Promise<number>;
}

/** Jobs in our own PostgreSQL, by pg-boss, on our own pool; any number of nodes work on them. */
export function createPgBossQueue(options: { pool: pg.Pool; names: readonly string[]; log: Logger }): PgBossQueue {
  const { pool, names } = options;
  const log = options.log.child({}, { serializers: { err: loggedError } });
  let started: Promise<PgBoss> | undefined;
  let works = false;

  async function open(supervised: boolean): Promise<PgBoss> {
    const boss = new PgBoss({
      db: { executeSql: async (text, values) => pool.query(text, values) },
      supervise: supervised,
      schedule: supervised,
    });
    boss.on('error', ({ message }) => log.warn({ why: message }, 'the job queue could not reach the database'));
    await boss.start();
    await Promise.all(names.map((name) => boss.createQueue(name, QUEUE)));
    return boss;
  }

  const boss = () => (started ??= open(false));

  return {
    async send(tx, { name, data }: Job) {
      await (await boss()).send(name, data, { db: fromDrizzle(tx, sql) });
    },

    async open() {
      await boss();
    },

    async start(handlers) {
      started ??= open(true);
      const running = await started;
      works = true;
      for (const { name, work, everyMinutes } of handlers) {
        if (everyMinutes !== undefined) await running.schedule(name, everyMinutes);
        await running.work<Job['data'] | null>(name, { pollingIntervalSeconds: 2 }, async ([job]) => {
          try {
            await work(job?.data ?? {});
          } catch (error) {
            log.error({ err: error, job: name }, 'a job failed and is tried again');
            throw error;
          }
        });
      }
    },

    async stop() {
      if (!started) return;
      const running = await started;
      await running.stop({ graceful: works, timeout: STOP_MILLIS, close: false });
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
