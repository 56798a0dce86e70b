import { priceOf } from '@openhours/contract/money.ts';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import {
  type CancelBookings,
  cancelAllOfPerson,
  countDisputed,
  countDisputedWithDoctor,
  countUpcoming,
  forgetContactDetails,
  listRefundsAtClinic,
} from '../booking/index.ts';
import { deleteFeedOf } from '../calendar/index.ts';
import { countConversationsOf, deleteBlocksOf } from '../conversations/index.ts';
import { countPostsOf, deletePostsOf } from '../feed/index.ts';
import {
  countAdmins,
  erasePerson,
  findPerson,
  hasAccount,
  listDependants,
  lockAdmins,
  type Person,
  requireAdmin,
} from '../identity/index.ts';
import { deleteInvitationsBy, deleteInvitationsTo } from '../invitations/index.ts';
import { deleteChoicesOf, deleteMessagesTo } from '../messages/index.ts';
import { forgetReasonsOf } from '../moderation/index.ts';
import { forgetPhotoInOptions } from '../schedule/index.ts';
import { cancelledDetail, closeDoctorsCalendar } from './change-role.ts';
import { cancelReasons, deletionRefusal, lastAdminRefusal, type PeopleRefusal, refusalMessage } from './rules.ts';
import { deleteAnswersAbout } from './store.ts';

export type DeletionAction = 'delete-user' | 'delete-doctor' | 'delete-own-account';

type DeletionOutcome =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'deleted'; readonly cancelledBookings: number }
  | Refused<PeopleRefusal, { message: string }>;

/**
 * Deletes a person: closes their options, cancels and refunds their future bookings, as a patient and as a doctor,
 * deletes their posts, photo, blocks, the reasons of their reports, choices of messages, calendar feed, open invitations by
 * and to them, stored answers, sessions, tokens and sign-in methods, and frees the email address. Conversations and past bookings stay
 * under their name, without email address and phone number (decision 10). The people whom they look after go too.
 */
export function deletePerson(
  db: Database,
  deletion: { personId: string; what: DeletionAction; by: Actor; now: Date; cancelBookings: CancelBookings },
): Promise<DeletionOutcome> {
  const { personId, what, by, now, cancelBookings } = deletion;
  const isOwn = what === 'delete-own-account';
  return inTransaction(db, async (tx): Promise<DeletionOutcome> => {
    // If two admins delete each other, the second waits for the first and then checks.
    const admins = await lockAdmins(tx);
    if (!isOwn) await requireAdmin(tx, by);
    const found = await findPerson(tx, personId);
    const on = what === 'delete-doctor' && !found?.isDoctor ? undefined : found;
    if (!on) {
      await recordAudit(tx, { by, what, outcome: 'unchanged', detail: 'There is no such person.', now });
      return { kind: 'nobody' };
    }
    const standing = { ...on, isCaller: personId === by.personId, admins };
    const refusal = isOwn ? lastAdminRefusal(standing) : deletionRefusal(standing);
    if (refusal) {
      const message = refusalMessage(refusal, on.name);
      await recordAudit(tx, { by, what, on, outcome: 'refused', detail: message, now });
      return { kind: 'refused', code: refusal, message };
    }

    // This comes first: it waits for transactions that add something of this person. Later ones find nobody.
    const erased = await erasePerson(tx, { personId, now });
    await deletePostsOf(tx, { author: on, now });
    await deleteMessagesTo(tx, { personId, address: on.email });
    await deleteChoicesOf(tx, personId);
    await deleteFeedOf(tx, personId);
    await deleteBlocksOf(tx, personId);
    await forgetReasonsOf(tx, personId);
    await deleteInvitationsBy(tx, personId);
    await deleteInvitationsTo(tx, { email: on.email });
    const withThem = await closeDoctorsCalendar(tx, { doctor: on, by, now, cancelBookings });
    const theirs = await cancelAllOfPerson(tx, {
      personId,
      by: by.personId,
      as: isOwn ? 'patient' : 'clinic',
      reasons: isOwn ? cancelReasons.ownAccountClosed : reasonsFor(on),
      now,
      cancelBookings,
    });
    // Those about the cancellations, too: nobody can confirm the address any more.
    if (!on.emailVerified) await deleteMessagesTo(tx, { personId, address: on.email });
    await forgetContactDetails(tx, personId);
    await deleteAnswersAbout(tx, erased);
    await forgetPhotoInOptions(tx, personId);
    const cancelledBookings = withThem + theirs;
    await recordAudit(tx, { by, what, on, outcome: 'done', detail: cancelledDetail(cancelledBookings), now });
    return { kind: 'deleted', cancelledBookings };
  });
}

function reasonsFor(person: Person) {
  return hasAccount(person) ? cancelReasons.accountClosed : cancelReasons.patientDeleted;
}

/** The effects of `deletePerson`, or `undefined` if there is no such person. */
export async function previewDeletion(
  db: Database,
  { personId, what, by, now }: { personId: string; what: DeletionAction; by: { personId: string }; now: Date },
) {
  const person = await findPerson(db, personId);
  if (!person) return undefined;
  const how = { by: by.personId, as: what === 'delete-own-account' ? 'patient' : 'clinic', now } as const;
  const { guardianId } = person;
  const [bookingsAsPatient, bookingsAsDoctor, disputedAsPatient, disputedAsDoctor] = await Promise.all([
    countUpcoming(db, { personId }, now),
    countUpcoming(db, { doctorId: personId }, now),
    countDisputed(db, { personId, ...how }),
    countDisputedWithDoctor(db, { doctorId: personId, now }),
  ]);
  const [guardian, refunds, posts, conversations, dependants, admins] = await Promise.all([
    guardianId === null ? undefined : findPerson(db, guardianId),
    listRefundsAtClinic(db, { personId, ...how }),
    countPostsOf(db, personId),
    countConversationsOf(db, personId),
    listDependants(db, personId),
    countAdmins(db),
  ]);
  const standing = { ...person, isCaller: personId === by.personId, admins };
  const refusal = what === 'delete-own-account' ? lastAdminRefusal(standing) : deletionRefusal(standing);
  return {
    name: person.name,
    hasAccount: hasAccount(person),
    ...(guardian && { guardian: guardian.name }),
    bookingsAsPatient,
    bookingsAsDoctor,
    disputedAsPatient,
    disputedAsDoctor,
    refundsAtClinic: refunds.map((money) => ({ amount: priceOf(money), currency: money.currency })),
    posts,
    conversations,
    dependants: dependants.length,
    ...(refusal === undefined ? {} : { refusal: refusalMessage(refusal, person.name) }),
  };
}
