import * as z from 'zod';
import { everyoneRecognisedLeniently, signedIn } from './access.ts';
import { call } from './call.ts';
import { EmailInput } from './wire.ts';

/**
 * Whether emails reach somebody. `unconfirmed`: they get only the link that confirms their address. When they open it,
 * they get the emails of the last week. `unwanted`: emails of this kind are switched off, by the person or for everybody;
 * only calls about one kind of email return it.
 */
export const EmailReach = z.enum(['on', 'unconfirmed', 'no-address', 'unwanted']);
export type EmailReach = z.infer<typeof EmailReach>;

export const emailConfirmation = call.tag('Identity').router({
  send: call
    .meta({ access: signedIn, limit: 'confirmationsByPerson', idempotency: 'repeatable' })
    .route({
      method: 'POST',
      path: '/email-confirmation',
      summary: 'Emails a link that confirms the address of the signed-in person',
      description:
        'Sign-up sends one too. Until the address is confirmed, no other email goes to it; those of the last week ' +
        'follow then.',
    })
    .output(z.object({ acknowledged: z.literal(true), isConfirmed: z.boolean() })),

  change: call
    .meta({ access: signedIn, limit: 'confirmationsByPerson', idempotency: 'repeatable' })
    .route({
      method: 'POST',
      path: '/email-confirmation/change',
      summary: 'Emails a link that changes the address of the signed-in person to a new one',
      description:
        'The link goes to the new address and is valid for a day. The old address stays until the link is opened. ' +
        'Nothing is sent to an address that has an account already; the answer does not say so.',
    })
    .errors({
      WRONG_PASSWORD: { status: 409, message: 'That is not your password.' },
      NO_PASSWORD: { status: 409, message: 'Your account has no password. Set one first.' },
      SAME_ADDRESS: { status: 409, message: 'This is your address already.' },
    })
    .input(z.object({ email: EmailInput, password: z.string().max(128) }))
    .output(z.object({ acknowledged: z.literal(true) })),

  confirm: call
    .meta({ access: everyoneRecognisedLeniently, idempotency: 'repeatable' })
    .route({
      method: 'POST',
      path: '/email-confirmation/confirm',
      summary: 'Confirms an address, or changes it to a new one, with the code of the link',
      description:
        'The code is in the body, so that it does not appear in logged URLs. Repeating the call has no effect. Callers who are ' +
        'not signed in to the account must send its password, if it has one, because whoever reads the email may not be the ' +
        "account's owner.",
    })
    .errors({
      PASSWORD_REQUIRED: {
        status: 409,
        message: 'You are not signed in to this account here. To confirm, enter its password.',
      },
      WRONG_PASSWORD: { status: 409, message: 'That is not the password of this account.' },
      LINK_INVALID: {
        status: 409,
        message: 'This link is no longer valid. Sign in and ask for a new one in your profile.',
      },
    })
    .input(z.object({ token: z.string().max(600), password: z.string().max(128).optional() }))
    .output(z.object({ acknowledged: z.literal(true), email: z.string() })),
});
