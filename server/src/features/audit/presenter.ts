import type { AuditEntry } from '@openhours/contract/audit.ts';
import type { AuditRow } from './store.ts';

/** A line of the log for admins. */
export function auditEntry(row: AuditRow): AuditEntry {
  const { id, at, actorId, actorName, action, subjectId, subjectName, outcome, detail, address } = row;
  return {
    _id: id,
    at: at.toISOString(),
    who: { _id: actorId, name: actorName },
    what: action,
    ...(subjectId === null ? {} : { on: { _id: subjectId, name: subjectName ?? '' } }),
    outcome,
    ...(detail === null ? {} : { detail }),
    from: address,
  };
}
