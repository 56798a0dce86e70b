import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { people } from './identity.ts';
import { instant } from './instant.ts';

/**
 * Posts by doctors and admins. A deleted post keeps an empty row, to which its conversations refer; a hidden one keeps
 * its text, so that an admin can show it again.
 */
export const posts = pgTable(
  'posts',
  {
    /** UUIDv7 from the server: the order of the feed. */
    id: uuid('id').primaryKey(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => people.id),
    description: text('description').notNull(),
    image: text('image'),
    /** What the image shows, or ''. */
    imageAlt: text('image_alt').notNull().default(''),
    postedAt: instant('posted_at').notNull(),
    deletedAt: instant('deleted_at'),
    hiddenAt: instant('hidden_at'),
  },
  (table) => [index('posts_of_author').on(table.authorId, table.id.desc().nullsFirst())],
);
