import type { MessageState } from '@openhours/contract/messages.ts';
import type { TimeCursor } from '@openhours/contract/wire.ts';
import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { people } from '../../database/schema/identity.ts';
import { outgoingMessages } from '../../database/schema/messages.ts';
import { hasWords, matchesPerson, searchPeople } from '../identity/index.ts';
import { type AddressedMessage, addressed } from './store.ts';

const { id, state, queuedAt } = outgoingMessages;

/** A page of messages, last queued first, after the message `after`. One that is being sent is among those that wait. */
export async function listMessages(
  db: Database,
  page: { state: MessageState | undefined; search: string; limit: number; after: TimeCursor | undefined },
): Promise<readonly AddressedMessage[]> {
  const { after, search, limit } = page;
  const states = page.state === 'waiting' ? (['waiting', 'sending'] as const) : page.state && [page.state];
  // Ids do not tell the order: some are made from what the message is about.
  const isFurtherDown =
    after === undefined
      ? undefined
      : sql`(${queuedAt}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`;
  return db
    .select(addressed)
    .from(outgoingMessages)
    .leftJoin(people, eq(people.id, outgoingMessages.personId))
    .where(and(states && inArray(state, [...states]), isFurtherDown, await isTo(db, search)))
    .orderBy(desc(queuedAt), desc(id))
    .limit(limit);
}

/** By the recipient's name or present address, or by the address that the message has. */
async function isTo(db: Database, search: string): Promise<SQL | undefined> {
  const matches = matchesPerson(search);
  if (!matches) return undefined;
  const them = await searchPeople(db, matches);
  return or(them.include(outgoingMessages.personId), hasWords(search, sql`fold_name(${outgoingMessages.address})`));
}
