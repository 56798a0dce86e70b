import { validate as isUuid } from 'uuid';
import type { Database } from '../../database/database.ts';
import { retryingDeadlocks } from '../../database/retrying-deadlocks.ts';
import type { Jobs } from '../../providers/jobs/port.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { BookingRow } from '../booking/index.ts';
import { countAdmins, findPerson, lockAdmins, type Role, setRole } from '../identity/index.ts';
import { publish } from '../live/index.ts';
import { closeOptionsOfDoctor } from '../schedule/index.ts';
import { cancelAndRefund } from './cancel-and-refund.ts';
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
 * from the database each time. Who is no longer a doctor can no longer be booked, and what was booked is
 * cancelled and refunded.
 */
export function changeRole(
  db: Database,
  { personId, what, by, now, jobs }: { personId: string; what: RoleAction; by: Actor; now: Date; jobs: Jobs },
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
      if (changed) {
        const isAdmin = role === 'isAdmin' ? has : on.isAdmin;
        const isDoctor = role === 'isDoctor' ? has : on.isDoctor;
        await publish(tx, { to: [personId], event: { type: 'role', isAdmin, isDoctor } });
      }
      const cancelled =
        what === 'remove-doctor' && changed ? await stopTreating(tx, { doctor: on, by, now, jobs }) : [];
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

/** Nothing can be booked with a doctor any more, and what is to come is cancelled. Run inside a transaction. */
export async function stopTreating(
  tx: Database,
  { doctor, by, now, jobs }: { doctor: { id: string; name: string }; by: Actor; now: Date; jobs: Jobs },
): Promise<readonly BookingRow[]> {
  await closeOptionsOfDoctor(tx, doctor.id);
  return cancelAndRefund(tx, {
    which: { doctorId: doctor.id },
    reason: cancelReasons.doctorGone(doctor.name),
    by: by.personId,
    now,
    jobs,
  });
}

export function cancelledDetail(cancelled: readonly BookingRow[]): string | undefined {
  const { length } = cancelled;
  return length === 0 ? undefined : `${length} future ${length === 1 ? 'booking' : 'bookings'} cancelled.`;
}
