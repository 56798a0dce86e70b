import * as z from 'zod';
import { everyoneRecognised, thatPersonOrAdmin } from './access.ts';
import { call, notFound } from './call.ts';
import { EmailInput, Id } from './wire.ts';

/** The signed-in user as the identity service describes them, with the roles that our database gives them. */
export const SignedInUser = z.object({
  uid: Id,
  email: z.string(),
  displayName: z.string(),
  photoURL: z.string().nullable(),
  emailVerified: z.boolean(),
  isAdmin: z.boolean(),
  isDoctor: z.boolean(),
});
export type SignedInUser = z.infer<typeof SignedInUser>;

/** A person's record. `role` is absent for a plain user; who is both admin and doctor reads 'admin'. */
export const UserRecord = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'doctor']).optional(),
  photoURL: z.string().optional(),
});
export type UserRecord = z.infer<typeof UserRecord>;

const ByEmail = z.object({ email: EmailInput });

export const identity = {
  session: call
    .meta({ access: everyoneRecognised })
    .route({ method: 'GET', path: '/session', tags: ['Identity'], summary: 'Who is signed in, if anyone' })
    .output(z.object({ user: SignedInUser.nullable() })),

  accessToken: call
    .meta({ access: { who: 'that-person', orAdmin: false, cookieOnly: true } })
    .route({
      method: 'GET',
      path: '/jwt',
      tags: ['Identity'],
      summary: 'An access token for the signed-in person',
      description: 'Lives 15 minutes and ends with the session. Fetch a new one every 5 minutes and after a 401.',
    })
    .input(ByEmail)
    .output(z.object({ accessToken: z.string() })),

  userRecord: call
    .meta({ access: thatPersonOrAdmin })
    .route({ method: 'GET', path: '/user/mongo', tags: ['Identity'], summary: "A person's record" })
    .errors(notFound)
    .input(ByEmail)
    .output(UserRecord),

  adminCheck: call
    .meta({ access: thatPersonOrAdmin })
    .route({ method: 'GET', path: '/users/admin/{email}', tags: ['Identity'], summary: 'Is this person an admin?' })
    .input(ByEmail)
    .output(z.object({ isAdmin: z.boolean() })),

  doctorCheck: call
    .meta({ access: thatPersonOrAdmin })
    .route({ method: 'GET', path: '/users/doctor/{email}', tags: ['Identity'], summary: 'Is this person a doctor?' })
    .input(ByEmail)
    .output(z.object({ isDoctor: z.boolean() })),
};
