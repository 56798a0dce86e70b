import type { AuditAction, AuditOutcome } from '@openhours/contract/audit.ts';
import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { validate as isUuid } from 'uuid';
import type { Database } from '../../database/database.ts';
import { auditEntries } from '../../database/schema/audit.ts';
import { matchesPerson, searchPeople } from '../identity/index.ts';

export type AuditRow = typeof auditEntries.$inferSelect;

export async function insertAuditEntry(db: Database, entry: typeof auditEntries.$inferInsert): Promise<void> {
  await db.insert(auditEntries).values(entry);
}

/** A person by id, or by words that all occur in their current name or email address. */
interface AuditFilter {
  readonly who: string | undefined;
  readonly what: AuditAction | undefined;
  readonly on: string | undefined;
  readonly outcome: AuditOutcome | undefined;
  readonly from: Date | undefined;
  readonly before: Date | undefined;
  readonly limit: number;
  readonly after: string | undefined;
}

/** A page of the log, latest first, after the entry `after`. */
export async function listAuditEntries(db: Database, filter: AuditFilter): Promise<readonly AuditRow[]> {
  const { who, what, on, outcome, from, before, limit, after } = filter;
  const [last] =
    after === undefined
      ? []
      : await db
          .select({ id: auditEntries.id, at: auditEntries.at })
          .from(auditEntries)
          .where(eq(auditEntries.id, after));
  if (after !== undefined && !last) return [];
  return db
    .select()
    .from(auditEntries)
    .where(
      and(
        await isPerson(db, auditEntries.actorId, who),
        await isPerson(db, auditEntries.subjectId, on),
        what && eq(auditEntries.action, what),
        outcome && eq(auditEntries.outcome, outcome),
        from && gte(auditEntries.at, from),
        before && lt(auditEntries.at, before),
        last && sql`(${auditEntries.at}, ${auditEntries.id}) < (${last.at}, ${last.id})`,
      ),
    )
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(limit);
}

async function isPerson(db: Database, column: PgColumn, person: string | undefined): Promise<SQL | undefined> {
  if (person === undefined || person === '') return undefined;
  if (isUuid(person)) return eq(column, person);
  const them = await searchPeople(db, matchesPerson(person), { withDeleted: true });
  return them.include(column);
}
