import type { InvitedRole } from '@openhours/contract/invitations.ts';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { people } from '../../database/schema/identity.ts';
import { invitations, invitedTreatments } from '../../database/schema/invitations.ts';
import { treatments } from '../../database/schema/schedule.ts';

export type InvitationRow = typeof invitations.$inferSelect;

/** Adds an invitation with its treatments. Returns false if the address already has one. */
export async function insertInvitation(
  tx: Database,
  { treatmentIds, ...invitation }: InvitationRow & { treatmentIds: readonly string[] },
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(invitations)
    .values(invitation)
    .onConflictDoNothing({ target: invitations.email });
  if (rowCount === 0) return false;
  if (treatmentIds.length > 0) {
    await tx
      .insert(invitedTreatments)
      .values(treatmentIds.map((treatmentId) => ({ invitationId: invitation.id, treatmentId })));
  }
  return true;
}

/** The names of an invitation's treatments. */
const SPECIALTIES = sql<readonly string[]>`array(
  select t.name
  from ${invitedTreatments} i join ${treatments} t on t.id = i.treatment_id
  where i.invitation_id = ${invitations}.id order by t.name)`;

/** Every invitation with the names of its treatments and its sender, newest first. */
export async function listInvitations(db: Database) {
  return db
    .select({ invitation: invitations, specialties: SPECIALTIES, invitedBy: people.name })
    .from(invitations)
    .innerJoin(people, eq(people.id, invitations.invitedBy))
    .orderBy(desc(invitations.sentAt), desc(invitations.id));
}

/** Replaces an invitation's code, sender and dates. */
export async function renewInvitation(
  db: Database,
  { id, ...renewed }: Pick<InvitationRow, 'id' | 'codeHash' | 'invitedBy' | 'sentAt' | 'expiresAt'>,
): Promise<InvitationRow | undefined> {
  const [row] = await db.update(invitations).set(renewed).where(eq(invitations.id, id)).returning();
  return row;
}

export async function deleteInvitation(db: Database, id: string): Promise<InvitationRow | undefined> {
  const [row] = await db.delete(invitations).where(eq(invitations.id, id)).returning();
  return row;
}

/** Deletes the invitations of a person who may no longer invite. */
export async function deleteInvitationsBy(tx: Database, personId: string): Promise<void> {
  await tx.delete(invitations).where(eq(invitations.invitedBy, personId));
}

/** Deletes the invitation to an address: to this role, or to any. */
export async function deleteInvitationsTo(
  tx: Database,
  { email, role }: { email: string; role?: InvitedRole },
): Promise<void> {
  await tx
    .delete(invitations)
    .where(and(eq(invitations.email, email), role === undefined ? undefined : eq(invitations.role, role)));
}

export async function findInvitation(db: Database, id: string): Promise<InvitationRow | undefined> {
  const [row] = await db.select().from(invitations).where(eq(invitations.id, id));
  return row;
}

export async function findInvitationByCode(db: Database, codeHash: string): Promise<InvitationRow | undefined> {
  const [row] = await db.select().from(invitations).where(eq(invitations.codeHash, codeHash));
  return row;
}

/** Like `findInvitationByCode`. Locks the row: nobody else can accept, renew or withdraw it in the meantime. */
export async function lockInvitationByCode(db: Database, codeHash: string): Promise<InvitationRow | undefined> {
  const [row] = await db.select().from(invitations).where(eq(invitations.codeHash, codeHash)).for('update');
  return row;
}

export async function listInvitedTreatments(db: Database, invitationId: string): Promise<readonly string[]> {
  const rows = await db
    .select({ treatmentId: invitedTreatments.treatmentId })
    .from(invitedTreatments)
    .where(eq(invitedTreatments.invitationId, invitationId));
  return rows.map(({ treatmentId }) => treatmentId);
}
