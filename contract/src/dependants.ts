import * as z from 'zod';
import { signedIn } from './access.ts';
import { IsoDate, IsoDateInput } from './availability.ts';
import { call, notFound } from './call.ts';
import { MOST_DEPENDANTS, RELATIONS } from './relations.ts';
import { Id, LookupId } from './wire.ts';

export const PersonName = z
  .string()
  .trim()
  .min(1, 'Name is Required')
  .max(100, 'Name must be at most 100 characters long');

/** Somebody whom the caller looks after and books appointments for, such as a child. They have no account. */
export const Dependant = z.object({ _id: Id, name: z.string(), dateOfBirth: IsoDate, relation: z.enum(RELATIONS) });
export type Dependant = z.infer<typeof Dependant>;

const fields = { name: PersonName, dateOfBirth: IsoDateInput, relation: z.enum(RELATIONS) };
const refusals = {
  /** The name is not allowed, or the date of birth lies in the future; the message says which. */
  DEPENDANT_REFUSED: { status: 409, message: 'That name or date of birth cannot be used.' },
} as const;
export const dependants = call.tag('Dependants').router({
  list: call
    .meta({ access: signedIn })
    .route({ method: 'GET', path: '/me/dependants', summary: 'The people whom the caller looks after, by name' })
    .output(z.array(Dependant)),

  add: call
    .meta({ access: signedIn, limit: 'additionsByPerson' })
    .route({ method: 'POST', path: '/me/dependants', summary: 'Adds somebody whom the caller looks after' })
    .errors({
      ...refusals,
      TOO_MANY: { status: 409, message: `You can add at most ${MOST_DEPENDANTS} people.` },
    })
    .input(z.object(fields))
    .output(z.object({ acknowledged: z.literal(true), dependant: Dependant })),

  save: call
    .meta({ access: signedIn })
    .route({
      method: 'PUT',
      path: '/me/dependants/{id}',
      summary: 'Changes the name, date of birth or relation of somebody whom the caller looks after',
      description: 'Appointments keep the name under which they were booked.',
    })
    .errors({ ...notFound, ...refusals })
    .input(z.object({ id: LookupId, ...fields }))
    .output(z.object({ acknowledged: z.literal(true), dependant: Dependant })),

  remove: call
    .meta({ access: signedIn })
    .route({
      method: 'DELETE',
      path: '/me/dependants/{id}',
      summary: 'Removes somebody whom the caller looks after',
      description: 'Past appointments stay. Refused while there is an appointment to come.',
    })
    .errors({
      ...notFound,
      HAS_APPOINTMENTS: {
        status: 409,
        message: 'This person has an appointment to come. Please cancel it first.',
      },
    })
    .input(z.object({ id: LookupId }))
    .output(z.object({ acknowledged: z.literal(true) })),
});
