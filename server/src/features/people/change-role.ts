import { validate as isUuid } from 'uuid';
import type { Database } from '../../database/database.ts';
import { retryingDeadlocks } from '../../database/retrying-deadlocks.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { type BookingRow, cancelBookings } from '../booking/index.ts';
import { countAdmins, findPerson, lockAdmins, type Role, setRole } from '../identity/index.ts';
import { closeOptionsOfDoctor } from '../schedule/index.ts';
import { cancelReasons, lastAdminRefusal, refusalMessage } from './rules.ts';

export type RoleAction = 'make-admin' | 'remove-admin' | 'make-doctor' | 'remove-doctor';

export type RoleOutcome =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'done' | 'unchanged'; readonly cancelled: readonly BookingRow[] }
  | { readonly kind: 'refused'; readonly code: 'LAST_ADMIN'; readonly message: string };

const CHANGE: Readonly<Record<RoleAction, { role: Role; has: boolean }>> = {
  'make-admin': { role: 'isAdmin', has: true },
  'remove-admin': { role: 'isAdmin', has: false },
  'make-doctor': { role: 'isDoctor', has: true },
  'remove-doctor': { role: 'isDoctor', has: false },
};

/**
 * Gives or takes a role; the other one stays as it is. It holds from the person's next request on, as roles are read
 * from the database each time. Who is no longer a doctor can no longer be booked, and what was booked is cancelled.
 */
export function changeRole(
  db: Database,
  { personId, what, by, now }: { personId: string; what: RoleAction; by: Actor; now: Date },
): Promise<RoleOutcome> {
  const { role, has } = CHANGE[what];
  return retryingDeadlocks(() =>
    db.transaction(async (tx): Promise<RoleOutcome> => {
      // Of two admins who demote each other, the second looks when the first is done.
      if (what === 'remove-admin') await lockAdmins(tx);
      const on = isUuid(personId) ? await findPerson(tx, personId) : undefined;
      if (!on) {
        await recordAudit(tx, { by, what, outcome: 'unchanged', detail: 'There is no such person.', now });
        return { kind: 'nobody' };
      }
      const refusal =
        what === 'remove-admin' ? lastAdminRefusal({ isAdmin: on.isAdmin, admins: await countAdmins(tx) }) : undefined;
      if (refusal) {
        const message = refusalMessage(refusal, on.name);
        await recordAudit(tx, { by, what, on, outcome: 'refused', detail: message, now });
        return { kind: 'refused', code: 'LAST_ADMIN', message };
      }

      const changed = await setRole(tx, { personId, role, has });
      const cancelled = what === 'remove-doctor' && changed ? await stopTreating(tx, { doctor: on, by, now }) : [];
      await recordAudit(tx, {
        by,
        what,
        on,
        outcome: changed ? 'done' : 'unchanged',
        detail: cancelledDetail(cancelled),
        now,
      });
      return { kind: changed ? 'done' : 'unchanged', cancelled };
    }),
  );
}

/** Nothing can be booked with a doctor any more, and what is still to come is cancelled. Run inside a transaction. */
export async function stopTreating(
  tx: Database,
  { doctor, by, now }: { doctor: { id: string; name: string }; by: Actor; now: Date },
): Promise<readonly BookingRow[]> {
  await closeOptionsOfDoctor(tx, doctor.id);
  return cancelBookings(tx, {
    which: { doctorId: doctor.id },
    reason: cancelReasons.doctorGone(doctor.name),
    by: by.personId,
    now,
  });
}

export function cancelledDetail(cancelled: readonly BookingRow[]): string | undefined {
  const { length } = cancelled;
  return length === 0 ? undefined : `${length} future ${length === 1 ? 'booking' : 'bookings'} cancelled.`;
}
