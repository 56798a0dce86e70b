import type { Database } from './database.ts';
import { retryingDeadlocks } from './retrying-deadlocks.ts';

/** Runs `work` in a transaction, and retries it after a deadlock. If `db` is a transaction, in a savepoint of it. */
export function inTransaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return retryingDeadlocks(() => db.transaction(work));
}
