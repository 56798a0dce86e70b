import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../database/database.ts';
import type { ImageStore } from '../../providers/images/port.ts';
import { quotaDay, sweepBefore } from './rules.ts';
import { deleteUnreferenced, forgetQuotasBefore, listUnreferenced } from './store.ts';

const AT_A_TIME = 100;

/**
 * Deletes the images that nothing refers to and nobody wanted for a day, and answers how many. Any number of nodes may
 * do so at once.
 *
 * The one place where a provider is asked inside a transaction: the lock on the row is what makes an upload of the
 * same image wait until its files are gone, and store them anew. It is one row, and the store has a deadline. A store
 * that fails leaves the row for the next time.
 */
export async function sweepImages(
  { db, stores, references }: { db: Database; stores: readonly ImageStore[]; references: readonly PgColumn[] },
  now: Date,
): Promise<number> {
  const before = sweepBefore(now);
  await forgetQuotasBefore(db, quotaDay(now));
  let swept = 0;
  for (const hash of await listUnreferenced(db, { before, references, limit: AT_A_TIME })) {
    // oxlint-disable-next-line no-await-in-loop -- one at a time, so that at most one row is locked
    swept += await db.transaction(async (tx) => {
      const row = await deleteUnreferenced(tx, { hash, before, references });
      if (!row) return 0;
      const store = stores.find(({ name }) => name === row.store);
      for (const location of [row.location, row.middleLocation, row.thumbnailLocation]) {
        if (location !== null) await store?.remove(location);
      }
      return 1;
    });
  }
  return swept;
}
