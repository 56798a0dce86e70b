import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { clinic } from '../../database/schema/clinic.ts';

export type ClinicRow = typeof clinic.$inferSelect;
/** The editable columns that are rules. */
export type RulesRow = Omit<ClinicRow, 'id' | 'version'>;

/** The clinic's settings. */
export async function findClinic(db: Database): Promise<ClinicRow> {
  const [row] = await db.select().from(clinic);
  if (!row) throw new Error('The clinic has no row');
  return row;
}

/** The same, locked for a change. */
export async function lockClinic(tx: Database): Promise<ClinicRow> {
  await tx.execute(sql`select 1 from ${clinic} for update`);
  return findClinic(tx);
}

/** Changes the clinic, and increments its version. */
export async function updateClinic(tx: Database, changes: Partial<RulesRow>): Promise<ClinicRow> {
  const [row] = await tx
    .update(clinic)
    .set({ ...changes, version: sql`${clinic.version} + 1` })
    .where(eq(clinic.id, 1))
    .returning();
  if (!row) throw new Error('The clinic has no row');
  return row;
}

/** Increments the clinic's version after a change in another table. */
export function countClinicChange(tx: Database): Promise<ClinicRow> {
  return updateClinic(tx, {});
}
