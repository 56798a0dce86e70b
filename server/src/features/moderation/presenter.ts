import type { Report } from '@openhours/contract/moderation.ts';
import { shownEmail } from '../identity/index.ts';
import type { ReportRow } from './store.ts';

/** A report, as admins see it. */
export function presentReport(row: ReportRow): Report {
  return {
    _id: row.id,
    kind: row.postId === null ? 'message' : 'post',
    // A table constraint guarantees that it has one of the two.
    itemId: row.postId ?? row.messageId ?? '',
    text: row.text,
    ...(row.image === null ? {} : { image: row.image }),
    writtenBy: { name: row.writer.name, email: shownEmail(row.writer.email) },
    reportedBy: { name: row.reporter.name, email: shownEmail(row.reporter.email) },
    reason: row.reason,
    reportedAt: row.reportedAt.toISOString(),
    hidden: row.hidden,
    state: row.decidedAt ? 'decided' : 'open',
  };
}
