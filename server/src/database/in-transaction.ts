import { PgTransaction } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { retryingDeadlocks } from './retrying-deadlocks.ts';

/** Runs `work` in a transaction, and retries it after a deadlock. If `db` is a transaction, in a savepoint of it. */
export function inTransaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return retryingDeadlocks(() => db.transaction(work));
}

/**
 * Runs `work`, which is one statement that succeeds or changes nothing, and retries it after a deadlock. It needs no
 * transaction; but if `db` is one, a failure would end it, so the statement gets a savepoint.
 */
export function inStatement<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  const isTransaction: boolean = db instanceof PgTransaction;
  return retryingDeadlocks(() => (isTransaction ? db.transaction(work) : work(db)));
}
