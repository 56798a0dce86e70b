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
    const what = 'change-treatment';
    if (seen.join() === wanted.join()) {
      await recordAudit(tx, { by, what, outcome: 'unchanged', detail: 'The order of the treatments.', now });
      return { kind: 'saved' };
    }
    await setPositions(tx, wanted);
    const detail = describeMove(seen, wanted, (place) => before[place]?.name ?? '');
    await recordAudit(tx, { by, what, outcome: 'done', detail, now });
    await publish(tx, { to: 'everyone', event: { type: 'timetable' } });
    return { kind: 'saved' };
  });
}

/** For the audit log: which treatment was moved from where to where, if one move makes the one order the other. */
function describeMove(seen: readonly string[], wanted: readonly string[], nameAt: (place: number) => string): string {
  const isMoved = (id: string, place: number) => id !== wanted[place];
  const [first, last] = [seen.findIndex(isMoved), seen.findLastIndex(isMoved)];
  if (last === first + 1) {
    return `${nameAt(first)} and ${nameAt(last)}: places ${first + 1} and ${last + 1} swapped.`;
  }
  const moves = [
    { from: first, to: last },
    { from: last, to: first },
  ];
  const move = moves.find(
    ({ from, to }) =>
      seen
        .toSpliced(from, 1)
        .toSpliced(to, 0, ...seen.slice(from, from + 1))
        .join() === wanted.join(),
  );
  if (!move) return 'Order: several treatments moved.';
  return `${nameAt(move.from)}: moved from place ${move.from + 1} to place ${move.to + 1}.`;
}
