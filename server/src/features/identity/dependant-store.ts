import type { Relation } from '@openhours/contract/relations.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { addressless, people } from '../../database/schema/identity.ts';
import type { Person } from './store.ts';

/** What an account's owner says about somebody whom they look after. `dateOfBirth` is 'YYYY-MM-DD'. */
export interface DependantFields {
  readonly name: string;
  readonly dateOfBirth: string;
  readonly relation: Relation;
}

function ofGuardian(guardianId: string) {
  return and(eq(people.guardianId, guardianId), isNull(people.deletedAt));
}

/** The people whom somebody looks after, by name. */
export function listDependants(db: Database, guardianId: string): Promise<readonly Person[]> {
  return db.select().from(people).where(ofGuardian(guardianId)).orderBy(sql`lower(${people.name})`, people.id);
}

/** Somebody whom this person looks after. */
export async function findDependant(
  db: Database,
  { id, guardianId }: { id: string; guardianId: string },
): Promise<Person | undefined> {
  const [row] = await db
    .select()
    .from(people)
    .where(and(eq(people.id, id), ofGuardian(guardianId)));
  return row;
}

/** Like `findDependant`. Locks the person until the transaction ends. */
export async function lockDependant(tx: Database, of: { id: string; guardianId: string }): Promise<Person | undefined> {
  await tx.select({ id: people.id }).from(people).where(eq(people.id, of.id)).for('update');
  return findDependant(tx, of);
}

/**
 * Locks the guardian, so that two additions at once cannot exceed the limit, and counts. `undefined`: the guardian's account
 * was deleted.
 */
export async function countDependantsLocked(tx: Database, guardianId: string): Promise<number | undefined> {
  const isThere = and(eq(people.id, guardianId), isNull(people.deletedAt));
  const found = await tx.select({ id: people.id }).from(people).where(isThere).for('no key update');
  if (found.length === 0) return undefined;
  return tx.$count(people, ofGuardian(guardianId));
}

export async function insertDependant(
  tx: Database,
  { id, guardianId, ...fields }: DependantFields & { id: string; guardianId: string },
): Promise<void> {
  await tx.insert(people).values({ id, guardianId, email: addressless(id), ...fields });
}

/** Returns whether the person exists and is theirs. */
export async function updateDependant(
  db: Database,
  { id, guardianId, now, ...fields }: DependantFields & { id: string; guardianId: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db
    .update(people)
    .set({ ...fields, updatedAt: now })
    .where(and(eq(people.id, id), ofGuardian(guardianId)));
  return rowCount === 1;
}
