import type { AuditAction, AuditOutcome } from '@openhours/contract/audit.ts';
import { v7 as uuidv7 } from 'uuid';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import type { Database } from '../../database/database.ts';
import { insertAuditEntry } from './store.ts';

/** The acting person and their network address. */
export interface Actor {
  readonly personId: string;
  readonly name: string;
  readonly address: string;
}

export function actorOf(context: CallContext): Actor {
  const { personId, name } = callerOf(context);
  return { personId, name, address: context.address };
}

/**
 * Writes a line of the audit log, in the transaction of the change: every change has its line, and no line is about a
 * change that did not happen. Refusals are written in the same way.
 */
export function recordAudit(
  tx: Database,
  entry: {
    by: Actor;
    what: AuditAction;
    on?: { readonly id: string; readonly name: string } | undefined;
    outcome: AuditOutcome;
    detail?: string | undefined;
    now: Date;
  },
): Promise<void> {
  const { by, what, on, outcome, detail, now } = entry;
  return insertAuditEntry(tx, {
    id: uuidv7(),
    at: now,
    actorId: by.personId,
    actorName: by.name,
    action: what,
    subjectId: on?.id ?? null,
    subjectName: on?.name ?? null,
    outcome,
    detail: detail ?? null,
    address: by.address,
  });
}
