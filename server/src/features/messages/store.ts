import { MessageKind } from '@openhours/contract/messages.ts';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { prepared } from '../../database/prepared.ts';
import { people } from '../../database/schema/identity.ts';
import { outgoingMessages } from '../../database/schema/messages.ts';
import { dueNow, MOST_RELEASED, PROVIDER_HAS_IT, type TextCount, TOO_MANY_HELD, tryUntil } from './rules.ts';

export type MessageRow = typeof outgoingMessages.$inferSelect;
export type NewMessage = typeof outgoingMessages.$inferInsert;

const { id, channel, state, dueAt, tries, unknownTries, endedAt } = outgoingMessages;
const DAY_MILLIS = 86_400_000;

/** The most rows in one statement. PostgreSQL allows 65,535 parameters, enough for about 6,500 rows. */
const AT_A_TIME = 1000;

/** @param once those whose id exists are left out */
export async function insertMessages(
  tx: Database,
  messages: readonly NewMessage[],
  { once = false }: { once?: boolean } = {},
): Promise<void> {
  for (let at = 0; at < messages.length; at += AT_A_TIME) {
    const insert = tx.insert(outgoingMessages).values(messages.slice(at, at + AT_A_TIME));
    await (once ? insert.onConflictDoNothing() : insert);
  }
}

/** Inserts a message with an id of its caller. If there is one that was not sent, it is tried again in its place. */
export async function insertOrRevive(tx: Database, message: NewMessage): Promise<void> {
  await tx
    .insert(outgoingMessages)
    .values(message)
    .onConflictDoUpdate({
      target: id,
      set: {
        state: 'waiting',
        about: sql`excluded.about`,
        queuedAt: sql`excluded.queued_at`,
        dueAt: sql`excluded.due_at`,
        tryUntil: sql`excluded.try_until`,
        tries: 0,
        unknownTries: 0,
        isHeld: false,
        said: null,
        endedAt: null,
      },
      setWhere: inArray(state, ['failed', 'unreachable', 'dropped']),
    });
}

const claim = prepared((db) => {
  const due = db
    .select({ id })
    .from(outgoingMessages)
    .where(
      and(
        eq(channel, sql.placeholder('channel')),
        // Not parameters: the plan for all values needs them to use the index of these states.
        sql`${state} in ('waiting', 'sending')`,
        lte(dueAt, sql.placeholder('now')),
        inArray(outgoingMessages.kind, MessageKind.options),
      ),
    )
    .orderBy(asc(dueAt), asc(id))
    .limit(1)
    .for('update', { skipLocked: true });
  return db
    .update(outgoingMessages)
    .set({
      state: 'sending',
      dueAt: sql`${sql.placeholder('until')}`,
      tries: sql`${tries} + 1`,
      unknownTries: sql`${unknownTries} + (${state} = 'sending')::int`,
    })
    .where(eq(id, sql`(${due})`))
    .returning()
    .prepare('claim_message');
});

/**
 * Claims the message that has been due for longest, if there is one, until `until`. Nobody else gets it before. A claim
 * that ran out was left by a process that died, so its try counts as unknown. A message of a
 * kind that only a newer version knows is left for that version.
 */
export async function claimMessage(
  db: Database,
  wanted: { channel: MessageRow['channel']; now: Date; until: Date },
): Promise<MessageRow | undefined> {
  const [claimed] = await claim(db).execute(wanted);
  return claimed;
}

/**
 * Claims a text message, and counts what was sent before it. Nodes take turns, and a claimed message counts, so that no
 * two of them use the last one that is allowed.
 */
