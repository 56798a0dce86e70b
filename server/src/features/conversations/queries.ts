import type { TimeCursor } from '@openhours/contract/wire.ts';
import { and, asc, desc, eq, gt, lt, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../database/database.ts';
import { conversationParticipants, conversations, messages } from '../../database/schema/conversations.ts';
import { posts } from '../../database/schema/feed.ts';
import { people } from '../../database/schema/identity.ts';
import { isAuthor } from '../feed/index.ts';
import { hasWords } from '../identity/index.ts';
import type { MessageRow } from './store.ts';

const author = alias(people, 'author');
const opener = alias(people, 'opener');
const mine = alias(conversationParticipants, 'mine');
const theirs = alias(conversationParticipants, 'theirs');
const person = (of: typeof author | typeof opener) => ({
  id: of.id,
  name: of.name,
  email: of.email,
  image: of.image,
  deletedAt: of.deletedAt,
});

function selectConversations(db: Database, personId: string) {
  return db
    .select({
      id: conversations.id,
      postId: conversations.postId,
      createdAt: conversations.createdAt,
      messageCount: conversations.messageCount,
      activeAt: mine.activeAt,
      unread: mine.unread,
      readNumber: mine.readNumber,
      seenNumber: theirs.readNumber,
      author: person(author),
      authorAnswers: isAuthor(author),
      opener: person(opener),
      post: {
        description: posts.description,
        gone: sql<boolean>`coalesce(${posts.deletedAt}, ${posts.hiddenAt}) is not null`,
      },
    })
    .from(mine)
    .innerJoin(conversations, eq(conversations.id, mine.conversationId))
    .innerJoin(theirs, and(eq(theirs.conversationId, mine.conversationId), ne(theirs.personId, mine.personId)))
    .innerJoin(author, eq(author.id, conversations.authorId))
    .innerJoin(opener, eq(opener.id, conversations.openerId))
    .innerJoin(posts, eq(posts.id, conversations.postId))
    .$dynamic()
    .where(eq(mine.personId, personId));
}

/** A conversation as one of its participants sees it. */
export type ConversationRow = Awaited<ReturnType<typeof selectConversations>>[number];

/** All conversations of a person, newest activity first. */
export async function listAllConversations(db: Database, personId: string): Promise<readonly ConversationRow[]> {
  return selectConversations(db, personId).orderBy(desc(mine.activeAt), desc(mine.conversationId));
}

/** Which conversations of a person. */
export interface ConversationPage {
  readonly personId: string;
  readonly postId?: string | undefined;
  /** Words of the other person's name; '' for all. */
  readonly search?: string;
  readonly only?: 'unread' | undefined;
  readonly limit: number;
  readonly after: TimeCursor | undefined;
}

/** A page of a person's conversations, newest activity first. */
export async function listConversations(db: Database, page: ConversationPage): Promise<readonly ConversationRow[]> {
  const { personId, postId, search = '', only, limit, after } = page;
  const otherName = sql`case when ${author.id} = ${personId} then ${opener.name} else ${author.name} end`;
  return selectConversations(db, personId)
    .where(
      and(
        eq(mine.personId, personId),
        postId === undefined ? undefined : eq(conversations.postId, postId),
        hasWords(search, sql`fold_name(${otherName})`),
        only === 'unread' ? gt(mine.unread, 0) : undefined,
        after && or(lt(mine.activeAt, after.at), and(eq(mine.activeAt, after.at), lt(mine.conversationId, after.id))),
      ),
    )
    .orderBy(desc(mine.activeAt), desc(mine.conversationId))
    .limit(limit);
}

/** A conversation, if this person takes part in it. */
export async function findConversation(
  db: Database,
  of: { id: string; personId: string },
): Promise<ConversationRow | undefined> {
  const [row] = await selectConversations(db, of.personId).where(
    and(eq(mine.personId, of.personId), eq(mine.conversationId, of.id)),
  );
  return row;
}

/** The newest messages of each of several conversations, oldest first. */
export async function listNewestMessages(
  db: Database,
  of: { conversationIds: readonly string[]; limit: number },
): Promise<ReadonlyMap<string, readonly MessageRow[]>> {
  if (of.conversationIds.length === 0) return new Map();
  const ids = sql.join(
    of.conversationIds.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  const newest = sql`(
    select m.* from unnest(array[${ids}]) as wanted(id)
    cross join lateral (
      select id from ${messages} where conversation_id = wanted.id order by number desc limit ${of.limit}
    ) as m)`;
  const rows = await db.select().from(messages).where(sql`${messages.id} in ${newest}`).orderBy(asc(messages.number));
  return Map.groupBy(rows, ({ conversationId }) => conversationId);
}

/** A page of a conversation's messages, oldest first: the newest, those before a number, or those after one. */
export async function listMessages(
  db: Database,
  page: { conversationId: string; limit: number; before: number | undefined; after: number | undefined },
): Promise<readonly MessageRow[]> {
  const { conversationId, limit, before, after } = page;
  const rows = await db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        before === undefined ? undefined : lt(messages.number, before),
        after === undefined ? undefined : gt(messages.number, after),
      ),
    )
    .orderBy(after === undefined ? desc(messages.number) : asc(messages.number))
    .limit(limit);
  return after === undefined ? rows.toReversed() : rows;
}
