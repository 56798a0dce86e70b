import { sql } from 'drizzle-orm';
import { check, pgTable, smallint, text } from 'drizzle-orm/pg-core';

/** What the last start of a node left for the next one: one row (`start/other-secret.ts`). */
export const installation = pgTable(
  'installation',
  {
    id: smallint('id').primaryKey().default(1),
    /** Made from AUTH_SECRET, which cannot be found from it. */
    secretFingerprint: text('secret_fingerprint').notNull(),
  },
  (table) => [check('one_installation', sql`${table.id} = 1`)],
);