export function claimText(
  db: Database,
  { now, until }: { now: Date; until: Date },
): Promise<{ row: MessageRow; sent: TextCount } | undefined> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('openhours'), hashtext('text messages'))`);
    const row = await claimMessage(tx, { channel: 'text', now, until });
    return row && { row, sent: await countTexts(tx, { row, now }) };
  });
}

async function countTexts(tx: Database, { row, now }: { row: MessageRow; now: Date }): Promise<TextCount> {
  const { personId, kind } = outgoingMessages;
  const texts = sql`sum(${unknownTries} + (${state} in ('sent', 'sending') and ${id} <> ${row.id})::int)`;
  const isCode = sql`${kind} = 'phone-code'`;
  const isToPerson = sql`${personId} = ${row.personId} and not ${isCode}`;
  const [counted] = await tx
    .select({
      toPerson: sql<number>`coalesce(${texts} filter (where ${isToPerson}), 0)::int`,
      byClinic: sql<number>`coalesce(${texts}, 0)::int`,
      codes: sql<number>`coalesce(${texts} filter (where ${isCode}), 0)::int`,
    })
    .from(outgoingMessages)
    .where(and(eq(channel, 'text'), or(isNull(endedAt), gt(endedAt, new Date(now.getTime() - DAY_MILLIS)))));
  return counted ?? { toPerson: 0, byClinic: 0, codes: 0 };
}

/** Writes what the provider reported of a text message. A message that was delivered stays so. */
export async function noteDelivery(
  db: Database,
  report: { id: string; providerId: string; delivery: 'delivered' | 'undelivered'; said: string },
): Promise<void> {
  const { providerId, delivery, said } = report;
  const unset = isNull(outgoingMessages.delivery);
  const isNews = delivery === 'delivered' ? or(unset, eq(outgoingMessages.delivery, 'undelivered')) : unset;
  await db
    .update(outgoingMessages)
    .set({ providerId, delivery, deliverySaid: said })
    .where(and(eq(id, report.id), eq(channel, 'text'), isNews));
}

/**
 * Ends a text message that waits for another try, or failed, although the provider turns out to have it. While a try is
 * in progress, it only notes that, and whoever marks the try calls `settleNoted`.
 */
export async function settleReported(
  db: Database,
  report: { id: string; providerId: string; now: Date },
): Promise<void> {
  const { providerId, now } = report;
  const isIt = and(eq(id, report.id), eq(channel, 'text'), gt(outgoingMessages.tries, 0));
  await db
    .update(outgoingMessages)
    .set({ providerId })
    .where(and(isIt, eq(state, 'sending')));
  await db
    .update(outgoingMessages)
    .set({ ...HAS_IT, providerId, endedAt: now })
    .where(and(isIt, inArray(state, ['waiting', 'failed'])));
}

/** Whether the provider has reported that it has a text message. */
export async function isReported(db: Database, messageId: string): Promise<boolean> {
  const found = await db
    .select({ id })
    .from(outgoingMessages)
    .where(and(eq(id, messageId), IS_NOTED));
  return found.length > 0;
}

/** Ends a text message whose try had no answer, if the provider reported meanwhile that it has it. */
export async function settleNoted(db: Database, { id: messageId, now }: { id: string; now: Date }): Promise<void> {
  await db
    .update(outgoingMessages)
    .set({ ...HAS_IT, endedAt: now })
    .where(and(eq(id, messageId), eq(channel, 'text'), inArray(state, ['waiting', 'failed']), IS_NOTED));
}

const HAS_IT = { state: 'sent', said: PROVIDER_HAS_IT } as const;
const IS_NOTED = and(isNotNull(outgoingMessages.providerId), sql`delivery is distinct from 'undelivered'`);

/** Stores the outcome of a claimed message, unless somebody else has claimed it since. */
export async function markMessage(
  db: Database,
  claimed: Pick<MessageRow, 'id' | 'tries'>,
  change: Partial<
    Pick<
      MessageRow,
      'state' | 'dueAt' | 'unknownTries' | 'said' | 'endedAt' | 'address' | 'isHeld' | 'tries' | 'providerId'
    >
  >,
): Promise<void> {
  await db
    .update(outgoingMessages)
    .set(change)
    // So that the index by state is not used: it keeps an entry of every message that was sent since the last vacuum.
    .where(and(eq(id, claimed.id), sql`${state} is not distinct from 'sending'`, eq(tries, claimed.tries)));
}

/**
 * Makes a claimed message wait until its recipient confirms their address, or at most until `heldUntil`. If they have
 * confirmed it since it was read, it is due now. It locks the person before the message, as a confirmation does, so
 * that each sees what the other did.
 */
export async function holdMessage(
  db: Database,
  claimed: Pick<MessageRow, 'id' | 'tries' | 'personId'>,
  hold: { heldUntil: Date; said: string; now: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const isRecipient = sql`${people.id} = ${claimed.personId}`;
    const found = tx.select({ isConfirmed: people.emailVerified }).from(people).where(isRecipient);
    const [person] = await found.for('share');
    const isHeld = person?.isConfirmed !== true;
    await markMessage(tx, claimed, {
      state: 'waiting',
      // Not a try: the mail server was not asked.
      tries: claimed.tries - 1,
      isHeld,
      dueAt: isHeld ? hold.heldUntil : hold.now,
      said: isHeld ? hold.said : null,
    });
  });
}

/** A message, and whom it is to. */
export interface AddressedMessage {
  readonly message: MessageRow;
  readonly person: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly phone: string | null;
  } | null;
}

/** The columns of an `AddressedMessage`. */
export const addressed = {
  message: outgoingMessages,
  person: { id: people.id, name: people.name, email: people.email, phone: people.phone },
};

export async function findMessage(db: Database, messageId: string): Promise<AddressedMessage | undefined> {
  const [row] = await db
    .select(addressed)
    .from(outgoingMessages)
    .leftJoin(people, eq(people.id, outgoingMessages.personId))
    .where(eq(id, messageId));
  return row;
}

/**
 * Makes failed messages wait again, one or all, for another day, and wakes the nodes. Returns how many had failed. Those of
 * deleted people have no recipient.
 */
export async function retryMessages(tx: Database, { id: messageId, now }: { id?: string; now: Date }): Promise<number> {
  const { personId, address } = outgoingMessages;
  const hasRecipient = or(isNotNull(personId), isNotNull(address));
  const again = { state: 'waiting', dueAt: now, tryUntil: tryUntil(now), unknownTries: 0, endedAt: null } as const;
  const { rowCount } = await tx
    .update(outgoingMessages)
    .set(again)
    .where(and(messageId === undefined ? undefined : eq(id, messageId), eq(state, 'failed'), hasRecipient));
  await wakeNodes(tx);
  return rowCount ?? 0;
}

/**
 * Sends what waited until this person confirmed their address; of many messages, the newest. Somebody else may have signed up
 * with the address, and caused hundreds before its owner took the account over. For a transaction.
 */
export async function releaseHeldMessages(
  tx: Database,
  { personId, now }: { personId: string; now: Date },
): Promise<void> {
  const isHeld = and(eq(outgoingMessages.personId, personId), eq(state, 'waiting'), eq(outgoingMessages.isHeld, true));
  const newest = tx.select({ id }).from(outgoingMessages).where(isHeld);
  await tx
    .update(outgoingMessages)
    .set({ isHeld: false, dueAt: now, tryUntil: tryUntil(now), said: null })
    .where(and(isHeld, inArray(id, newest.orderBy(desc(outgoingMessages.queuedAt), desc(id)).limit(MOST_RELEASED))));
  await tx
    .update(outgoingMessages)
    .set({ state: 'dropped', address: null, said: TOO_MANY_HELD, endedAt: now })
    .where(isHeld);
  await wakeNodes(tx);
}

/** Sends a message now that was queued for later. */
export async function hurryMessage(
  db: Database,
  { id: messageId, kind, now }: { id: string; kind: MessageKind; now: Date },
): Promise<void> {
  await db
    .update(outgoingMessages)
    .set({ dueAt: dueNow(kind, now) })
    .where(and(eq(id, messageId), eq(state, 'waiting')));
  await wakeNodes(db);
}

async function wakeNodes(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_notify('message_queued', '')`);
}

