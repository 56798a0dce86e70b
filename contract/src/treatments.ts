import * as z from 'zod';
import { admin, everyoneRecognised } from './access.ts';
import { call, notFound } from './call.ts';
import { Currency, Id, LookupId, Price } from './wire.ts';

/** A treatment that the clinic offers. Public. */
export const Treatment = z.object({
  _id: Id,
  name: z.string(),
  description: z.string(),
  /** How long an appointment lasts. */
  minutes: z.number().int().positive(),
  /** Minutes after an appointment in which the doctor cannot be booked. Not shown to patients. */
  bufferMinutes: z.number().int().nonnegative(),
  price: Price,
  currency: Currency,
  /** '#3b82f6', or null for none. */
  colour: z.string().nullable(),
  /** False when archived: it can no longer be booked, and existing bookings stay. */
  active: z.boolean(),
});
export type Treatment = z.infer<typeof Treatment>;

const ListedTreatment = Treatment.extend({
  /** Whether an open option offers it. If not, nobody can book it. */
  isOffered: z.boolean(),
});
type ListedTreatment = z.infer<typeof ListedTreatment>;

const minutes = z
  .number()
  .int('Enter whole minutes.')
  .min(5, 'A treatment takes at least 5 minutes.')
  .max(1440, 'A treatment takes at most a day.');

const TreatmentFields = z.object({
  name: z.string().trim().min(1, 'Name is Required').max(100, 'A name has at most 100 characters.'),
  minutes,
  price: Price,
  /** The clinic's currency by default. An existing treatment keeps its currency. */
  currency: Currency.optional(),
  bufferMinutes: z
    .number()
    .int('Enter whole minutes.')
    .min(0, 'A buffer cannot be negative.')
    .max(240, 'The buffer can be at most 240 minutes.')
    .optional(),
  description: z.string().trim().max(2000, 'A description has at most 2000 characters.').optional(),
  colour: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, "Enter a colour like '#3b82f6'.")
    .nullable()
    .optional(),
  active: z.boolean().optional(),
});
/** The fields of a new treatment. */
export type TreatmentFields = z.output<typeof TreatmentFields>;

const TreatmentChanges = TreatmentFields.partial();
/** The fields of a treatment to change. */
export type TreatmentChanges = z.output<typeof TreatmentChanges>;

/** Two such lists fit into the body that `setOrder` takes. */
const TreatmentOrder = z.array(Id).max(10_000);

const refusals = {
  TREATMENT_EXISTS: { status: 409, message: 'There is already a treatment with this name.' },
  PRICE_REFUSED: { status: 409, message: 'This price cannot be paid in this currency.' },
} as const;

export const treatments = call.tag('Treatments').router({
  list: call
    .meta({ access: everyoneRecognised })
    .route({
      method: 'GET',
      path: '/treatments',
      summary: 'The treatments of the clinic, in the order of the clinic',
      description: 'Public. Staff also get archived treatments (`active` is false).',
    })
    .output(z.array(ListedTreatment)),

  create: call
    .meta({ access: admin })
    .route({ method: 'POST', path: '/treatments', summary: 'Adds a treatment, as the last one' })
    .errors(refusals)
    .input(TreatmentFields)
    .output(Treatment.extend({ acknowledged: z.literal(true) })),

  update: call
    .meta({ access: admin })
    .route({
      method: 'PUT',
      path: '/treatments/{id}',
      summary: 'Changes, archives or restores a treatment',
      description:
        'Fields that are left out do not change. Existing bookings keep their name, length, buffer and price. An archived ' +
        'treatment (`active: false`) cannot be booked; its doctors and their hours are kept in case it is restored.',
    })
    .errors({ ...notFound, ...refusals })
    .input(TreatmentChanges.extend({ id: LookupId }))
    .output(Treatment.extend({ acknowledged: z.literal(true) })),

  setOrder: call
    .meta({ access: admin, maxBodyBytes: 1024 * 1024 })
    .route({
      method: 'PUT',
      path: '/treatment-order',
      summary: 'Changes the order of the treatments',
      description:
        'Send the ids of all treatments, archived ones too: in the order in which you saw them (`seen`), and in the new one ' +
        '(`wanted`). If the list is not the one that you saw, the answer is 409, and nothing changes.',
    })
    .errors({
      LIST_CHANGED: {
        status: 409,
        message: 'Somebody else changed the list of treatments in the meantime. Please look at it again.',
      },
    })
    .input(
      z
        .object({ seen: TreatmentOrder, wanted: TreatmentOrder })
        .refine(({ seen, wanted }) => seen.toSorted().join(' ') === wanted.toSorted().join(' '), {
          path: ['wanted'],
          message: 'The new order must have the same treatments.',
        }),
    )
    .output(z.object({ acknowledged: z.literal(true) })),
});
