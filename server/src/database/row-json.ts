import { getTableColumns, type InferInsertModel } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** A row, or some of its columns, as a function of the database reads it (`jsonb_populate_record`): by the names of its columns there. */
export function rowJson<Table extends PgTable>(table: Table, row: Partial<InferInsertModel<Table>>): object {
  const columns = getTableColumns(table);
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [columns[key]?.name ?? key, value]));
}
