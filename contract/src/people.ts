import * as z from 'zod';
import { admin, signedIn } from './access.ts';
import { call, notFound } from './call.ts';
import { UserRecord } from './identity.ts';
import { Currency, EmailInput, Id, LookupId, Price } from './wire.ts';

/** What the caller may do with a person. The client shows it as it is. */
export const PersonActions = z.object({
  makeAdmin: z.boolean(),
  removeAdmin: z.boolean(),
  makeDoctor: z.boolean(),
  removeDoctor: z.boolean(),
  makeFrontDesk: z.boolean(),
  removeFrontDesk: z.boolean(),
  delete: z.boolean(),
  /** They have a second factor, and are not the caller. */
  resetSecondFactor: z.boolean(),
  /** They are not the caller, who ends their own sessions in their profile. */
  endSessions: z.boolean(),
});
export type PersonActions = z.infer<typeof PersonActions>;

/** A row of All Users. Someone who is both admin and doctor has the role 'admin' and both flags. */
export const ListedPerson = UserRecord.extend({
  isAdmin: z.boolean(),
  isDoctor: z.boolean(),
  isFrontDesk: z.boolean(),
  joinedAt: z.iso.datetime(),
  can: PersonActions,
});
export type ListedPerson = z.infer<typeof ListedPerson>;

/** What somebody whose account is closed still gets at the front desk, or will get for the appointments that it cancels. */
export const RefundsAtClinic = z.array(z.object({ amount: Price, currency: Currency }));

/** The column to sort by; a minus sign reverses it. Ties are sorted by name. Roles: people who have the role first. */
export const descending = <T extends string>(columns: readonly T[]) =>
  z.enum([...columns, ...columns.map((column): `-${T}` => `-${column}`)]);
export const PeopleOrder = descending(['name', 'email', 'joined', 'admin', 'doctor', 'front-desk']);
export type PeopleOrder = z.infer<typeof PeopleOrder>;

/** How a list of people is searched. */
export const Search = z
  .string()
  .trim()
  .max(100, 'Search terms can have at most 100 characters.')
  .default('')
  .describe('Words, each of which must occur in the name or the email address');
export const Count = z.object({ count: z.number().int().nonnegative() });
/** Which page of a list: at most `limit` rows, after the row `cursor`. */
export const page = { limit: z.coerce.number().int().min(1).max(200).default(200), cursor: Id.optional() };
export const WhoseId = z.object({ id: LookupId });

const Changed = z.object({
  acknowledged: z.literal(true),
  matchedCount: z.number().int(),
  /** 0 if nobody has this id or the person already had the role. */
  modifiedCount: z.number().int(),
});
export const Deleted = z.object({
  acknowledged: z.literal(true),
  /** 0 if nobody has this id. */
  deletedCount: z.number().int(),
  /** How many future bookings this cancelled. */
  cancelledBookings: z.number().int(),
});

export const lastAdminRefusal = {
  LAST_ADMIN: { status: 409, message: 'The clinic needs an admin, and this is the last one.' },
} as const;
export const deletionRefusals = {
  ...lastAdminRefusal,
  YOURSELF: {
    status: 409,
    message: 'You cannot delete yourself here. To close your own account, open your profile.',
  },
} as const;

export const registrationRefusals = {
  SPECIALTY_UNKNOWN: { status: 409, message: 'The clinic has no such specialty.' },
  /** The name or the photo is not allowed; the message says why. */
  PROFILE_REFUSED: { status: 409, message: 'That name or photo cannot be used.' },
} as const;

/** A role is given only to the confirmed owner of an address: anyone can sign up with it. */
const unconfirmedRefusal = {
  EMAIL_UNCONFIRMED: { status: 409, message: 'The email address of this account has not been confirmed.' },
} as const;

