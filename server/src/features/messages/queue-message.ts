import type { MessageKind } from '@openhours/contract/messages.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { rowJson } from '../../database/row-json.ts';
import { outgoingMessages } from '../../database/schema/messages.ts';
import { dueNow, tryUntil } from './rules.ts';
import { insertMessages, insertOrRevive, type NewMessage } from './store.ts';

export interface Message {
  /** Chosen by a caller that may withdraw it. */
  readonly id?: string;
  readonly kind: MessageKind;
  /** An email, unless told otherwise. A text message goes only to a person who has confirmed their number. */
  readonly channel?: 'email' | 'text';
  /** Whom: a person, an address, or both if the address must be the one of this moment. */
  readonly personId?: string;
  readonly address?: string;
  /** Ids of what it is about. No texts, links or codes: the kind makes these when the message is sent. */
  readonly about?: Readonly<Record<string, string>>;
  readonly notBefore?: Date;
  /** When it becomes pointless. */
  readonly notAfter?: Date;
  readonly now: Date;
}

/**
 * Queues a message in the transaction of what causes it: it is sent if and only if that commits, normally within a
 * second. Then its kind writes it from fresh data, or says that it is no longer true.
 */
export function queueMessage(tx: Database, message: Message): Promise<void> {
  return queueMessages(tx, [message]);
}

/** The same for several, in one statement. */
export async function queueMessages(tx: Database, messages: readonly Message[]): Promise<void> {
  if (messages.length > 0) await insertMessages(tx, messages.map(rowOf));
}

/** The same for messages with an id of their caller: each is queued once however often this is called. */
export async function queueMessagesOnce(
  tx: Database,
  messages: readonly (Message & { readonly id: string })[],
): Promise<void> {
  if (messages.length > 0) await insertMessages(tx, messages.map(rowOf), { once: true });
}

/** The same for one message: it is queued unless it is queued or sent already. One that was not sent is tried again. */
export function queueUnlessPromised(tx: Database, message: Message & { readonly id: string }): Promise<void> {
  return insertOrRevive(tx, rowOf(message));
}

/** Messages as rows of the outbox, for a function of the database that inserts them. */
export function messageRows(messages: readonly Message[]): readonly object[] {
  return messages.map((message) => rowJson(outgoingMessages, rowOf(message)));
}

function rowOf(message: Message): NewMessage {
  const { id = uuidv7(), kind, channel = 'email', personId = null, address = null, about = {} } = message;
  const { notBefore, notAfter = null, now } = message;
  const dueAt = notBefore ?? dueNow(kind, now);
  const until = tryUntil(notBefore !== undefined && notBefore > now ? notBefore : now);
  return { id, kind, channel, personId, address, about, queuedAt: now, dueAt, notAfter, tryUntil: until };
}
