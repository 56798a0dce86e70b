import * as z from 'zod';
import { admin, everyoneRecognised } from './access.ts';
import { call, notFound } from './call.ts';
import { Currency, Id, Price } from './wire.ts';

/** What the clinic does, as everybody may read it. */
export const Treatment = z.object({
  _id: Id,
  name: z.string(),
  description: z.string(),
  /** How long an appointment lasts. */
  minutes: z.number().int().positive(),
  /** How long the doctor stays busy after an appointment, to clean the room or to write. Patients are not shown it. */
  bufferMinutes: z.number().int().nonnegative(),
  price: Price,
  currency: Currency,
  /** '#3b82f6', or null where none was chosen. */
  colour: z.string().nullable(),
  /** False: archived. It cannot be booked any more, and what was booked stays. */
  active: z.boolean(),
  /** Treatments are listed by this number, and by name where it is the same. */
  order: z.number().int().nonnegative(),
});
export type Treatment = z.infer<typeof Treatment>;

const minutes = z
  .number()
  .int('Enter whole minutes.')
  .min(5, 'A treatment takes at least 5 minutes.')
  .max(1440, 'A treatment takes at most a day.');

const TreatmentFields = z.object({
  name: z.string().trim().min(1, 'Name is Required').max(100, 'A name has at most 100 characters.'),
  minutes,
  price: Price,
  /** The clinic's currency unless given; a treatment that exists keeps its own. */
  currency: Currency.optional(),
  bufferMinutes: z
    .number()
    .int('Enter whole minutes.')
    .min(0, 'A buffer is not negative.')
    .max(240, 'A buffer is at most 240 minutes.')
    .optional(),
  description: z.string().trim().max(2000, 'A description has at most 2000 characters.').optional(),
  colour: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, "A colour is written like '#3b82f6'.")
    .nullable()
    .optional(),
  active: z.boolean().optional(),
  order: z.number().int().min(0).max(10_000).optional(),
});
/** What a treatment is made from. */
export type TreatmentFields = z.output<typeof TreatmentFields>;

const TreatmentChanges = TreatmentFields.partial();
/** What of a treatment is to change. */
export type TreatmentChanges = z.output<typeof TreatmentChanges>;

const refusals = {
  TREATMENT_EXISTS: { status: 409, message: 'There is a treatment of that name already.' },
  PRICE_REFUSED: { status: 409, message: 'That price cannot be paid in this currency.' },
} as const;

const tags = ['Treatments'];

export const treatments = {
  list: call
    .meta({ access: everyoneRecognised })
    .route({
      method: 'GET',
      path: '/treatments',
      tags,
      summary: 'What the clinic offers, in its order',
      description: 'For everybody. Doctors and admins are also shown what is archived (`active` is false).',
    })
    .output(z.array(Treatment)),

  create: call
    .meta({ access: admin })
    .route({ method: 'POST', path: '/treatments', tags, summary: 'Adds a treatment' })
    .errors(refusals)
    .input(TreatmentFields)
    .output(Treatment.extend({ acknowledged: z.literal(true) })),

  update: call
    .meta({ access: admin })
    .route({
      method: 'PUT',
      path: '/treatments/{id}',
      tags,
      summary: 'Changes a treatment, archives it or brings it back',
      description:
        'What is left out stays as it is. What is booked already keeps its name, length, buffer and price. An archived ' +
        'treatment (`active: false`) cannot be booked; its doctors and their hours stay for when it comes back.',
    })
    .errors({ ...notFound, ...refusals })
    .input(TreatmentChanges.extend({ id: z.string() }))
    .output(Treatment.extend({ acknowledged: z.literal(true) })),
};
