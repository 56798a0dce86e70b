import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { people } from './identity.ts';
import { instant } from './instant.ts';
import { treatments } from './schedule.ts';

/** Invitations that wait for an answer. An accepted or withdrawn one is deleted; the audit log keeps that it was. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    role: text('role', { enum: ['doctor', 'front-desk', 'admin'] }).notNull(),
    /** SHA-256 of the code in the link, so that nobody who reads the table can accept. */
    codeHash: text('code_hash').notNull(),
    invitedBy: uuid('invited_by')
      .notNull()
      .references(() => people.id),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    unique('one_invitation_per_email').on(table.email),
    unique('one_invitation_per_code').on(table.codeHash),
    // For the deletion of expired invitations.
    index('invitations_by_expiry').on(table.expiresAt),
    check('invitation_has_a_role', sql`${table.role} in ('doctor', 'front-desk', 'admin')`),
  ],
);

/** The treatments that patients can book with an invited doctor after the doctor accepts. */
export const invitedTreatments = pgTable(
  'invited_treatments',
  {
    invitationId: uuid('invitation_id')
      .notNull()
      .references(() => invitations.id, { onDelete: 'cascade' }),
    treatmentId: uuid('treatment_id')
      .notNull()
      .references(() => treatments.id),
  },
  (table) => [primaryKey({ name: 'one_row_per_invited_treatment', columns: [table.invitationId, table.treatmentId] })],
);
