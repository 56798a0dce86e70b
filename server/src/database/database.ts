import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type * as schema from './schema/index.ts';

/** The database as a store sees it: a pool, or a transaction in progress. Stores cannot tell and need not know. */
export type Database = PgDatabase<NodePgQueryResultHKT, typeof schema>;
