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
      await recordAudit(tx, { by, what, outcome: 'unchanged', detail: 'Order.', now });
      return { kind: 'saved' };
    }
    await setPositions(tx, wanted);
    const move = findMove(seen, wanted);
    const detail = move
      ? `${before[move.from]?.name}: place from ${move.from + 1} to ${move.to + 1}.`
      : 'Order: several treatments moved.';
    await recordAudit(tx, { by, what, outcome: 'done', detail, now });
    await publish(tx, { to: 'everyone', event: { type: 'timetable' } });
    return { kind: 'saved' };
  });
}

/** The move of one treatment that makes the one order the other; `undefined` if it takes several. */
function findMove(seen: readonly string[], wanted: readonly string[]): { from: number; to: number } | undefined {
  const isMoved = (id: string, place: number) => id !== wanted[place];
  const [first, last] = [seen.findIndex(isMoved), seen.findLastIndex(isMoved)];
  const moves = [
    { from: first, to: last },
    { from: last, to: first },
  ];
  return moves.find(
    ({ from, to }) =>
      seen
        .toSpliced(from, 1)
        .toSpliced(to, 0, ...seen.slice(from, from + 1))
        .join() === wanted.join(),
  );
}
