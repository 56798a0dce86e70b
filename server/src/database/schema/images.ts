import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { people } from './identity.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * An image that someone uploaded, as it is served: one row a content, whoever uploaded it. The row is written before
 * the files are, and knows where they are once they are there.
 */
export const images = pgTable(
  'images',
  {
    /** SHA-256 of the stored file, hexadecimal: its name and, in its address, all that one needs to find it. */
    hash: text('hash').primaryKey(),
    /** Who uploaded it first. */
    ownerId: uuid('owner_id').references(() => people.id, { onDelete: 'set null' }),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    /** Which store has it, by the name of the port, and where in it. Null: not yet stored. */
    store: text('store'),
    location: text('location'),
    thumbnailLocation: text('thumbnail_location'),
    /** Null as well for what was stored before there was a middle size. */
    middleLocation: text('middle_location'),
    /** The last time that someone uploaded it or put it to use. Unless it is in use, it goes a day later. */
    wantedAt: instant('wanted_at').notNull().defaultNow(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('images_by_last_wanted').on(table.wantedAt),
    index('images_of_owner').on(table.ownerId),
    check('image_named_by_content', sql`${table.hash} ~ '^[0-9a-f]{64}$'`),
    check(
      'image_stored_whole',
      sql`num_nulls(${table.store}, ${table.location}, ${table.thumbnailLocation}) in (0, 3)`,
    ),
  ],
);

/** What a person has uploaded on a day (UTC), so that nobody fills the disk. */
export const imageQuotas = pgTable(
  'image_quotas',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    uploads: integer('uploads').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'one_quota_per_person_and_day', columns: [table.personId, table.day] }),
    index('image_quotas_by_day').on(table.day),
  ],
);
