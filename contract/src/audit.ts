import * as z from 'zod';
import { admin } from './access.ts';
import { call } from './call.ts';
import { Id, MediumDateInput } from './wire.ts';

/** What the audit log records. */
export const AuditAction = z.enum([
  'make-admin',
  'remove-admin',
  'make-doctor',
  'remove-doctor',
  'make-front-desk',
  'remove-front-desk',
  'register-doctor',
  'invite',
  'resend-invitation',
  'withdraw-invitation',
  'accept-invitation',
  'update-options',
  'create-treatment',
  'change-treatment',
  'change-hours',
  'change-clinic-hours',
  'close-days',
  'reopen-days',
  'change-rules',
  'change-clinic',
  'set-up-clinic',
  'send-test-mail',
  'send-test-text',
  'send-message-again',
  'change-messages',
  'require-second-factor',
  'reset-second-factor',
  'end-sessions',
  'delete-user',
  'delete-doctor',
  'delete-own-account',
  'delete-post',
  'hide-post',
  'show-post',
  'hide-message',
  'show-message',
  'block-person',
  'unblock-person',
  'book-for-patient',
  'move-appointment',
  'cancel-appointment',
  'mark-own-arrival',
  'mark-no-show',
  'undo-no-show',
  'mark-told',
  'undo-told',
  'take-payment',
  'correct-payment',
  'pay-out-refund',
  'pay-out-failed-refund',
  'correct-payout',
  'refund-payment',
  'state-refund',
  'approve-payment',
  'reject-payment',
  'dismiss-difference',
  'save-patient',
  'merge-patients',
  'block-time',
  'unblock-time',
  'add-to-waiting-list',
  'offer-slot',
  'remove-from-waiting-list',
  'export-appointments',
  'export-statistics',
  'refused-request',
]);
export type AuditAction = z.infer<typeof AuditAction>;

/** `unchanged`: nothing to do, or no such person. */
export const AuditOutcome = z.enum(['done', 'refused', 'unchanged']);
export type AuditOutcome = z.infer<typeof AuditOutcome>;

/** One line of the log. Names are those of the time and stay when the person is deleted. */
export const AuditEntry = z.object({
  _id: Id,
  at: z.iso.datetime(),
  who: z.object({ _id: Id, name: z.string() }),
  /** An `AuditAction`, or another text if a newer version has used the same database. */
  what: z.string(),
  /** Absent if nobody was found. */
  on: z.object({ _id: Id, name: z.string() }).optional(),
  outcome: AuditOutcome,
  /** Why it was refused, or what else happened. */
  detail: z.string().optional(),
  /** The network address of the caller. */
  from: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const Person = z.string().trim().max(100).optional().describe('An `_id`, or words from a name or an email address');

export const audit = call.tag('Audit').router({
  list: call
    .meta({ access: admin, limit: 'searchesByPerson', mayBeOld: true })
    .route({
      method: 'GET',
      path: '/audit',
      summary: 'Changes by staff, and attempts that were refused, latest first',
      description:
        '`from` and `to` are civil dates of the clinic, both included. At most `limit` entries; the next page starts ' +
        'after the `_id` given as `cursor`.',
    })
    .input(
      z.object({
        who: Person,
        what: AuditAction.optional(),
        on: Person,
        outcome: AuditOutcome.optional(),
        from: MediumDateInput.optional(),
        to: MediumDateInput.optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
        cursor: Id.optional(),
      }),
    )
    .output(z.array(AuditEntry)),
});
