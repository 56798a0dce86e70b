import { and, asc, count, desc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { blocks, conversationParticipants, conversations, messages } from '../../database/schema/conversations.ts';
import { people } from '../../database/schema/identity.ts';
import type { Blocking } from './rules.ts';

export type MessageRow = typeof messages.$inferSelect;

/** Creates a conversation unless this person has one about this post. Returns whether it did. */
export async function insertConversation(
  tx: Database,
  conversation: { id: string; postId: string; authorId: string; openerId: string; createdAt: Date },
): Promise<boolean> {
  const { id: conversationId, authorId, openerId, createdAt: activeAt } = conversation;
  const { rowCount } = await tx.insert(conversations).values(conversation).onConflictDoNothing();
  if (rowCount === 0) return false;
  await tx
    .insert(conversationParticipants)
    .values([authorId, openerId].map((personId) => ({ conversationId, personId, activeAt })));
  return true;
}

/** Locks these conversations: other changes wait until this transaction ends. */
export async function lockConversations(tx: Database, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(inArray(conversations.id, [...ids]))
    .orderBy(asc(conversations.id))
    .for('no key update');
}

/** A message by id. */
export async function findMessage(db: Database, id: string): Promise<MessageRow | undefined> {
  const [row] = await db.select().from(messages).where(eq(messages.id, id));
  return row;
}

/**
 * Adds a message to a conversation whose lock is held, and counts it as unread for the other participant. Returns
 * nothing if a message with that id exists.
 */
export async function insertMessage(
  tx: Database,
  message: { id: string; conversationId: string; senderId: string; text: string; sentAt: Date },
): Promise<MessageRow | undefined> {
  const { conversationId, senderId, sentAt } = message;
  const number = sql`(select message_count + 1 from ${conversations} where id = ${conversationId})`;
  const [written] = await tx
    .insert(messages)
    .values({ ...message, number })
    .onConflictDoNothing()
    .returning();
  if (!written) return undefined;
  await tx.update(conversations).set({ messageCount: written.number }).where(eq(conversations.id, conversationId));
  await tx
    .update(conversationParticipants)
    .set({
      unread: sql`unread + case when person_id = ${senderId} then 0 else 1 end`,
      activeAt: sql`greatest(active_at, ${sentAt.toISOString()}::timestamptz)`,
    })
    .where(eq(conversationParticipants.conversationId, conversationId));
  return written;
}

/** Moves a participant's read mark forward, never back, and counts the unread rest. The conversation's lock is held. */
export async function moveReadMark(
  tx: Database,
  mark: { conversationId: string; personId: string; number: number },
): Promise<{ readNumber: number; unread: number; moved: boolean }> {
  const { conversationId, personId, number } = mark;
  const theirPlace = and(
    eq(conversationParticipants.conversationId, conversationId),
    eq(conversationParticipants.personId, personId),
  );
  const last = sql`(select message_count from ${conversations} where id = ${conversationId})`;
  const [moved] = await tx
    .update(conversationParticipants)
    .set({
      readNumber: sql`least(${number}::int, ${last})`,
      unread: sql`(
        select count(*) from ${messages}
        where ${messages.conversationId} = ${conversationId} and ${messages.senderId} <> ${personId}
          and ${messages.number} > least(${number}::int, ${last}))`,
    })
    .where(and(theirPlace, sql`read_number < least(${number}::int, ${last})`))
    .returning({ readNumber: conversationParticipants.readNumber, unread: conversationParticipants.unread });
  if (moved) return { ...moved, moved: true };
  const [stored] = await tx
    .select({ readNumber: conversationParticipants.readNumber, unread: conversationParticipants.unread })
    .from(conversationParticipants)
    .where(theirPlace);
  return { readNumber: stored?.readNumber ?? 0, unread: stored?.unread ?? 0, moved: false };
}

/** How many unread messages a person has, and in how many conversations. */
export async function countUnread(
  db: Database,
  personId: string,
): Promise<{ messages: number; conversations: number }> {
  const [row] = await db
    .select({ messages: sql<number>`coalesce(sum(unread), 0)::int`, conversations: count() })
    .from(conversationParticipants)
    .where(and(eq(conversationParticipants.personId, personId), gt(conversationParticipants.unread, 0)));
  return row ?? { messages: 0, conversations: 0 };
}

export async function countConversationsOfPost(db: Database, postId: string): Promise<number> {
  return db.$count(conversations, eq(conversations.postId, postId));
}

export async function countConversationsOf(db: Database, personId: string): Promise<number> {
  return db.$count(conversationParticipants, eq(conversationParticipants.personId, personId));
}

/** Blocks between a person and others; people without blocks are left out. */
export async function listBlocking(
  db: Database,
  pairs: { personId: string; others: readonly string[] },
): Promise<ReadonlyMap<string, Blocking>> {
  const { personId } = pairs;
  if (pairs.others.length === 0) return new Map();
  const others = [...new Set(pairs.others)];
  const rows = await db
    .select()
    .from(blocks)
    .where(
      or(
        and(eq(blocks.blockerId, personId), inArray(blocks.blockedId, others)),
        and(eq(blocks.blockedId, personId), inArray(blocks.blockerId, others)),
      ),
    );
  return new Map(
    others.map((other) => [
      other,
      {
        byYou: isPair(rows, personId, other),
        byThem: isPair(rows, other, personId),
      },
    ]),
  );
}

function isPair(rows: readonly { blockerId: string; blockedId: string }[], blocker: string, blocked: string): boolean {
  return rows.some(({ blockerId, blockedId }) => blockerId === blocker && blockedId === blocked);
}

/** Blocks or unblocks. Returns whether that changed anything. */
export async function setBlocked(
  tx: Database,
  change: { blockerId: string; blockedId: string; blocked: boolean; now: Date },
): Promise<boolean> {
  const { blockerId, blockedId, blocked, now } = change;
  if (blocked) {
    const { rowCount } = await tx.insert(blocks).values({ blockerId, blockedId, blockedAt: now }).onConflictDoNothing();
    return rowCount === 1;
  }
  const { rowCount } = await tx
    .delete(blocks)
    .where(and(eq(blocks.blockerId, blockerId), eq(blocks.blockedId, blockedId)));
  return rowCount === 1;
}

/** Whom a person has blocked, by name, latest first. */
export async function listBlockedBy(db: Database, personId: string): Promise<{ name: string; blockedAt: Date }[]> {
  return db
    .select({ name: people.name, blockedAt: blocks.blockedAt })
    .from(blocks)
    .innerJoin(people, eq(people.id, blocks.blockedId))
    .where(eq(blocks.blockerId, personId))
    .orderBy(desc(blocks.blockedAt), desc(blocks.blockedId));
}

/** Deletes a person's blocks, and those of others against the person. */
export async function deleteBlocksOf(tx: Database, personId: string): Promise<void> {
  await tx.delete(blocks).where(or(eq(blocks.blockerId, personId), eq(blocks.blockedId, personId)));
}

/** Every conversation between two people, with its post. */
export async function listConversationsBetween(
  db: Database,
  [one, other]: readonly [string, string],
): Promise<readonly { id: string; postId: string }[]> {
  return db
    .select({ id: conversations.id, postId: conversations.postId })
    .from(conversations)
    .where(
      or(
        and(eq(conversations.authorId, one), eq(conversations.openerId, other)),
        and(eq(conversations.authorId, other), eq(conversations.openerId, one)),
      ),
    )
    .orderBy(asc(conversations.id));
}

/** Hides a message's text or shows it again. Returns the message if that changed anything. */
export async function setMessageHidden(
  tx: Database,
  change: { id: string; hidden: boolean; now: Date },
): Promise<MessageRow | undefined> {
  const { id, hidden, now } = change;
  const [changed] = await tx
    .update(messages)
    .set({ hiddenAt: hidden ? now : null })
    .where(and(eq(messages.id, id), hidden ? sql`hidden_at is null` : sql`hidden_at is not null`))
    .returning();
  return changed;
}
