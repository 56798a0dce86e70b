import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { publish } from '../live/index.ts';
import { listTreatments, lockAllTreatments, setPositions } from './treatment-store.ts';

/** Changes the order of the treatments, unless the list is not the one that the caller saw, and records it in the audit log. */
export function orderTreatments(
  db: Database,
  { seen, wanted, by, now }: { seen: readonly string[]; wanted: readonly string[]; by: Actor; now: Date },
): Promise<{ readonly kind: 'saved' } | Refused<'LIST_CHANGED'>> {
  return inTransaction(db, async (tx) => {
    await lockAllTreatments(tx);
    const before = await listTreatments(tx, { which: 'all' });
    if (before.map(({ id }) => id).join() !== seen.join()) return { kind: 'refused', code: 'LIST_CHANGED' };
    const moved = wanted.filter((id, place) => id !== seen[place]);
    if (moved.length === 0) return { kind: 'saved' };
    await setPositions(tx, wanted);
    const nameOf = new Map(before.map(({ id, name }) => [id, name]));
    const detail = `Order: ${moved.map((id) => nameOf.get(id)).join(', ')}.`;
    await recordAudit(tx, { by, what: 'change-treatment', outcome: 'done', detail, now });
    await publish(tx, { to: 'everyone', event: { type: 'timetable' } });
    return { kind: 'saved' };
  });
}
