import { and, desc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../database/database.ts';
import { messages } from '../../database/schema/conversations.ts';
import { posts } from '../../database/schema/feed.ts';
import { people } from '../../database/schema/identity.ts';
import { reports } from '../../database/schema/moderation.ts';

export type NewReport = typeof reports.$inferInsert;

/** Files a report, unless this person has reported the same item before. */
export async function insertReport(db: Database, report: NewReport): Promise<void> {
  await db.insert(reports).values(report).onConflictDoNothing();
}

/** A report with its item. */
export async function findReport(db: Database, id: string) {
  const [report] = await db.select().from(reports).where(eq(reports.id, id));
  return report;
}

/** Marks every report of the same item as decided. */
export async function decideReports(
  tx: Database,
  decision: { postId: string | null; messageId: string | null; decidedBy: string; now: Date },
): Promise<void> {
  const { postId, messageId, decidedBy, now } = decision;
  await tx
    .update(reports)
    .set({ decidedAt: now, decidedBy })
    .where(
      or(postId ? eq(reports.postId, postId) : undefined, messageId ? eq(reports.messageId, messageId) : undefined),
    );
}

/** Every report that a person filed, latest first. */
export async function listReportsBy(db: Database, reporterId: string) {
  return db.select().from(reports).where(eq(reports.reporterId, reporterId)).orderBy(desc(reports.id));
}

/** Empties the reasons of the reports that a person filed. */
export async function forgetReasonsOf(tx: Database, reporterId: string): Promise<void> {
  await tx.update(reports).set({ reason: '' }).where(eq(reports.reporterId, reporterId));
}

const writer = alias(people, 'writer');
const reporter = alias(people, 'reporter');

export type ReportRow = Awaited<ReturnType<typeof listReports>>[number];

/** A page of reports, latest first. */
export async function listReports(
  db: Database,
  page: { state: 'open' | 'decided' | undefined; limit: number; after: string | undefined },
) {
  const { state, limit, after } = page;
  return db
    .select({
      id: reports.id,
      postId: reports.postId,
      messageId: reports.messageId,
      text: sql<string>`case when ${writer.deletedAt} is null then coalesce(${posts.description}, ${messages.text}) else '' end`,
      image: posts.image,
      reason: reports.reason,
      reportedAt: reports.reportedAt,
      decidedAt: reports.decidedAt,
      writer: { name: writer.name, email: writer.email },
      reporter: { name: reporter.name, email: reporter.email },
      hidden: sql<boolean>`coalesce(${posts.hiddenAt}, ${messages.hiddenAt}) is not null`,
    })
    .from(reports)
    .innerJoin(writer, eq(writer.id, reports.writerId))
    .innerJoin(reporter, eq(reporter.id, reports.reporterId))
    .leftJoin(posts, eq(posts.id, reports.postId))
    .leftJoin(messages, eq(messages.id, reports.messageId))
    .where(
      and(
        state === 'open' ? isNull(reports.decidedAt) : undefined,
        state === 'decided' ? isNotNull(reports.decidedAt) : undefined,
        after === undefined ? undefined : lt(reports.id, after),
      ),
    )
    .orderBy(desc(reports.id))
    .limit(limit);
}
