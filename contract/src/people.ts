import * as z from 'zod';
import { admin, signedIn } from './access.ts';
import { call, notFound } from './call.ts';
import { UserRecord } from './identity.ts';
import { doctorPasswordMessages, passwordFault } from './password-rule.ts';
import { EmailInput, Id } from './wire.ts';

/** What the caller may do with a person. The screen shows it and never works it out again. */
export const PersonActions = z.object({
  makeAdmin: z.boolean(),
  removeAdmin: z.boolean(),
  makeDoctor: z.boolean(),
  removeDoctor: z.boolean(),
  delete: z.boolean(),
});
export type PersonActions = z.infer<typeof PersonActions>;

/** A row of All Users. Who is both admin and doctor has the role 'admin' and both flags. */
export const ListedPerson = UserRecord.extend({
  isAdmin: z.boolean(),
  isDoctor: z.boolean(),
  joinedAt: z.iso.datetime(),
  can: PersonActions,
});
export type ListedPerson = z.infer<typeof ListedPerson>;

/** A row of Manage Doctors. `specialty` names every treatment that can be booked with them; absent when none can. */
export const Doctor = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  specialty: z.string().optional(),
  photoURL: z.string().optional(),
  role: z.literal('doctor'),
  isAdmin: z.boolean(),
  can: z.object({ removeDoctor: z.boolean(), delete: z.boolean() }),
});
export type Doctor = z.infer<typeof Doctor>;

/** By which column, and with a minus sign from its end. Equal ones follow by name. Roles: those who have it first. */
const descending = <T extends string>(columns: readonly T[]) =>
  z.enum([...columns, ...columns.map((column): `-${T}` => `-${column}`)]);
export const PeopleOrder = descending(['name', 'email', 'joined', 'admin', 'doctor']);
export type PeopleOrder = z.infer<typeof PeopleOrder>;
export const DoctorsOrder = descending(['name', 'email', 'specialty']);
export type DoctorsOrder = z.infer<typeof DoctorsOrder>;

const Search = z
  .string()
  .trim()
  .max(100, 'That is too long to search for.')
  .default('')
  .describe('Words of which each has to be in the name or the e-mail address');
const Count = z.object({ count: z.number().int().nonnegative() });
const page = { limit: z.coerce.number().int().min(1).max(200).default(200), cursor: Id.optional() };
const WhoseId = z.object({ id: z.string() });

const Changed = z.object({
  acknowledged: z.literal(true),
  matchedCount: z.number().int(),
  /** 0 when nobody has this id, or the person was that already. */
  modifiedCount: z.number().int(),
});
const Deleted = z.object({
  acknowledged: z.literal(true),
  /** 0 when nobody has this id. */
  deletedCount: z.number().int(),
  /** How many future bookings this cancelled. */
  cancelledBookings: z.number().int(),
});

export const lastAdminRefusal = {
  LAST_ADMIN: { status: 409, message: 'The clinic needs an admin, and this is the last one.' },
} as const;
const deletionRefusals = {
  ...lastAdminRefusal,
  YOURSELF: {
    status: 409,
    message: 'You cannot delete yourself here. To close your own account, open your profile.',
  },
} as const;

export const registrationRefusals = {
  SPECIALTY_UNKNOWN: { status: 409, message: 'The clinic has no such specialty.' },
  /** The name or the photo is one that nobody may have; the message says why. */
  PROFILE_REFUSED: { status: 409, message: 'That name or photo cannot be used.' },
} as const;

const required = (message: string) => z.string(message).trim().min(1, message);

/** The form of Doctor Registration, with its messages. */
export const DoctorRegistration = z.object({
  name: required('Name is Required').max(100, 'Name must be at most 100 characters long'),
  email: required('Email is Required').pipe(EmailInput),
  password: z.string('Password is required').superRefine((password, context) => {
    const fault = passwordFault(password);
    if (fault) context.addIssue({ code: 'custom', message: doctorPasswordMessages[fault] });
  }),
  specialty: required('Specialty is Required').max(200),
  photoURL: required('Photo is Required').max(500),
});

