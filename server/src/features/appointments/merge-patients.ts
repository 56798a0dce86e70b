import type { MergedPatient } from '@openhours/contract/appointments.ts';
import { counted } from '@openhours/contract/counted.ts';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { findClash, giveBookings, lockForBooking } from '../booking/index.ts';
import {
  completePerson,
  erasePerson,
  hasAccount,
  listDependants,
  requireAdmin,
  shownEmail,
} from '../identity/index.ts';
import { publish } from '../live/index.ts';
import { giveMessages, queueMessage } from '../messages/index.ts';
import { deleteAnswersAbout } from '../people/index.ts';
import { giveEntries } from '../waiting-list/index.ts';
import { type FoundPatient, findPatient, lockToMerge } from './patient-store.ts';
import { presentPatient, type Viewer } from './presenter.ts';
import { whyNotMerge } from './rules.ts';
import { countAppointmentsOf } from './store.ts';

/** How many appointments the audit log names. */
const MOST_NAMED = 10;

/** By their ids: the record that goes, of somebody without an account, and the one that stays. */
interface Which {
  readonly from: string;
  readonly into: string;
}

type Merged =
  | { readonly kind: 'merged'; readonly patient: FoundPatient }
  | Refused<'NOT_FOUND'>
  | Refused<NonNullable<ReturnType<typeof whyNotMerge>>['code'], { message: string }>;

/**
 * Merges the record of somebody without an account into another of the same person, which gets all that refers to it, and
 * deletes it. If somebody looks after the person, all of it comes under their account. The audit log cannot be changed: it
 * has the earlier lines under the record, and one about the merge under each.
 */
export function mergePatients(db: Database, { by, now, ...which }: Which & { by: Actor; now: Date }): Promise<Merged> {
  return inTransaction(db, async (tx): Promise<Merged> => {
    // As whoever books: a booking at the same moment is moved too, or finds the record deleted.
    for (const id of [which.from, which.into].toSorted()) await lockForBooking(tx, id);
    await lockToMerge(tx, which);
    // After the locks of both: the admin may be one of them, and two merges must not wait for each other.
    await requireAdmin(tx, by);
    const pair = await findPair(tx, which);
    if (!pair) return { kind: 'refused', code: 'NOT_FOUND' };
    const { refusal } = pair;
    if (refusal) return { kind: 'refused', ...refusal };

    const { person: from, guardian } = pair.from;
    const { person: into } = pair.into;
    /** Whose account it is, or the record if it is in none. */
    const account = pair.into.guardian ?? into;
    await giveEntries(tx, { ...which, account: account.id, now });
    const given = await giveBookings(tx, {
      ...which,
      name: into.name,
      account: { id: account.id, email: shownEmail(account.email) },
      now,
    });
    await giveMessages(tx, { from: from.id, into: account.id });
    await completePerson(tx, { ...from, id: into.id, now });
    await erasePerson(tx, { personId: from.id, now });
    await deleteAnswersAbout(tx, [from.id]);

    const [one] = given.filter(({ patientId }) => patientId === account.id);
    // Nobody else books for somebody whom they look after.
    const isNews = one !== undefined && from.guardianId !== account.id;
    if (isNews && hasAccount(account)) {
      const about = account.id === into.id ? {} : { name: into.name };
      await queueMessage(tx, { kind: 'records-merged', personId: account.id, about, now });
    }
    if (from.guardianId !== null && from.guardianId !== account.id) {
      const about = { dependantId: into.id, name: from.name };
      await queueMessage(tx, { kind: 'dependant-has-account', personId: from.guardianId, about, now });
    }
    await publish(tx, ...(one ? [{ to: [account.id], event: { type: 'booking', bookingId: one.id } } as const] : []), {
      to: [account.id],
      event: { type: 'waiting-list' },
    });
    const entry = { by, what: 'merge-patients', outcome: 'done', now } as const;
    const care = guardian && guardian.id !== account.id ? `, no longer looked after by ${guardian.name}` : '';
    const what = hasAccount(into) ? 'account' : 'record';
    await recordAudit(tx, { ...entry, on: from, detail: `now part of the ${what} of ${into.name}${care}` });
    const patient = await findPatient(tx, into.id);
    const added = patient ? addedText({ before: into, after: patient.person }) : '';
    await recordAudit(tx, {
      ...entry,
      on: into,
      detail: `with ${givenText(given)} of ${from.name}, who had no account${added}`,
    });
    return patient ? { kind: 'merged', patient } : { kind: 'refused', code: 'NOT_FOUND' };
  });
}

/** What a record got, so that a wrong merge can be taken apart. */
function givenText(given: readonly { readonly reference: string }[]): string {
  const references = given.slice(0, MOST_NAMED).map(({ reference }) => reference);
  const rest = given.length - references.length;
  const named = [references.join(', '), ...(rest > 0 ? [counted(rest, 'other')] : [])].join(' and ');
  return `${counted(given.length, 'appointment')}${named && ` (${named})`}`;
}

type Details = Pick<FoundPatient['person'], 'phone' | 'dateOfBirth'>;

function addedText({ before, after }: { before: Details; after: Details }): string {
  const added = [
    ...(before.phone === after.phone ? [] : ['phone number']),
    ...(before.dateOfBirth === after.dateOfBirth ? [] : ['date of birth']),
  ];
  return added.length > 0 ? `; ${added.join(' and ')} added` : '';
}

/** Both records side by side, and why they cannot be merged; `undefined` if one does not exist. */
export async function previewMerge(db: Database, { viewer, ...which }: Which & { viewer: Viewer }) {
  const pair = await findPair(db, which);
  if (!pair) return undefined;
  const present = async (found: FoundPatient): Promise<MergedPatient> => ({
    ...presentPatient(found, viewer),
    appointments: await countAppointmentsOf(db, found.person.id),
    dependants: (await listDependants(db, found.person.id)).length,
  });
  const { refusal } = pair;
  return {
    from: await present(pair.from),
    into: await present(pair.into),
    ...(refusal && { refusal: refusal.message }),
  };
}

async function findPair(db: Database, which: Which) {
  const [from, into] = [await findPatient(db, which.from), await findPatient(db, which.into)];
  if (!from || !into) return undefined;
  const clash = await findClash(db, which);
  return { from, into, refusal: whyNotMerge({ from: sideOf(from), into: sideOf(into), clash }) };
}

function sideOf({ person, guardian, isUnclaimed }: FoundPatient) {
  const { id, name, emailVerified } = person;
  return { id, name, hasAccount: hasAccount(person), emailVerified, isUnclaimed, guardian: guardian ?? undefined };
}
