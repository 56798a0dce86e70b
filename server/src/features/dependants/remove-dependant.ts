import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { countUpcoming, forgetContactDetails } from '../booking/index.ts';
import { erasePerson, lockDependant } from '../identity/index.ts';
import { deleteAnswersAbout } from '../people/index.ts';

/** Removes somebody whom an account's owner looks after, once they have no appointment ahead. */
export function removeDependant(
  db: Database,
  { id, guardianId, now }: { id: string; guardianId: string; now: Date },
): Promise<{ readonly kind: 'removed' } | Refused<'NOT_FOUND' | 'HAS_APPOINTMENTS'>> {
  return inTransaction(db, async (tx) => {
    const found = await lockDependant(tx, { id, guardianId });
    if (!found) return { kind: 'refused', code: 'NOT_FOUND' };
    // Booking takes a shared lock on the person treated (`lockOpenOption`), so none can come in between.
    if ((await countUpcoming(tx, { personId: id }, now)) > 0) return { kind: 'refused', code: 'HAS_APPOINTMENTS' };
    const erased = await erasePerson(tx, { personId: id, now });
    await forgetContactDetails(tx, id);
    await deleteAnswersAbout(tx, erased);
    return { kind: 'removed' };
  });
}
