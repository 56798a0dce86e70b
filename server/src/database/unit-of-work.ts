import type { Database } from './database.ts';
import { retryingDeadlocks } from './retrying-deadlocks.ts';

/** A transaction, and a list of things to do after its commit. */
export interface UnitOfWork {
  readonly tx: Database;
  /** Runs something after the commit, such as sending email; not after a rollback. */
  readonly afterCommit: (work: () => void) => void;
}

/** Where a unit of work begins. With an `Idempotency-Key`, the `db` of a `CallContext` is itself a transaction. */
export interface WorkContext {
  readonly db: Database;
  /** Runs something once the surrounding transaction is committed too. */
  readonly afterwards: (work: () => void) => void;
}

/** Runs `work` in a transaction, and retries after a deadlock. Only the successful attempt's follow-ups run. */
export async function unitOfWork<T>(
  { db, afterwards }: WorkContext,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  const { result, followUps } = await retryingDeadlocks(() =>
    db.transaction(async (tx) => {
      const followUps: (() => void)[] = [];
      const result = await work({ tx, afterCommit: (followUp) => void followUps.push(followUp) });
      return { result, followUps };
    }),
  );
  for (const followUp of followUps) afterwards(followUp);
  return result;
}
