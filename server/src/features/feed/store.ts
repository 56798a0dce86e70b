import { type AnyColumn, and, desc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { posts } from '../../database/schema/feed.ts';
import { people } from '../../database/schema/identity.ts';

/** Whether this person may write posts, and so answers messages about them. */
export function isAuthor(person: { isDoctor: AnyColumn; isAdmin: AnyColumn }): SQL<boolean> {
  return sql<boolean>`(${person.isDoctor} or ${person.isAdmin})`;
}

const row = {
  id: posts.id,
  authorId: posts.authorId,
  description: posts.description,
  image: posts.image,
  imageAlt: posts.imageAlt,
  postedAt: posts.postedAt,
  deletedAt: posts.deletedAt,
  hiddenAt: posts.hiddenAt,
  authorName: people.name,
  authorEmail: people.email,
  authorImage: people.image,
  authorAnswers: isAuthor(people),
};

/** A post with its author's current name and picture. */
export type PostRow = Awaited<ReturnType<typeof listPosts>>[number];

interface Page {
  readonly limit: number;
  /** The last post of the previous page. */
  readonly after: string | undefined;
}

/** A page of posts, newest first: everyone's or one author's. Hidden ones only for their author and admins. */
export async function listPosts(
  db: Database,
  page: Page & { authorId?: string; viewerId: string; viewerIsAdmin: boolean },
) {
  const { limit, after, authorId, viewerId, viewerIsAdmin } = page;
  return db
    .select(row)
    .from(posts)
    .innerJoin(people, eq(people.id, posts.authorId))
    .where(
      and(
        isNull(posts.deletedAt),
        viewerIsAdmin ? undefined : or(isNull(posts.hiddenAt), eq(posts.authorId, viewerId)),
        authorId === undefined ? undefined : eq(posts.authorId, authorId),
        after === undefined ? undefined : lt(posts.id, after),
      ),
    )
    .orderBy(desc(posts.id))
    .limit(limit);
}

/** All posts of a person, newest first, including hidden ones. */
export async function listAllPostsOf(db: Database, authorId: string) {
  return db
    .select()
    .from(posts)
    .where(and(eq(posts.authorId, authorId), isNull(posts.deletedAt)))
    .orderBy(desc(posts.id));
}

/** A post, deleted or not. */
export async function findPost(db: Database, id: string): Promise<PostRow | undefined> {
  const [found] = await db
    .select(row)
    .from(posts)
    .innerJoin(people, eq(people.id, posts.authorId))
    .where(eq(posts.id, id));
  return found;
}

export async function insertPost(db: Database, post: typeof posts.$inferInsert): Promise<void> {
  await db.insert(posts).values(post);
}

/** Empties a post and marks it deleted. Returns whether it existed. */
export async function markDeleted(db: Database, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(posts)
    .set({ deletedAt: now, description: '', image: null, imageAlt: '' })
    .where(and(eq(posts.id, id), isNull(posts.deletedAt)));
  return rowCount === 1;
}

/** How many posts a person has in the feed. */
export async function countPostsOf(db: Database, authorId: string): Promise<number> {
  return db.$count(posts, and(eq(posts.authorId, authorId), isNull(posts.deletedAt)));
}

/** Empties all posts of a person and marks them deleted. Returns their ids. */
export async function markAllDeleted(tx: Database, authorId: string, now: Date): Promise<readonly { id: string }[]> {
  return tx
    .update(posts)
    .set({ deletedAt: now, description: '', image: null, imageAlt: '' })
    .where(and(eq(posts.authorId, authorId), isNull(posts.deletedAt)))
    .returning({ id: posts.id });
}

/** Hides a post or shows it again. Returns its author if that changed anything. */
export async function setHidden(
  db: Database,
  change: { id: string; hidden: boolean; now: Date },
): Promise<{ authorEmail: string } | undefined> {
  const { id, hidden, now } = change;
  const [changed] = await db
    .update(posts)
    .set({ hiddenAt: hidden ? now : null })
    .where(and(eq(posts.id, id), isNull(posts.deletedAt), hidden ? isNull(posts.hiddenAt) : sql`hidden_at is not null`))
    .returning({ authorEmail: sql<string>`(select email from ${people} where id = ${posts.authorId})` });
  return changed;
}
