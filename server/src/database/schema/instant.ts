import { timestamp } from 'drizzle-orm/pg-core';

/** A column with an instant, `timestamptz`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