export const people = call.tag('People').router({
  list: call
    .meta({ access: admin, limit: 'searchesByPerson' })
    .route({
      method: 'GET',
      path: '/users',
      summary: 'The people of the clinic, by name',
      description:
        'At most `limit` at a time; the next page starts after the `_id` given as `cursor`, in the same order.',
    })
    .input(z.object({ search: Search, sort: PeopleOrder.default('name'), ...page }))
    .output(z.array(ListedPerson)),

  count: call
    .meta({ access: admin, limit: 'searchesByPerson' })
    .route({ method: 'GET', path: '/users/count', summary: 'How many people there are, or match the search' })
    .input(z.object({ search: Search }))
    .output(Count),

  createRecord: call
    .meta({ access: signedIn })
    .route({
      method: 'POST',
      path: '/users',
      summary: "Ensures that the caller's record exists; for an admin, also makes someone a doctor",
      description:
        'The record is created with the account, so this changes nothing for the caller and may be repeated. An ' +
        'admin with `role: "doctor"` makes the person with that email address a doctor, and adds them if there is ' +
        'none: without a password, which they set by "Forget Password?". With `specialty`, patients can book with ' +
        'them from then on. For everyone else, a role in the body is ignored.',
    })
    .errors({
      ...registrationRefusals,
      ...unconfirmedRefusal,
      NOT_YOU: { status: 409, message: 'You can only create a record for your own email address.' },
    })
    .input(
      z.object({
        name: z.string().trim().min(1, 'Name is Required').max(100),
        email: EmailInput,
        specialty: z.string().trim().max(200).optional(),
        photoURL: z.string().max(2000).optional(),
        role: z.string().max(40).optional(),
      }),
    )
    .output(z.object({ acknowledged: z.literal(true), insertedId: Id })),

  makeAdmin: call
    .meta({ access: admin })
    .route({ method: 'PUT', path: '/users/admin/{id}', summary: 'Makes a person an admin' })
    .errors(unconfirmedRefusal)
    .input(WhoseId)
    .output(Changed),

  removeAdmin: call
    .meta({ access: admin })
    .route({ method: 'DELETE', path: '/users/admin/{id}', summary: 'Removes the admin role' })
    .errors(lastAdminRefusal)
    .input(WhoseId)
    .output(Changed),

  makeDoctor: call
    .meta({ access: admin })
    .route({
      method: 'PUT',
      path: '/users/doctor/{id}',
      summary: 'Makes a person a doctor',
      description: 'An admin remains an admin. Nothing can be booked with them until PUT /v2/updateAppointmentOptions.',
    })
    .errors(unconfirmedRefusal)
    .input(WhoseId)
    .output(Changed),

  removeDoctor: call
    .meta({ access: admin })
    .route({
      method: 'DELETE',
      path: '/users/doctor/{id}',
      summary: 'Removes the doctor role',
      description: 'They can no longer be booked, and their future bookings are cancelled with a reason.',
    })
    .input(WhoseId)
    .output(Changed.extend({ cancelledBookings: z.number().int() })),

  makeFrontDesk: call
    .meta({ access: admin })
    .route({
      method: 'PUT',
      path: '/users/front-desk/{id}',
      summary: 'Lets a person work at the front desk',
      description: 'They see every booking and book for patients. Other roles are unchanged.',
    })
    .errors(unconfirmedRefusal)
    .input(WhoseId)
    .output(Changed),

  removeFrontDesk: call
    .meta({ access: admin })
    .route({ method: 'DELETE', path: '/users/front-desk/{id}', summary: 'Removes the front desk role' })
    .input(WhoseId)
    .output(Changed),

  endSessions: call
    .meta({ access: admin })
    .route({
      method: 'DELETE',
      path: '/users/{id}/sessions',
      summary: 'Signs a person out everywhere',
      description:
        'For a lost device, or somebody who has left. Their access tokens no longer work, their live connections ' +
        'are closed, and their calendar feed ends. `deletedCount` is the number of sessions that ended.',
    })
    .errors({
      ...notFound,
      YOURSELF: { status: 409, message: 'To end your own sessions, open your profile.' },
    })
    .input(WhoseId)
    .output(z.object({ acknowledged: z.literal(true), deletedCount: z.number().int() })),

  deletion: call
    .meta({ access: admin })
    .route({ method: 'GET', path: '/users/{id}/deletion', summary: 'What deleting this person would do' })
    .errors(notFound)
    .input(WhoseId)
    .output(
      z.object({
        name: z.string(),
        /** Without one, they cannot sign in, and get no emails. */
        hasAccount: z.boolean(),
        /** The name of the person who looks after them. */
        guardian: z.string().optional(),
        /** Future bookings that would be cancelled: their own, and those that patients have with them. */
        bookingsAsPatient: z.number().int(),
        bookingsAsDoctor: z.number().int(),
        /** For how many of the appointments the payment is disputed at the bank, which decides about it, and not refunded. */
        disputedAsPatient: z.number().int(),
        disputedAsDoctor: z.number().int(),
        refundsAtClinic: RefundsAtClinic,
        /** Their posts, which are deleted, and their conversations, which stay under their name. */
        posts: z.number().int(),
        conversations: z.number().int(),
        /** The people whom they look after, who are deleted too. */
        dependants: z.number().int(),
        /** Why it would be refused, as a sentence. */
        refusal: z.string().optional(),
      }),
    ),

  delete: call
    .meta({ access: admin })
    .route({
      method: 'DELETE',
      path: '/users/{id}',
      summary: 'Deletes a person',
      description:
        'They are signed out at once and cannot sign in again; the email address is free for a new account. Future ' +
        'bookings, their own and those with them as a doctor, are cancelled with a reason and an email to the patient.',
    })
    .errors(deletionRefusals)
    .input(WhoseId)
    .output(Deleted),
});
