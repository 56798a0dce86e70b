import * as z from 'zod';
import { everyone } from './access.ts';
import { call, notFound } from './call.ts';
import { ClinicCurrency, ClinicName, ClinicTimeZone } from './clinic-facts.ts';
import { passwordFault, passwordRefusal, signUpPasswordMessages } from './password-rule.ts';
import { EmailInput } from './wire.ts';

const Password = z
  .string()
  .max(1000)
  .superRefine((password, context) => {
    const fault = passwordFault(password);
    if (fault) context.addIssue({ code: 'custom', message: signUpPasswordMessages[fault] });
  });

export const setup = call.tag('Set-up').router({
  finish: call
    .meta({ access: everyone, limit: 'setupByAddress', idempotency: 'repeatable' })
    .route({
      method: 'POST',
      path: '/setup',
      summary: 'Makes the first admin and names the clinic',
      description:
        'With the code of the address that a server without an admin prints when it starts. The answer sets the ' +
        "admin's session cookie. With another code, and as soon as the clinic has an admin, it is 404. The clinic's country is that of the time zone. So is its currency, if it is left " +
        'out and the setting CURRENCY has not chosen another one than USD.',
    })
    .errors({
      ...notFound,
      ...passwordRefusal,
      EMAIL_TAKEN: {
        status: 409,
        message:
          'There is already an account with this email address. Use another one, or run `npm run admin` on the server.',
      },
      PROFILE_REFUSED: { status: 409, message: 'That name cannot be used.' },
    })
    .input(
      z.object({
        code: z.string().max(200),
        admin: z.object({
          name: z.string().trim().min(1, 'Name is Required').max(100, 'A name has at most 100 characters.'),
          email: EmailInput,
          password: Password,
        }),
        clinic: z.object({ name: ClinicName, timeZone: ClinicTimeZone, currency: ClinicCurrency.optional() }),
      }),
    )
    .output(z.object({ acknowledged: z.literal(true) })),
});
