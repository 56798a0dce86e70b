import * as z from 'zod';
import { admin, signedIn } from './access.ts';
import { call } from './call.ts';
import { Id, LookupId } from './wire.ts';

/** What the caller has besides a password. Secrets and recovery codes are in no answer. */
export const SecondFactor = z.object({
  /** Whether the clinic requires a second factor of the caller, as one of its staff. */
  required: z.boolean(),
  /** Whether the caller has a password, which confirms changes. */
  hasPassword: z.boolean(),
  /** Whether an authenticator app is set up. */
  hasAuthenticator: z.boolean(),
  passkeys: z.array(z.object({ _id: Id, name: z.string(), since: z.iso.datetime() })),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

/** The clinic's rule for its staff. */
const SecondFactorRule = z.object({
  required: z.boolean(),
  /** How many of the staff have no second factor. */
  staffWithout: z.number().int(),
});

/**
 * How an admin made sure that somebody is who they say: by a passport or an identity card, because they know the person and
 * saw them, or because they called the number that was on record before.
 */
export const IdentityCheck = z.enum(['document', 'in-person', 'call-back']);
export type IdentityCheck = z.infer<typeof IdentityCheck>;

/** `/api/auth/two-factor/…` and `/api/auth/passkey/…` of the identity service set it up and ask for it. */
export const secondFactor = call.tag('Second factor').router({
  own: call
    .meta({ access: signedIn })
    .route({ method: 'GET', path: '/me/second-factor', summary: "The caller's second factor" })
    .output(SecondFactor),

  rule: call
    .meta({ access: admin })
    .route({ method: 'GET', path: '/clinic/second-factor', summary: 'Whether staff need a second factor' })
    .output(SecondFactorRule),

  setRule: call
    .meta({ access: admin })
    .route({
      method: 'PUT',
      path: '/clinic/second-factor',
      summary: 'Requires a second factor of staff, or ends that',
      description:
        'While it is required, staff without one can sign in, but calls for staff answer 403 SECOND_FACTOR_REQUIRED.',
    })
    .errors({
      YOURS_FIRST: {
        status: 409,
        message: 'Set up your own second factor first. Without it, you could not come back to this page.',
      },
    })
    .input(z.object({ required: z.boolean() }))
    .output(SecondFactorRule.extend({ acknowledged: z.literal(true) })),

  reset: call
    .meta({ access: admin })
    .route({
      method: 'POST',
      path: '/users/{id}/second-factor/reset',
      summary: "Removes a person's second factor",
      description:
        'For someone who has lost their device. Their authenticator app, recovery codes and passkeys no longer work, ' +
        'their calendar feed ends, they are signed out everywhere, and they get an email. `checked` says how the admin ' +
        'checked who is asking, and is in the audit log. `deletedCount` is 0 if they had none.',
    })
    .errors({
      YOURSELF: { status: 409, message: 'To change your own second factor, open Security.' },
      OTHER_NUMBER: {
        status: 409,
        message:
          'Their telephone number is missing, or it was added or changed in the last 30 days, so a call does not prove their identity. ' +
          'Ask for an identity document, or see them in person.',
      },
    })
    .input(z.object({ id: LookupId, checked: IdentityCheck }))
    .output(z.object({ acknowledged: z.literal(true), deletedCount: z.number().int() })),
});
