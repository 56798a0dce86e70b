import { pgTable, uuid } from 'drizzle-orm/pg-core';

/** The ids of rows that the demo created. Production refuses data with any; `npm run demo:remove` deletes them. */
export const demoRows = pgTable('demo_rows', { id: uuid('id').primaryKey() });
