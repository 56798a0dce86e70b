import * as z from 'zod';
import { admin, everyone, everyoneRecognised } from './access.ts';
import { call, notFound } from './call.ts';
import { passwordFault, passwordRefusal, signUpPasswordMessages } from './password-rule.ts';
import { EmailInput, Id, LookupId } from './wire.ts';

/** A role that an invitation can give. */
export const InvitedRole = z.enum(['doctor', 'front-desk', 'admin']);
export type InvitedRole = z.infer<typeof InvitedRole>;

/** An invitation that was neither accepted nor withdrawn. It may have expired. */
export const Invitation = z.object({
  _id: Id,
  email: z.string(),
  name: z.string(),
  role: InvitedRole,
  /** The treatments that patients can book with the doctor after the doctor accepts, by name. */
  specialties: z.array(z.string()),
  /** The name of the admin who sent it last. */
  invitedBy: z.string(),
  sentAt: z.iso.datetime(),
  /** When the link stops working. Sending the invitation again makes a new link. */
  expiresAt: z.iso.datetime(),
  isExpired: z.boolean(),
});
export type Invitation = z.infer<typeof Invitation>;

const Name = z.string().trim().min(1, 'Name is Required').max(100, 'Name must be at most 100 characters long');
/** The code from the emailed link. */
const Code = z.string().max(200);
const ById = z.object({ id: LookupId });

const noLongerValid = {
  NOT_FOUND: {
    status: 404,
    message:
      'This invitation is no longer valid. If you accepted it before, log in. Otherwise, ask the clinic to send you a new one.',
  },
} as const;
export const invitations = call.tag('Invitations').router({
  list: call
    .meta({ access: admin })
    .route({ method: 'GET', path: '/invitations', summary: 'Invitations that wait for an answer, newest first' })
    .output(z.array(Invitation)),

  create: call
    .meta({ access: admin })
    .route({
      method: 'POST',
      path: '/invitations',
      summary: 'Invites somebody to work at the clinic, by email',
      description:
        'The link in the email is valid for seven days and only for this address. With `specialties`, patients can book ' +
        'the doctor as soon as the invitation is accepted.',
    })
    .errors({
      ALREADY_INVITED: { status: 409, message: 'There is already an invitation for this address.' },
      HAS_ROLE: { status: 409, message: 'This person already has the role.' },
      SPECIALTY_UNKNOWN: { status: 409, message: 'The clinic has no such specialty.' },
      PROFILE_REFUSED: { status: 409, message: 'That name cannot be used.' },
    })
    .input(
      z.object({
        email: z.string().trim().min(1, 'Email is Required').pipe(EmailInput),
        name: Name,
        role: InvitedRole,
        /** For doctors only. */
        specialties: z.array(z.string().trim().min(1).max(200)).max(100).default([]),
      }),
    )
    .output(z.object({ acknowledged: z.literal(true), insertedId: Id })),

  resend: call
    .meta({ access: admin })
    .route({
      method: 'POST',
      path: '/invitations/{id}/resend',
      summary: 'Sends an invitation again',
      description: 'With a new link, valid for seven days. The old link stops working.',
    })
    .errors(notFound)
    .input(ById)
    .output(z.object({ acknowledged: z.literal(true), expiresAt: z.iso.datetime() })),

  withdraw: call
    .meta({ access: admin })
    .route({ method: 'DELETE', path: '/invitations/{id}', summary: 'Withdraws an invitation' })
    .input(ById)
    .output(z.object({ acknowledged: z.literal(true), deletedCount: z.number().int() })),

  open: call
    .meta({ access: everyone })
    .route({
      method: 'POST',
      path: '/invitations/open',
      summary: 'Shows an invitation to the person who has its link',
      description: 'The code is in the body, so that it does not appear in logged URLs. This call changes nothing.',
    })
    .errors(noLongerValid)
    .input(z.object({ code: Code }))
    .output(
      z.object({
        email: z.string(),
        name: z.string(),
        role: InvitedRole,
        /** If true, the person must sign in to accept. If false, they choose a password. */
        hasAccount: z.boolean(),
      }),
    ),

  accept: call
    .meta({ access: everyoneRecognised, idempotency: 'repeatable' })
    .route({
      method: 'POST',
      path: '/invitations/accept',
      summary: 'Accepts an invitation',
      description:
        'Someone without an account sends a name and a password, and gets an account with the role; they then sign in. ' +
        'Someone with an account must be signed in to it. The link came by email, so the address counts as confirmed.',
    })
    .errors({
      ...noLongerValid,
      ...passwordRefusal,
      SIGN_IN_FIRST: { status: 409, message: 'Please sign in with the address that was invited.' },
      PROFILE_REFUSED: { status: 409, message: 'That name cannot be used.' },
    })
    .input(
      z.object({
        code: Code,
        name: Name.optional(),
        password: z
          .string()
          .superRefine((password, context) => {
            const fault = passwordFault(password);
            if (fault) context.addIssue({ code: 'custom', message: signUpPasswordMessages[fault] });
          })
          .optional(),
      }),
    )
    .output(z.object({ acknowledged: z.literal(true), email: z.string() })),
});
