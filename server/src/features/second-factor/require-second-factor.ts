import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { lockClinic, updateSecondFactorRule } from '../clinic/index.ts';
import { findPerson, listStaffWithoutSecondFactor, requireAdmin } from '../identity/index.ts';
import { publish } from '../live/index.ts';

/** Requires a second factor of staff, or ends that. The admin who requires it has one, so they are not locked out. */
export function requireSecondFactor(
  db: Database,
  { required, by, now }: { required: boolean; by: Actor; now: Date },
): Promise<{ readonly kind: 'saved' } | Refused<'YOURS_FIRST'>> {
  return inTransaction(db, async (tx) => {
    const what = 'require-second-factor';
    // The clinic before people, as a new time zone does, which then locks whoever has appointments.
    const { requireSecondFactor: before } = await lockClinic(tx);
    await requireAdmin(tx, by);
    const self = await findPerson(tx, by.personId);
    if (required && !self?.twoFactorEnabled) {
      await recordAudit(tx, { by, what, outcome: 'refused', detail: 'They had no second factor.', now });
      return { kind: 'refused', code: 'YOURS_FIRST' };
    }
    if (required === before) {
      await recordAudit(tx, { by, what, outcome: 'unchanged', now });
      return { kind: 'saved' };
    }
    await updateSecondFactorRule(tx, required);
    const detail = required ? 'Required of staff.' : 'No longer required.';
    await recordAudit(tx, { by, what, outcome: 'done', detail, now });
    // Their open pages ask again who they are.
    for (const { id, ...roles } of await listStaffWithoutSecondFactor(tx)) {
      const shown = required ? { isAdmin: false, isDoctor: false, isFrontDesk: false } : roles;
      await publish(tx, { to: [id], event: { type: 'role', ...shown } });
    }
    return { kind: 'saved' };
  });
}
