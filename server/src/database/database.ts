import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type * as schema from './schema/index.ts';

/** What a store works on: the pool or a transaction; it need not know which. */
export type Database = PgDatabase<NodePgQueryResultHKT, typeof schema>;
