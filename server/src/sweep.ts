import type { Logger } from 'pino';
import type { Database } from './database/database.ts';
import { deleteOldRows } from './database/retention.ts';
import { IMAGE_REFERENCES } from './database/schema/image-references.ts';
import { sumPeopleCounts } from './features/identity/store.ts';
import { sweepImages } from './features/images/sweep-images.ts';
import type { ImageStore } from './providers/images/port.ts';
import type { JobHandler } from './providers/jobs/port.ts';

export const SWEEP_JOB = 'sweep';

/** Deletes what is old and images that nothing uses, every hour. A part that fails is logged and left to the next run. */
export function sweepJob(parts: {
  db: Database;
  stores: readonly ImageStore[];
  now: () => Date;
  log: Logger;
}): JobHandler {
  const { db, stores, now, log } = parts;
  const tasks: Readonly<Record<string, () => Promise<unknown>>> = {
    'delete old rows': () => deleteOldRows(db, now()),
    'sum the counts of people': () => sumPeopleCounts(db),
    'delete unused images': () => sweepImages({ db, stores, references: IMAGE_REFERENCES }, now()),
  };
  return {
    name: SWEEP_JOB,
    cron: '17 * * * *',
    work: async () => {
      for (const [task, work] of Object.entries(tasks)) {
        await work().catch((error: unknown) => log.warn({ err: error, task }, 'a part of the hourly sweep failed'));
      }
    },
  };
}
