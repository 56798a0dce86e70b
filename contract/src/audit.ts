import * as z from 'zod';
import { admin } from './access.ts';
import { call } from './call.ts';
import { Id, MediumDateInput } from './wire.ts';

/** What can stand in the audit log. */
export const AuditAction = z.enum([
  'make-admin',
  'remove-admin',
  'make-doctor',
  'remove-doctor',
  'register-doctor',
  'update-options',
  'delete-user',
  'delete-doctor',
  'delete-own-account',
  'hide-post',
  'show-post',
  'hide-message',
  'show-message',
  'block-person',
  'unblock-person',
]);
export type AuditAction = z.infer<typeof AuditAction>;

/** `unchanged`: it was so already, or there was nobody to do it to. */
export const AuditOutcome = z.enum(['done', 'refused', 'unchanged']);
export type AuditOutcome = z.infer<typeof AuditOutcome>;

/** One line of the log. Names are those of the time; they stay when the person goes. */
export const AuditEntry = z.object({
  _id: Id,
  at: z.iso.datetime(),
  who: z.object({ _id: Id, name: z.string() }),
  what: AuditAction,
  /** Absent where nobody was found. */
  on: z.object({ _id: Id, name: z.string() }).optional(),
  outcome: AuditOutcome,
  /** A sentence more: why it was refused, or what else happened. */
  detail: z.string().optional(),
  /** The network address from which it was done. */
  from: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const Person = z.string().trim().max(100).optional().describe('An `_id`, or words of a name or an e-mail address');

export const audit = {
  list: call
    .meta({ access: admin })
    .route({
      method: 'GET',
      path: '/audit',
      tags: ['Audit'],
      summary: 'What admins have changed, latest first',
      description:
        '`from` and `to` are days of the clinic, both included. At most `limit` entries; the next page starts after ' +
        'the `_id` given as `cursor`.',
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
};
