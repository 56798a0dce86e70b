import { getTableColumns, type InferInsertModel } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** A row, or some of its columns, as JSON for `jsonb_populate_record` in a database function: the keys are the column names. */
export function rowJson<Table extends PgTable>(table: Table, row: Partial<InferInsertModel<Table>>): object {
  const columns = getTableColumns(table);
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [columns[key]?.name ?? key, value]));
}
