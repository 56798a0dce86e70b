import { CHANNELS, MESSAGE_TOPICS } from '@openhours/contract/message-topics.ts';
import type { MessageKind } from '@openhours/contract/messages.ts';
import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { people } from './identity.ts';
import { instant } from './instant.ts';

/**
 * The outbox of messages to people outside our pages, by email and as text messages: written in the transaction of what causes a message,
 * sent and marked by any node (docs/decisions/0025-messages-through-an-outbox.md). It has no texts, links or codes:
 * these are made when a message is sent. Rows are deleted a month after they were sent or given up.
 */
export const outgoingMessages = pgTable(
  'outgoing_messages',
  {
    /** Also in the email's Message-ID, so that every try has the same one. */
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<MessageKind>().notNull(),
    channel: text('channel', { enum: CHANNELS }).notNull().default('email'),
    /** The recipient. Unset for somebody who may have no account. Not a foreign key, so that queueing locks no person. */
    personId: uuid('person_id'),
    /** Set if the kind does not read the address when it is sent. */
    address: text('address'),
    /** Ids of what it is about, and what cannot be read later. */
    about: jsonb('about').$type<Readonly<Record<string, string>>>().notNull(),
    language: text('language', { enum: ['en'] })
      .notNull()
      .default('en'),
    /** See `features/messages/rules.ts`. `unreachable`, `dropped`: see `MessageState` in the contract. */
    state: text('state', { enum: ['waiting', 'sending', 'sent', 'failed', 'unreachable', 'dropped'] })
      .notNull()
      .default('waiting'),
    queuedAt: instant('queued_at').notNull(),
    /** When to send it, at the earliest. While it is being sent: when its sender counts as dead. */
    dueAt: instant('due_at').notNull(),
    /** Whether it waits until its recipient confirms their address, at most until `dueAt`. */
    isHeld: boolean('is_held').notNull().default(false),
    /** After this it is pointless, and dropped. */
    notAfter: instant('not_after'),
    /** After this a try that does not succeed is the last one. */
    tryUntil: instant('try_until').notNull(),
    tries: smallint('tries').notNull().default(0),
    /** How many tries may have reached the mail server without an answer to us. */
    unknownTries: smallint('unknown_tries').notNull().default(0),
    /** What the mail server or the provider said last, or why it was not sent. */
    said: text('said'),
    /** The provider's id of a text message. */
    providerId: text('provider_id'),
    /** What the provider reported of a text message that it took … */
    delivery: text('delivery', { enum: ['delivered', 'undelivered'] }),
    /** … in a sentence. */
    deliverySaid: text('delivery_said'),
    /** When it was sent, or was given up. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('outgoing_messages_due').on(table.channel, table.dueAt, table.id).where(sql`state in ('waiting', 'sending')`),
    index('outgoing_messages_by_state').on(table.state, table.queuedAt, table.id),
    index('outgoing_messages_by_queueing').on(table.queuedAt, table.id),
    index('outgoing_messages_to_person').on(table.personId),
    index('outgoing_messages_to_address').on(table.address).where(sql`${table.address} is not null`),
    // How many text messages were sent in the last 24 hours. Few messages are.
    index('outgoing_messages_by_end').on(table.endedAt).where(sql`${table.endedAt} is not null`),
    index('outgoing_texts_by_end').on(table.endedAt).where(sql`${table.channel} = 'text'`),
    check('outgoing_message_channel_known', sql`${table.channel} in ('email', 'text')`),
    check('outgoing_message_delivery_known', sql`${table.delivery} in ('delivered', 'undelivered')`),
    check(
      'outgoing_message_state_known',
      sql`${table.state} in ('waiting', 'sending', 'sent', 'failed', 'unreachable', 'dropped')`,
    ),
    check('outgoing_message_over_or_not', sql`(${table.state} in ('waiting', 'sending')) = (${table.endedAt} is null)`),
    check(
      'outgoing_message_has_a_recipient',
      sql`${table.personId} is not null or ${table.address} is not null or ${table.endedAt} is not null`,
    ),
  ],
);

const choice = {
  topic: text('topic', { enum: MESSAGE_TOPICS }).notNull(),
  channel: text('channel', { enum: CHANNELS }).notNull(),
  isOn: boolean('is_on').notNull(),
};

/** Which messages a person wants. Without a row, the clinic's choice applies. */
export const messageChoices = pgTable(
  'message_choices',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    ...choice,
  },
  (table) => [
    primaryKey({ name: 'one_choice_per_person', columns: [table.personId, table.topic, table.channel] }),
    check('message_choice_channel_known', sql`${table.channel} in ('email', 'text')`),
  ],
);

/** Which messages people get who have not chosen. Without a row: `isOnAtFirst` in the contract. */
export const clinicMessageChoices = pgTable('clinic_message_choices', choice, (table) => [
  primaryKey({ name: 'one_choice_of_the_clinic', columns: [table.topic, table.channel] }),
  check('clinic_message_choice_channel_known', sql`${table.channel} in ('email', 'text')`),
]);

/** What the clinic adds to the emails of a kind. */
export const messageParagraphs = pgTable('message_paragraphs', {
  kind: text('kind').$type<MessageKind>().primaryKey(),
  paragraph: text('paragraph').notNull(),
});
