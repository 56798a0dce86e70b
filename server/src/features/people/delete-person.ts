import { validate as isUuid } from 'uuid';
import type { Database } from '../../database/database.ts';
import { retryingDeadlocks } from '../../database/retrying-deadlocks.ts';
import type { Jobs } from '../../providers/jobs/port.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { type BookingRow, countUpcoming, forgetContactDetails } from '../booking/index.ts';
import { deletePostsOf } from '../feed/index.ts';
import { countAdmins, erasePerson, findPerson, lockAdmins } from '../identity/index.ts';
import { cancelAndRefund } from './cancel-and-refund.ts';
import { cancelledDetail, stopTreating } from './change-role.ts';
import { cancelReasons, deletionRefusal, lastAdminRefusal, type PeopleRefusal, refusalMessage } from './rules.ts';

export type DeletionAction = 'delete-user' | 'delete-doctor' | 'delete-own-account';

export type DeletionOutcome =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'deleted'; readonly cancelled: readonly BookingRow[] }
  | { readonly kind: 'refused'; readonly code: PeopleRefusal; readonly message: string };

/**
 * Deletes a person, and leaves nothing orphaned: their options are closed, future bookings are cancelled and
 * refunded, their own and those with them as a doctor; posts are gone and conversations stay;
 * sessions, tokens and ways to sign in end at once; the e-mail address is free. What
 * was stays under their name, without e-mail address and telephone number (decision 10).
 *
 * The bookings come back as they were cancelled, with the addresses to write to.
 */
export function deletePerson(
  db: Database,
  { personId, what, by, now, jobs }: { personId: string; what: DeletionAction; by: Actor; now: Date; jobs: Jobs },
): Promise<DeletionOutcome> {
  const isOwn = what === 'delete-own-account';
  return retryingDeadlocks(() =>
    db.transaction(async (tx): Promise<DeletionOutcome> => {
      // Of two admins who delete each other, the second looks when the first is done.
      await lockAdmins(tx);
      const found = isUuid(personId) ? await findPerson(tx, personId) : undefined;
      const on = what === 'delete-doctor' && !found?.isDoctor ? undefined : found;
      if (!on) {
        await recordAudit(tx, { by, what, outcome: 'unchanged', detail: 'There is no such person.', now });
        return { kind: 'nobody' };
      }
      const standing = { ...on, isCaller: personId === by.personId, admins: await countAdmins(tx) };
      const refusal = isOwn ? lastAdminRefusal(standing) : deletionRefusal(standing);
      if (refusal) {
        const message = refusalMessage(refusal, on.name);
        await recordAudit(tx, { by, what, on, outcome: 'refused', detail: message, now });
        return { kind: 'refused', code: refusal, message };
      }

      await deletePostsOf(tx, { author: on, now });
      await erasePerson(tx, { personId, now });
      const withThem = await stopTreating(tx, { doctor: on, by, now, jobs });
      const theirs = await cancelAndRefund(tx, {
        which: { patientId: personId },
        reason: isOwn ? cancelReasons.ownAccountClosed : cancelReasons.patientDeleted,
        by: by.personId,
        now,
        jobs,
      });
      await forgetContactDetails(tx, personId);
      const cancelled = [...withThem, ...theirs];
      await recordAudit(tx, { by, what, on, outcome: 'done', detail: cancelledDetail(cancelled), now });
      return { kind: 'deleted', cancelled };
    }),
  );
}

/** What `deletePerson` would do, or `undefined` when there is nobody to delete. */
export async function previewDeletion(
  db: Database,
  { personId, what, by, now }: { personId: string; what: DeletionAction; by: { personId: string }; now: Date },
) {
  const person = isUuid(personId) ? await findPerson(db, personId) : undefined;
  if (!person) return undefined;
  const [bookingsAsPatient, bookingsAsDoctor, admins] = await Promise.all([
    countUpcoming(db, { patientId: personId }, now),
    countUpcoming(db, { doctorId: personId }, now),
    countAdmins(db),
  ]);
  const standing = { ...person, isCaller: personId === by.personId, admins };
  const refusal = what === 'delete-own-account' ? lastAdminRefusal(standing) : deletionRefusal(standing);
  return {
    name: person.name,
    bookingsAsPatient,
    bookingsAsDoctor,
    ...(refusal === undefined ? {} : { refusal: refusalMessage(refusal, person.name) }),
  };
}
