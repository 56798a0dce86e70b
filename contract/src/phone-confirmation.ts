import * as z from 'zod';
import { signedIn } from './access.ts';
import { call } from './call.ts';

export const phoneConfirmation = call.tag('Profile').router({
  get: call
    .meta({ access: signedIn })
    .route({
      method: 'GET',
      path: '/phone-confirmation',
      summary: "The caller's phone number, and whether text messages may go to it",
    })
    .output(
      z.object({
        /** Whether the clinic sends text messages. */
        isOn: z.boolean(),
        phoneNumber: z.string().nullable(),
        isConfirmed: z.boolean(),
      }),
    ),

  send: call
    .meta({ access: signedIn, limit: 'phoneCodesByAddress' })
    .route({
      method: 'POST',
      path: '/phone-confirmation',
      summary: "Sends a code of six digits to the caller's phone number, as a text message",
      description:
        'It is valid for ten minutes, and ends the code before it. A person and a number get at most three in an hour ' +
        'and six in a day. Nothing else is sent to a number that is not confirmed.',
    })
    .errors({
      TEXTS_OFF: { status: 409, message: 'This clinic sends no text messages.' },
      EMAIL_NOT_CONFIRMED: { status: 409, message: 'Please confirm your email address first.' },
      NO_PHONE: { status: 409, message: 'Please save your phone number first.' },
      TAKES_NO_TEXTS: {
        status: 409,
        message: 'We cannot send text messages to this number. Enter a mobile number with + and the country code.',
      },
      TOO_MANY_CODES: {
        status: 409,
        message: 'Several codes were sent to you or to this number already. Please try again in an hour, or tomorrow.',
      },
    })
    .output(z.object({ acknowledged: z.literal(true), isConfirmed: z.boolean(), phoneNumber: z.string() })),

  // A transaction that a key opened would undo the count of wrong codes with the refusal.
  confirm: call
    .meta({ access: signedIn, limit: 'phoneCodesByAddress', idempotency: 'repeatable' })
    .route({
      method: 'POST',
      path: '/phone-confirmation/confirm',
      summary: "Confirms the caller's phone number with the code",
      description: 'After five wrong codes a new one is needed. A number can be confirmed by several people.',
    })
    .errors({
      WRONG_CODE: { status: 409, message: 'That is not the code. Please check it.' },
      CODE_OVER: { status: 409, message: 'This code is no longer valid. Please ask for a new one.' },
    })
    .input(
      z.object({
        code: z
          .string()
          .transform((text) => text.replaceAll(/\s/g, ''))
          .pipe(z.string().regex(/^\d{6}$/, 'The code has six digits.')),
      }),
    )
    .output(z.object({ acknowledged: z.literal(true), isConfirmed: z.literal(true) })),
});
