import * as z from 'zod';
import { everyoneRecognised, selfOrAdmin } from './access.ts';
import { call, notFound } from './call.ts';
import { EmailInput, Id } from './wire.ts';

/** The signed-in user: the account's fields, and the roles from our database. */
export const SignedInUser = z.object({
  uid: Id,
  email: z.string(),
  displayName: z.string(),
  photoURL: z.string().nullable(),
  /** The phone number given last, in international form, to prefill the next form. */
  phoneNumber: z.string().nullable(),
  emailVerified: z.boolean(),
  /** Always false: everyone who is signed in has an account. */
  isAnonymous: z.literal(false),
  /** How they can sign in: 'password' or a provider. The other fields repeat the account's; nothing else is stored. */
  providerData: z.array(
    z.object({
      providerId: z.string(),
      uid: z.string(),
      email: z.string(),
      displayName: z.string(),
      photoURL: z.string().nullable(),
      phoneNumber: z.string().nullable(),
    }),
  ),
  isAdmin: z.boolean(),
  isDoctor: z.boolean(),
  isFrontDesk: z.boolean(),
});
export type SignedInUser = z.infer<typeof SignedInUser>;

/**
 * A person's record. `role` is absent for a plain user and 'admin' for someone who is both admin and doctor. The
 * specification has no role for the front desk, so `isFrontDesk` says it where it is needed.
 */
export const UserRecord = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'doctor']).optional(),
  photoURL: z.string().optional(),
});
export type UserRecord = z.infer<typeof UserRecord>;

const ByEmail = z.object({ email: EmailInput });

export const identity = call.tag('Identity').router({
  session: call
    .meta({ access: everyoneRecognised })
    .route({ method: 'GET', path: '/session', summary: 'Who is signed in, if anyone' })
    .output(z.object({ user: SignedInUser.nullable() })),

  accessToken: call
    .meta({ access: { who: 'self', orAdmin: false, cookieOnly: true } })
    .route({
      method: 'GET',
      path: '/jwt',
      summary: 'An access token for the signed-in person',
      description:
        'Valid for 15 minutes, at most until the session ends. Fetch a new one every 5 minutes and after a 401.',
    })
    .input(ByEmail)
    .output(z.object({ accessToken: z.string() })),

  userRecord: call
    .meta({ access: selfOrAdmin })
    .route({ method: 'GET', path: '/user/mongo', summary: "A person's record" })
    .errors(notFound)
    .input(ByEmail)
    .output(UserRecord),

  adminCheck: call
    .meta({ access: selfOrAdmin })
    .route({ method: 'GET', path: '/users/admin/{email}', summary: 'Is this person an admin?' })
    .input(ByEmail)
    .output(z.object({ isAdmin: z.boolean() })),

  doctorCheck: call
    .meta({ access: selfOrAdmin })
    .route({ method: 'GET', path: '/users/doctor/{email}', summary: 'Is this person a doctor?' })
    .input(ByEmail)
    .output(z.object({ isDoctor: z.boolean() })),
});
