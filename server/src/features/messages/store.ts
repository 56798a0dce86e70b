import { and, asc, eq, inArray, lt, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { outgoingMessages } from '../../database/schema/messages.ts';

export type MessageRow = typeof outgoingMessages.$inferSelect;
export type NewMessage = typeof outgoingMessages.$inferInsert;

const { id, state, dueAt, tries, unknownTries, endedAt } = outgoingMessages;
const OVER = ['sent', 'failed', 'dropped'] as const;

export async function insertMessage(tx: Database, message: NewMessage): Promise<void> {
  await tx.insert(outgoingMessages).values(message);
}

/**
 * Claims the message that has been due for longest, if there is one, until `until`. Nobody else gets it before. A claim
 * that ran out was left by a process that died, so its try counts as unknown.
 */
export async function claimMessage(
  db: Database,
  { now, until }: { now: Date; until: Date },
): Promise<MessageRow | undefined> {
  const due = db
    .select({ id })
    .from(outgoingMessages)
    .where(and(inArray(state, ['waiting', 'sending']), lte(dueAt, now)))
    .orderBy(asc(dueAt), asc(id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await db
    .update(outgoingMessages)
    .set({
      state: 'sending',
      dueAt: until,
      tries: sql`${tries} + 1`,
      unknownTries: sql`${unknownTries} + (${state} = 'sending')::int`,
    })
    .where(eq(id, sql`(${due})`))
    .returning();
  return claimed;
}

/** Writes what became of a claimed message, unless somebody else has claimed it since. */
export async function markMessage(
  db: Database,
  claimed: Pick<MessageRow, 'id' | 'tries'>,
  change: Partial<Pick<MessageRow, 'state' | 'dueAt' | 'unknownTries' | 'said' | 'endedAt' | 'address'>>,
): Promise<void> {
  await db
    .update(outgoingMessages)
    .set(change)
    .where(and(eq(id, claimed.id), eq(state, 'sending'), eq(tries, claimed.tries)));
}

/** Deletes the messages to a person who is deleted. Ones that are queued later, about the deletion, are sent. */
export async function deleteMessagesTo(tx: Database, to: { personId: string; address: string }): Promise<void> {
  await tx
    .delete(outgoingMessages)
    .where(or(eq(outgoingMessages.personId, to.personId), eq(outgoingMessages.address, to.address)));
}

export async function deleteMessagesEndedBefore(db: Database, before: Date): Promise<void> {
  await db.delete(outgoingMessages).where(and(inArray(state, OVER), lt(endedAt, before)));
}