export const people = {
  list: call
    .meta({ access: admin })
    .route({
      method: 'GET',
      path: '/users',
      tags: ['People'],
      summary: 'The people of the clinic, by name',
      description:
        'At most `limit` at a time; the next page starts after the `_id` given as `cursor`, in the same order.',
    })
    .input(z.object({ search: Search, sort: PeopleOrder.default('name'), ...page }))
    .output(z.array(ListedPerson)),

  count: call
    .meta({ access: admin })
    .route({
      method: 'GET',
      path: '/users/count',
      tags: ['People'],
      summary: 'How many people there are, or are found',
    })
    .input(z.object({ search: Search }))
    .output(Count),

  createRecord: call
    .meta({ access: signedIn })
    .route({
      method: 'POST',
      path: '/users',
      tags: ['People'],
      summary: "Makes sure that the signed-in person's record exists; for an admin, also makes a doctor",
      description:
        'The record is made with the account, so for oneself this changes nothing and may be repeated. An admin with ' +
        '`role: "doctor"` makes the person of that e-mail address a doctor, and adds them if there is none: without a ' +
        'password, which they set by "Forget Password?". With `specialty`, patients can book with them from then on. ' +
        'A role in the body is ignored for everyone else.',
    })
    .errors({
      ...registrationRefusals,
      EMAIL_UNCONFIRMED: { status: 409, message: 'An account with this e-mail address has not been confirmed.' },
      NOT_YOU: { status: 409, message: 'You can only create a record for your own e-mail address.' },
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
    .route({ method: 'PUT', path: '/users/admin/{id}', tags: ['People'], summary: 'Makes a person an admin' })
    .input(WhoseId)
    .output(Changed),

  removeAdmin: call
    .meta({ access: admin })
    .route({ method: 'DELETE', path: '/users/admin/{id}', tags: ['People'], summary: 'Takes the admin role away' })
    .errors(lastAdminRefusal)
    .input(WhoseId)
    .output(Changed),

  makeDoctor: call
    .meta({ access: admin })
    .route({
      method: 'PUT',
      path: '/users/doctor/{id}',
      tags: ['People'],
      summary: 'Makes a person a doctor',
      description: 'An admin stays one. Nothing can be booked with them until PUT /v2/updateAppointmentOptions.',
    })
    .input(WhoseId)
    .output(Changed),

  removeDoctor: call
    .meta({ access: admin })
    .route({
      method: 'DELETE',
      path: '/users/doctor/{id}',
      tags: ['People'],
      summary: 'Takes the doctor role away',
      description: 'Nothing can be booked with them any more, and their future bookings are cancelled with a reason.',
    })
    .input(WhoseId)
    .output(Changed.extend({ cancelledBookings: z.number().int() })),

  deletion: call
    .meta({ access: admin })
    .route({
      method: 'GET',
      path: '/users/{id}/deletion',
      tags: ['People'],
      summary: 'What deleting this person would do',
    })
    .errors(notFound)
    .input(WhoseId)
    .output(
      z.object({
        name: z.string(),
        /** Future bookings that would be cancelled: their own, and those that patients have with them. */
        bookingsAsPatient: z.number().int(),
        bookingsAsDoctor: z.number().int(),
        /** What they wrote in the feed, which goes, and what they talked about, which stays under their name. */
        posts: z.number().int(),
        conversations: z.number().int(),
        /** Why it would be refused, as a sentence. */
        refusal: z.string().optional(),
      }),
    ),

  delete: call
    .meta({ access: admin })
    .route({
      method: 'DELETE',
      path: '/users/{id}',
      tags: ['People'],
      summary: 'Deletes a person',
      description:
        'They are signed out at once and cannot sign in again; the e-mail address is free for a new account. Future ' +
        'bookings, their own and those with them as a doctor, are cancelled with a reason and a mail to the patient.',
    })
    .errors(deletionRefusals)
    .input(WhoseId)
    .output(Deleted),
};

export const doctors = {
  list: call
    .meta({ access: admin })
    .route({ method: 'GET', path: '/doctors', tags: ['People'], summary: 'The doctors, by name' })
    .input(z.object({ search: Search, sort: DoctorsOrder.default('name'), ...page }))
    .output(z.array(Doctor)),

  count: call
    .meta({ access: admin })
    .route({ method: 'GET', path: '/doctors/count', tags: ['People'], summary: 'How many doctors there are' })
    .input(z.object({ search: Search }))
    .output(Count),

  register: call
    .meta({ access: admin })
    .route({
      method: 'POST',
      path: '/doctors',
      tags: ['People'],
      summary: 'Registers a doctor: account, person, and the option of their specialty',
      description: 'All of it or nothing. Patients can book with them at the opening hours of the clinic from then on.',
    })
    .errors({
      ...registrationRefusals,
      EMAIL_TAKEN: { status: 409, message: 'There is an account with this e-mail address already.' },
    })
    .input(DoctorRegistration)
    .output(z.object({ acknowledged: z.literal(true), insertedId: Id, optionId: Id })),

  delete: call
    .meta({ access: admin })
    .route({
      method: 'DELETE',
      path: '/doctors/{id}',
      tags: ['People'],
      summary: 'Deletes a doctor',
      description: 'As DELETE /users/{id}; `deletedCount` is 0 for anyone who is not a doctor.',
    })
    .errors(deletionRefusals)
    .input(WhoseId)
    .output(Deleted),
};
