import { eq, ne } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { calendarFeeds } from '../../database/schema/calendar.ts';

export type FeedRow = typeof calendarFeeds.$inferSelect;

export async function findFeedOf(db: Database, personId: string): Promise<FeedRow | undefined> {
  const [row] = await db.select().from(calendarFeeds).where(eq(calendarFeeds.personId, personId));
  return row;
}

export async function findFeed(db: Database, id: string): Promise<FeedRow | undefined> {
  const [row] = await db.select().from(calendarFeeds).where(eq(calendarFeeds.id, id));
  return row;
}

/** Writes a person's feed. Returns false if they have this one already, or another one that it does not `replace`. */
export async function writeFeed(db: Database, feed: FeedRow, { replace }: { replace: boolean }): Promise<boolean> {
  const { personId: _, ...set } = feed;
  const insert = db.insert(calendarFeeds).values(feed);
  const write = replace
    ? insert.onConflictDoUpdate({ target: calendarFeeds.personId, set, setWhere: ne(calendarFeeds.id, feed.id) })
    : insert.onConflictDoNothing();
  return (await write).rowCount === 1;
}

export async function updateFeed(
  db: Database,
  { personId, includeTreatments }: Pick<FeedRow, 'personId' | 'includeTreatments'>,
): Promise<FeedRow | undefined> {
  const [row] = await db
    .update(calendarFeeds)
    .set({ includeTreatments })
    .where(eq(calendarFeeds.personId, personId))
    .returning();
  return row;
}

/** Ends a person's feed. Returns how many they had. */
export async function deleteFeedOf(db: Database, personId: string): Promise<number> {
  const { rowCount } = await db.delete(calendarFeeds).where(eq(calendarFeeds.personId, personId));
  return rowCount ?? 0;
}
