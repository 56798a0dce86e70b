import * as z from 'zod';
import { admin } from './access.ts';
import { call } from './call.ts';
import { doctorPasswordMessages, passwordFault, passwordRefusal } from './password-rule.ts';
import { Count, Deleted, deletionRefusals, descending, page, registrationRefusals, Search, WhoseId } from './people.ts';
import { EmailInput, Id } from './wire.ts';

/** A row of Manage Doctors. `specialty` names all `specialties`, with commas between them; absent if there is none. */
export const Doctor = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  specialty: z.string().optional(),
  /** The names of the treatments that can be booked with them. */
  specialties: z.array(z.string()),
  photoURL: z.string().optional(),
  role: z.literal('doctor'),
  isAdmin: z.boolean(),
  can: z.object({ removeDoctor: z.boolean(), delete: z.boolean() }),
});
export type Doctor = z.infer<typeof Doctor>;

export const DoctorsOrder = descending(['name', 'email', 'specialty']);
export type DoctorsOrder = z.infer<typeof DoctorsOrder>;

const required = (message: string) => z.string(message).trim().min(1, message);

/** The form of Doctor Registration, with its messages. */
const DoctorRegistration = z.object({
  name: required('Name is Required').max(100, 'Name must be at most 100 characters long'),
  email: required('Email is Required').pipe(EmailInput),
  password: z.string('Password is required').superRefine((password, context) => {
    const fault = passwordFault(password);
    if (fault) context.addIssue({ code: 'custom', message: doctorPasswordMessages[fault] });
  }),
  specialty: required('Specialty is Required').max(200),
  photoURL: required('Photo is Required').max(500),
});

export const doctors = call.tag('People').router({
  list: call
    .meta({ access: admin, limit: 'searchesByPerson' })
    .route({ method: 'GET', path: '/doctors', summary: 'The doctors, by name' })
    .input(z.object({ search: Search, sort: DoctorsOrder.default('name'), ...page }))
    .output(z.array(Doctor)),

  count: call
    .meta({ access: admin, limit: 'searchesByPerson' })
    .route({ method: 'GET', path: '/doctors/count', summary: 'How many doctors there are' })
    .input(z.object({ search: Search }))
    .output(Count),

  register: call
    .meta({ access: admin })
    .route({
      method: 'POST',
      path: '/doctors',
      summary: 'Registers a doctor: account, person, and the option of their specialty',
      description: 'All of it or nothing. Patients can then book with them during the opening hours of the clinic.',
    })
    .errors({
      ...registrationRefusals,
      ...passwordRefusal,
      EMAIL_TAKEN: { status: 409, message: 'There is already an account with this email address.' },
    })
    .input(DoctorRegistration)
    .output(z.object({ acknowledged: z.literal(true), insertedId: Id, optionId: Id })),

  delete: call
    .meta({ access: admin })
    .route({
      method: 'DELETE',
      path: '/doctors/{id}',
      summary: 'Deletes a doctor',
      description: 'As DELETE /users/{id}; `deletedCount` is 0 for anyone who is not a doctor.',
    })
    .errors(deletionRefusals)
    .input(WhoseId)
    .output(Deleted),
});
