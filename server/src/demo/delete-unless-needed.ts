import { inArray } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { errorCode } from '../error-code.ts';

const MOST_AT_ONCE = 10_000;
const FOREIGN_KEY_VIOLATION = '23503';

export interface Deletion {
  readonly deleted: number;
  /** The rows that something refers to. They were not deleted. */
  readonly needed: readonly string[];
}

/** Deletes the rows that nothing refers to. If the database refuses a batch, each half is tried by itself. */
export async function deleteUnlessNeeded(
  tx: Database,
  table: PgTable & { readonly id: PgColumn },
  ids: readonly string[],
): Promise<Deletion> {
  if (ids.length === 0) return { deleted: 0, needed: [] };
  if (ids.length <= MOST_AT_ONCE && (await deleteAll(tx, table, ids))) return { deleted: ids.length, needed: [] };
  if (ids.length === 1) return { deleted: 0, needed: ids };
  const half = Math.ceil(ids.length / 2);
  const first = await deleteUnlessNeeded(tx, table, ids.slice(0, half));
  const second = await deleteUnlessNeeded(tx, table, ids.slice(half));
  return { deleted: first.deleted + second.deleted, needed: [...first.needed, ...second.needed] };
}

/** In a savepoint. Returns false if something refers to one of them. */
async function deleteAll(
  tx: Database,
  table: PgTable & { readonly id: PgColumn },
  ids: readonly string[],
): Promise<boolean> {
  try {
    await tx.transaction((savepoint) => savepoint.delete(table).where(inArray(table.id, [...ids])));
    return true;
  } catch (error) {
    if (error instanceof Error && errorCode(error.cause) === FOREIGN_KEY_VIOLATION) return false;
    throw error;
  }
}
