import type { InvitedRole } from '@openhours/contract/invitations.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { findPersonByEmail, profileFault, requireAdmin } from '../identity/index.ts';
import { queueMessage } from '../messages/index.ts';
import { findTreatmentByName } from '../schedule/index.ts';
import { issueCode } from './code.ts';
import { GIVES, inRole } from './invited-role.ts';
import { deleteInvitation, type InvitationRow, insertInvitation, renewInvitation } from './store.ts';

interface Act {
  readonly by: Actor;
  readonly now: Date;
}

type InviteOutcome =
  | { readonly kind: 'invited'; readonly id: string }
  | Refused<'ALREADY_INVITED' | 'HAS_ROLE' | 'SPECIALTY_UNKNOWN' | 'PROFILE_REFUSED', { message: string }>;

/** Invites a person by email, or returns a refusal. The audit log records each attempt, without the email address. */
export function invite(
  db: Database,
  {
    invitee,
    by,
    now,
    secret,
  }: Act & {
    invitee: { email: string; name: string; role: InvitedRole; specialties: readonly string[] };
    secret: string;
  },
): Promise<InviteOutcome> {
  const { email, name, role, specialties } = invitee;
  return inTransaction(db, async (tx): Promise<InviteOutcome> => {
    await requireAdmin(tx, by);
    const refused = async (
      code: Extract<InviteOutcome, { kind: 'refused' }>['code'],
      message: string,
    ): Promise<InviteOutcome> => {
      await recordAudit(tx, { by, what: 'invite', outcome: 'refused', detail: `${name}: ${message}`, now });
      return { kind: 'refused', code, message };
    };

    const fault = profileFault({ name });
    if (fault !== undefined) return refused('PROFILE_REFUSED', `${fault}.`);
    const person = await findPersonByEmail(tx, email);
    if (person?.[GIVES[role]]) {
      return refused('HAS_ROLE', `${person.name} is already ${inRole(role)} here.`);
    }
    const treatmentIds: string[] = [];
    for (const specialty of role === 'doctor' ? new Set(specialties) : []) {
      const treatment = await findTreatmentByName(tx, specialty);
      if (!treatment) return refused('SPECIALTY_UNKNOWN', `The clinic has no specialty called ${specialty}.`);
      treatmentIds.push(treatment.id);
    }

    const id = uuidv7();
    const isNew = await insertInvitation(tx, {
      id,
      email,
      name,
      role,
      treatmentIds,
      invitedBy: by.personId,
      sentAt: now,
      ...issueCode({ id, sentAt: now }, secret),
    });
    if (!isNew) {
      return refused('ALREADY_INVITED', 'There is already an invitation for this address. You can send it again.');
    }
    await recordAudit(tx, { by, what: 'invite', outcome: 'done', detail: detailOf({ name, role }), now });
    await queueInvitation(tx, { id, email, sentAt: now });
    return { kind: 'invited', id };
  });
}

type ResendOutcome = { readonly kind: 'resent'; readonly expiresAt: Date } | Refused<'NOT_FOUND'>;

/** Sends an invitation again with a new link. */
export function resendInvitation(
  db: Database,
  { id, by, now, secret }: Act & { id: string; secret: string },
): Promise<ResendOutcome> {
  return inTransaction(db, async (tx): Promise<ResendOutcome> => {
    await requireAdmin(tx, by);
    const renewal = { id, invitedBy: by.personId, sentAt: now, ...issueCode({ id, sentAt: now }, secret) };
    const renewed = await renewInvitation(tx, renewal);
    if (!renewed) return { kind: 'refused', code: 'NOT_FOUND' };
    await recordAudit(tx, { by, what: 'resend-invitation', outcome: 'done', detail: detailOf(renewed), now });
    await queueInvitation(tx, renewed);
    return { kind: 'resent', expiresAt: renewed.expiresAt };
  });
}

/** Withdraws an invitation: its link stops working. Returns whether there was one. */
export function withdrawInvitation(db: Database, { id, by, now }: Act & { id: string }): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await requireAdmin(tx, by);
    const gone = await deleteInvitation(tx, id);
    const outcome = gone ? 'done' : 'unchanged';
    const detail = gone ? detailOf(gone) : 'There is no such invitation.';
    await recordAudit(tx, { by, what: 'withdraw-invitation', outcome, detail, now });
    return gone !== undefined;
  });
}

function queueInvitation(
  tx: Database,
  { id, email: address, sentAt }: Pick<InvitationRow, 'id' | 'email' | 'sentAt'>,
): Promise<void> {
  const about = { invitationId: id, sentAt: sentAt.toISOString() };
  return queueMessage(tx, { kind: 'invitation', address, about, now: sentAt });
}

function detailOf({ name, role }: Pick<InvitationRow, 'name' | 'role'>): string {
  return `${name}, as ${inRole(role)}`;
}
