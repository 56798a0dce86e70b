import pg from 'pg';

/**
 * Whether a statement that was a transaction of its own has changed nothing: PostgreSQL has refused the data or the
 * transaction, or would have had to wait for a lock for too long.
 */
export function isCertainlyUndone(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof pg.DatabaseError && /^(22|23|40|P0|55P03)/.test(cause.code ?? '');
}
