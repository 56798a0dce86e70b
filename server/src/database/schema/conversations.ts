import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { posts } from './feed.ts';
import { people } from './identity.ts';
import { instant } from './instant.ts';

/**
 * A conversation of a reader with the author of a post. Its row is the lock under which messages get their numbers and
 * counters change.
 */
export const conversations = pgTable(
  'conversations',
  {
    id: uuid('id').primaryKey(),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id),
    authorId: uuid('author_id')
      .notNull()
      .references(() => people.id),
    openerId: uuid('opener_id')
      .notNull()
      .references(() => people.id),
    createdAt: instant('created_at').notNull(),
    messageCount: integer('message_count').notNull().default(0),
  },
  (table) => [
    unique('one_conversation_per_post_and_person').on(table.postId, table.openerId),
    // Every conversation between two people, when one of them blocks the other.
    index('conversations_between').on(table.openerId, table.authorId),
    check('nobody_talks_to_themselves', sql`${table.authorId} <> ${table.openerId}`),
  ],
);

/** A conversation for one of its two participants. */
export const conversationParticipants = pgTable(
  'conversation_participants',
  {
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    /** The last message that they have read. */
    readNumber: integer('read_number').notNull().default(0),
    /** How many messages of the other participant came after it. */
    unread: integer('unread').notNull().default(0),
    /** When the last message arrived, or when it was opened; sorts the list. In milliseconds, as on the wire. */
    activeAt: timestamp('active_at', { withTimezone: true, mode: 'date', precision: 3 }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'one_place_per_participant', columns: [table.conversationId, table.personId] }),
    index('conversations_by_activity').on(
      table.personId,
      table.activeAt.desc().nullsFirst(),
      table.conversationId.desc().nullsFirst(),
    ),
    index('conversations_with_unread').on(table.personId).where(sql`unread > 0`),
    check('unread_not_negative', sql`${table.unread} >= 0`),
  ],
);

export const messages = pgTable(
  'messages',
  {
    /** Usually chosen by the client: a message sent again finds its own row. */
    id: uuid('id').primaryKey(),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id),
    /** 1, 2, 3 … without gaps. */
    number: integer('number').notNull(),
    senderId: uuid('sender_id')
      .notNull()
      .references(() => people.id),
    text: text('text').notNull(),
    sentAt: instant('sent_at').notNull(),
    hiddenAt: instant('hidden_at'),
  },
  (table) => [unique('one_message_per_number').on(table.conversationId, table.number)],
);

/** Who blocks whom. */
export const blocks = pgTable(
  'blocks',
  {
    blockerId: uuid('blocker_id')
      .notNull()
      .references(() => people.id),
    blockedId: uuid('blocked_id')
      .notNull()
      .references(() => people.id),
    blockedAt: instant('blocked_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'one_block_per_pair', columns: [table.blockerId, table.blockedId] }),
    index('blocks_of_blocked').on(table.blockedId),
  ],
);
