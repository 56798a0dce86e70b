import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { people } from './identity.ts';
import { instant } from './instant.ts';

/**
 * An uploaded image: one row per content, whoever uploaded it. The row is written before the files, and gets their
 * locations once they are stored.
 */
export const images = pgTable(
  'images',
  {
    /** SHA-256 of the stored file, hexadecimal; the name in its address. */
    hash: text('hash').primaryKey(),
    /** Who uploaded it first. */
    ownerId: uuid('owner_id').references(() => people.id, { onDelete: 'set null' }),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    /** The name of the store, and the locations of the three sizes in it. Null: not stored yet. */
    store: text('store'),
    location: text('location'),
    middleLocation: text('middle_location'),
    thumbnailLocation: text('thumbnail_location'),
    /** When it was last uploaded or put to use. An unused image is deleted a day later. */
    wantedAt: instant('wanted_at').notNull().defaultNow(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('images_by_last_wanted').on(table.wantedAt),
    index('images_of_owner').on(table.ownerId),
    check('image_named_by_content', sql`${table.hash} ~ '^[0-9a-f]{64}$'`),
    check(
      'image_stored_whole',
      sql`num_nulls(${table.store}, ${table.location}, ${table.middleLocation}, ${table.thumbnailLocation}) in (0, 4)`,
    ),
  ],
);

/** A person's uploads on a day (UTC): a quota that protects the disk. */
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
