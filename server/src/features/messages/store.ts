import type { MessageKind } from '@openhours/contract/messages.ts';
import { and, asc, desc, eq, inArray, lt, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { people } from '../../database/schema/identity.ts';
import { outgoingMessages } from '../../database/schema/messages.ts';
import { tryUntil } from './rules.ts';

export type MessageRow = typeof outgoingMessages.$inferSelect;
export type NewMessage = typeof outgoingMessages.$inferInsert;

const { id, state, dueAt, tries, unknownTries, endedAt } = outgoingMessages;
const OVER = ['sent', 'failed', 'dropped'] as const;

export async function insertMessages(tx: Database, messages: readonly NewMessage[]): Promise<void> {
  await tx.insert(outgoingMessages).values([...messages]);
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
  change: Partial<
    Pick<MessageRow, 'state' | 'dueAt' | 'unknownTries' | 'said' | 'endedAt' | 'address' | 'isHeld' | 'tries'>
  >,
): Promise<void> {
  await db
    .update(outgoingMessages)
    .set(change)
    .where(and(eq(id, claimed.id), eq(state, 'sending'), eq(tries, claimed.tries)));
}

/** A message, and whom it is to. */
export interface AddressedMessage {
  readonly message: MessageRow;
  readonly person: { readonly id: string; readonly name: string; readonly email: string } | null;
}

const addressed = { message: outgoingMessages, person: { id: people.id, name: people.name, email: people.email } };

/** A page of messages, latest first, after the message `after`. One that is being sent is among those that wait. */
export async function listMessages(
  db: Database,
  page: { state: 'waiting' | 'sent' | 'failed' | 'dropped' | undefined; limit: number; after: string | undefined },
): Promise<readonly AddressedMessage[]> {
  const { after, limit } = page;
  const states = page.state === 'waiting' ? (['waiting', 'sending'] as const) : page.state && [page.state];
  return db
    .select(addressed)
    .from(outgoingMessages)
    .leftJoin(people, eq(people.id, outgoingMessages.personId))
    .where(and(states && inArray(state, [...states]), after === undefined ? undefined : lt(id, after)))
    .orderBy(desc(id))
    .limit(limit);
}

export async function findMessage(db: Database, messageId: string): Promise<AddressedMessage | undefined> {
  const [row] = await db
    .select(addressed)
    .from(outgoingMessages)
    .leftJoin(people, eq(people.id, outgoingMessages.personId))
    .where(eq(id, messageId));
  return row;
}

/** Makes failed messages wait again, one or all, for another day, and wakes the nodes. Returns how many had failed. */
export async function retryMessages(tx: Database, { id: messageId, now }: { id?: string; now: Date }): Promise<number> {
  const again = { state: 'waiting', dueAt: now, tryUntil: tryUntil(now), unknownTries: 0, endedAt: null } as const;
  const retried = await tx
    .update(outgoingMessages)
    .set(again)
    .where(and(messageId === undefined ? undefined : eq(id, messageId), eq(state, 'failed')))
    .returning({ id });
  await wakeNodes(tx);
  return retried.length;
}

/** Sends what waited until this person confirmed their address. For a transaction. */
export async function releaseHeldMessages(
  tx: Database,
  { personId, now }: { personId: string; now: Date },
): Promise<void> {
  await tx
    .update(outgoingMessages)
    .set({ isHeld: false, dueAt: now, tryUntil: tryUntil(now), said: null })
    .where(and(eq(outgoingMessages.personId, personId), eq(state, 'waiting'), eq(outgoingMessages.isHeld, true)));
  await wakeNodes(tx);
}

/** Sends messages of one kind to an address now that were queued for later. */
export async function hurryMessages(
  db: Database,
  { kind, address, now }: { kind: MessageKind; address: string; now: Date },
): Promise<void> {
  const isTheirs = and(eq(outgoingMessages.kind, kind), eq(outgoingMessages.address, address));
  await db
    .update(outgoingMessages)
    .set({ dueAt: now })
    .where(and(isTheirs, eq(state, 'waiting')));
  await wakeNodes(db);
}

async function wakeNodes(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_notify('message_queued', '')`);
}

/** Deletes a message that nobody has begun to send. */
export async function withdrawMessage(tx: Database, messageId: string): Promise<void> {
  await tx.delete(outgoingMessages).where(and(eq(id, messageId), eq(state, 'waiting')));
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
