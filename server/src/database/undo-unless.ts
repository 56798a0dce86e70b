import { TransactionRollbackError } from 'drizzle-orm';
import type { Database } from './database.ts';

/**
 * Runs `work` in a savepoint and returns its outcome. Undoes what `work` wrote if `isKept` is false for the outcome, or if
 * `work` throws.
 */
export async function undoUnless<T>(
  tx: Database,
  isKept: (outcome: T) => boolean,
  work: (savepoint: Database) => Promise<T>,
): Promise<T> {
  let undone: { readonly outcome: T } | undefined;
  try {
    return await tx.transaction(async (savepoint) => {
      const outcome = await work(savepoint);
      if (isKept(outcome)) return outcome;
      undone = { outcome };
      return savepoint.rollback();
    });
  } catch (error) {
    if (undone && error instanceof TransactionRollbackError) return undone.outcome;
    throw error;
  }
}
