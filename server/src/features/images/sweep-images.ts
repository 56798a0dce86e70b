import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../database/database.ts';
import type { ImageStore } from '../../providers/images/port.ts';
import { sweepBefore } from './rules.ts';
import { deleteUnreferenced, listUnreferenced, touchStoredImage } from './store.ts';

const AT_A_TIME = 100;
/** So many in a row: then the store is probably down, and each further image would wait for its deadline. */
const MOST_FAILURES = 5;

/**
 * Deletes images that have been unused for a day, and returns how many. Several nodes may run it at once.
 *
 * This is the only place that calls a provider inside a transaction: the lock on the row makes an upload of the same
 * image wait until the files are deleted, and then store them again. It is one row, and the store has a deadline. If
 * the store fails, the row stays, and is tried again after another day: otherwise a few images that a store refuses to
 * delete would be the first ones of every run, and the only ones.
 *
 * @throws AggregateError if images could not be deleted. After several failures in a row, the next run continues.
 */
export async function sweepImages(
  { db, stores, references }: { db: Database; stores: readonly ImageStore[]; references: readonly PgColumn[] },
  now: Date,
): Promise<number> {
  const before = sweepBefore(now);
  let swept = 0;
  let inARow = 0;
  const failures: unknown[] = [];
  const sweep = (hash: string) =>
    // oxlint-disable-next-line no-restricted-properties -- It calls a provider, and the next run tries again.
    db.transaction(async (tx) => {
      const row = await deleteUnreferenced(tx, { hash, before, references });
      if (!row) return 0;
      const store = stores.find(({ name }) => name === row.store);
      for (const location of [row.location, row.middleLocation, row.thumbnailLocation]) {
        if (location !== null) await store?.remove(location);
      }
      return 1;
    });

  for (let isMore = true; isMore && inARow < MOST_FAILURES; ) {
    const unused = await listUnreferenced(db, { before, references, limit: AT_A_TIME });
    isMore = unused.length === AT_A_TIME;
    for (const hash of unused) {
      if (inARow === MOST_FAILURES) break;
      try {
        // One at a time, so that at most one row is locked.
        swept += await sweep(hash);
        inARow = 0;
      } catch (error) {
        failures.push(error);
        inARow += 1;
        await touchStoredImage(db, { hash, now });
      }
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} unused images could not be deleted`);
  return swept;
}
