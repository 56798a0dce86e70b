import type { Database } from '../../database/database.ts';
import type { JobHandler, Jobs } from '../../providers/jobs/port.ts';
import { deleteOverHolds } from './hold-store.ts';

export const HOLDS_JOB = 'end-holds';

const BATCH = 500;

/**
 * Deletes holds whose time is over, every minute: open pages show their slots as free again. Until then they block
 * nobody, because every question for free slots and every booking compares the time.
 */
export function holdsJob({ db, jobs, now }: { db: Database; jobs: Jobs; now: () => Date }): JobHandler {
  return {
    name: HOLDS_JOB,
    cron: '* * * * *',
    work: async () => {
      await jobs.alone(HOLDS_JOB, async () => {
        while ((await deleteOverHolds(db, { now: now(), limit: BATCH })) === BATCH);
      });
    },
  };
}
