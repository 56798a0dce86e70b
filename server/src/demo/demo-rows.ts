import type { Database } from '../database/database.ts';
import { demoRows } from '../database/schema/index.ts';

/** Records that the demo created these rows, in the same transaction. */
export async function markAsDemo(tx: Database, rows: readonly { readonly id: string }[]): Promise<void> {
  if (rows.length > 0) await tx.insert(demoRows).values(rows.map(({ id }) => ({ id })));
}

export async function holdsDemo(db: Database): Promise<boolean> {
  const found = await db.select().from(demoRows).limit(1);
  return found.length > 0;
}