/** Deletes a message that nobody has begun to send. */
export async function withdrawMessage(tx: Database, messageId: string): Promise<void> {
  await tx.delete(outgoingMessages).where(and(eq(id, messageId), eq(state, 'waiting')));
}

/**
 * Deletes a person's email about a booking that nobody has begun to send, and returns what it was about, so that a new
 * one can take its place.
 */
export async function takeBackEmail(
  tx: Database,
  of: { kind: MessageKind; personId: string; bookingId: string },
): Promise<MessageRow['about'] | undefined> {
  const { kind, personId, about } = outgoingMessages;
  const isIt = and(eq(personId, of.personId), eq(kind, of.kind), eq(sql`${about} ->> 'bookingId'`, of.bookingId));
  const isUnsent = and(eq(channel, 'email'), eq(state, 'waiting'), eq(unknownTries, 0));
  const [row] = await tx.delete(outgoingMessages).where(and(isIt, isUnsent)).returning({ about });
  return row?.about;
}

/** Sends what waits for one record of a person to the other, and shows what was sent as sent to that one. */
export async function giveMessages(tx: Database, { from, into }: { from: string; into: string }): Promise<void> {
  const { personId } = outgoingMessages;
  await tx.update(outgoingMessages).set({ personId: into }).where(eq(personId, from));
}

/**
 * Deletes the messages to a person who is deleted, also those to addresses that they had or wanted. Ones that are queued
 * later, about the deletion, are sent, and so is a notice to an earlier address; a trigger clears whom they were to when they
 * are over. Text messages that were sent stay without the person, because they count for the clinic's limit.
 */
export async function deleteMessagesTo(tx: Database, to: { personId: string; address: string }): Promise<void> {
  const { personId, address } = outgoingMessages;
  await tx
    .update(outgoingMessages)
    .set({ personId: null, address: null, about: {} })
    .where(and(eq(personId, to.personId), eq(channel, 'text'), isNotNull(endedAt)));
  const isOtherAddress = and(isNotNull(address), isNotNull(endedAt), eq(sql`about ->> 'personId'`, to.personId));
  await tx.delete(outgoingMessages).where(or(eq(personId, to.personId), eq(address, to.address), isOtherAddress));
}
