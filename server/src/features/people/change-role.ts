import { counted } from '@openhours/contract/counted.ts';
import type { InvitedRole } from '@openhours/contract/invitations.ts';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { CancelBookings } from '../booking/index.ts';
import { findPerson, lockAdmins, type Role, requireAdmin, setRole } from '../identity/index.ts';
import { deleteInvitationsBy, deleteInvitationsTo } from '../invitations/index.ts';
import { closeOptionsOfDoctor } from '../schedule/index.ts';
import { cancelReasons, lastAdminRefusal, promotionRefusal, refusalMessage } from './rules.ts';

export type Promotion = 'make-admin' | 'make-doctor' | 'make-front-desk';

interface RoleChange<What> {
  readonly personId: string;
  readonly what: What;
  readonly by: Actor;
  readonly now: Date;
  readonly cancelBookings: CancelBookings;
}

export type RoleChanged =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'done' | 'unchanged'; readonly cancelledBookings: number };
type Unconfirmed = Refused<'EMAIL_UNCONFIRMED', { message: string }>;
type LastAdmin = Refused<'LAST_ADMIN', { message: string }>;

const CHANGE: Readonly<
  Record<
    Promotion | 'remove-admin' | 'remove-doctor' | 'remove-front-desk',
    { role: Role; invited: InvitedRole; has: boolean }
  >
> = {
  'make-admin': { role: 'isAdmin', invited: 'admin', has: true },
  'remove-admin': { role: 'isAdmin', invited: 'admin', has: false },
  'make-doctor': { role: 'isDoctor', invited: 'doctor', has: true },
  'remove-doctor': { role: 'isDoctor', invited: 'doctor', has: false },
  'make-front-desk': { role: 'isFrontDesk', invited: 'front-desk', has: true },
  'remove-front-desk': { role: 'isFrontDesk', invited: 'front-desk', has: false },
};

/**
 * Gives or removes a role; other roles are unchanged. It applies from the person's next request, because roles are
 * read from the database each time. A former doctor can no longer be booked, and their bookings are cancelled. The open
 * invitations of a former admin end, and so does an open invitation of the person to this role.
 */
export function changeRole(db: Database, change: RoleChange<Promotion>): Promise<RoleChanged | Unconfirmed>;
export function changeRole(db: Database, change: RoleChange<'remove-admin'>): Promise<RoleChanged | LastAdmin>;
export function changeRole(
  db: Database,
  change: RoleChange<'remove-doctor' | 'remove-front-desk'>,
): Promise<RoleChanged>;
export function changeRole(
  db: Database,
  change: RoleChange<keyof typeof CHANGE>,
): Promise<RoleChanged | Unconfirmed | LastAdmin> {
  const { personId, what, by, now, cancelBookings } = change;
  const { role, invited, has } = CHANGE[what];
  return inTransaction(db, async (tx): Promise<RoleChanged | Unconfirmed | LastAdmin> => {
    // If two admins demote each other, the second waits for the first and then checks.
    const admins = what === 'remove-admin' ? await lockAdmins(tx) : undefined;
    await requireAdmin(tx, by);
    const on = await findPerson(tx, personId);
    if (!on) {
      await recordAudit(tx, { by, what, outcome: 'unchanged', detail: 'There is no such person.', now });
      return { kind: 'nobody' };
    }
    const refusal = has
      ? promotionRefusal({ has: on[role], emailVerified: on.emailVerified })
      : admins === undefined
        ? undefined
        : lastAdminRefusal({ isAdmin: on.isAdmin, admins });
    if (refusal) {
      const message = refusalMessage(refusal, on.name);
      await recordAudit(tx, { by, what, on, outcome: 'refused', detail: message, now });
      return { kind: 'refused', code: refusal, message };
    }

    // Before the person, in the order in which accepting locks the two rows.
    await deleteInvitationsTo(tx, { email: on.email, role: invited });
    const changed = await setRole(tx, { personId, role, has, now });
    if (what === 'remove-admin') await deleteInvitationsBy(tx, personId);
    const cancelledBookings =
      what === 'remove-doctor' && changed ? await closeDoctorsCalendar(tx, { doctor: on, by, now, cancelBookings }) : 0;
    await recordAudit(tx, {
      by,
      what,
      on,
      outcome: changed ? 'done' : 'unchanged',
      detail: cancelledDetail(cancelledBookings),
      now,
    });
    return { kind: changed ? 'done' : 'unchanged', cancelledBookings };
  });
}

/** Closes a doctor's options and cancels their upcoming bookings. Returns how many bookings. */
export async function closeDoctorsCalendar(
  tx: Database,
  leaving: { doctor: { id: string; name: string }; by: Actor; now: Date; cancelBookings: CancelBookings },
): Promise<number> {
  const { doctor, by, now, cancelBookings } = leaving;
  await closeOptionsOfDoctor(tx, doctor.id);
  const cancelled = await cancelBookings(tx, {
    which: { doctorId: doctor.id },
    by: by.personId,
    as: 'clinic',
    reason: cancelReasons.doctorGone(doctor.name),
    now,
  });
  return cancelled.length;
}

export function cancelledDetail(bookings: number): string | undefined {
  return bookings === 0 ? undefined : `${counted(bookings, 'future booking')} cancelled.`;
}
