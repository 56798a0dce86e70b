import * as z from 'zod';
import { signedIn } from './access.ts';
import { bookingRefusals } from './booking.ts';
import { call } from './call.ts';
import { Id, LookupId, MediumDateInput } from './wire.ts';

/** Why a slot is not held. Everything else is refused with the booking. */
const holdRefusals = {
  SLOT_TAKEN: bookingRefusals.SLOT_TAKEN,
  SLOT_NOT_OFFERED: bookingRefusals.SLOT_NOT_OFFERED,
  SLOT_PAST: bookingRefusals.SLOT_PAST,
  TOO_SHORT_NOTICE: bookingRefusals.TOO_SHORT_NOTICE,
  BEYOND_HORIZON: bookingRefusals.BEYOND_HORIZON,
  TREATMENT_UNKNOWN: bookingRefusals.TREATMENT_UNKNOWN,
  EMAIL_UNCONFIRMED: bookingRefusals.EMAIL_UNCONFIRMED,
};

/** What a patient agrees to who books now. Missing if the appointment is free of charge. */
export const BookingTerms = z.object({
  /** Until then cancelling is free of charge, UTC. It may have passed. */
  freeUntil: z.iso.datetime(),
  /** How many minutes there are to pay online; then the appointment is cancelled. Missing if one may pay at the clinic. */
  payWithinMinutes: z.number().int().positive().optional(),
});
export type BookingTerms = z.infer<typeof BookingTerms>;

export const holds = call.tag('Booking').router({
  hold: call
    .meta({ access: signedIn, limit: 'holdsByAddress', idempotency: 'own' })
    .route({
      method: 'POST',
      path: '/holds',
      summary: 'Holds a slot for the caller while they book',
      description:
        'For five minutes, until the caller books or moves an appointment in that calendar on that day, or until their ' +
        'session ends. The same slot again answers with the same hold, which does not last longer. A person has at ' +
        'most two holds, one of them in each calendar and day: another one replaces the oldest. To the caller, their ' +
        'held slots stay free. Refused like a booking.',
    })
    .errors(holdRefusals)
    .input(
      z.object({
        optionId: Id,
        appointmentDate: MediumDateInput,
        slot: z.string().min(1, 'Please choose a slot.').max(40),
      }),
    )
    .output(z.object({ _id: Id, expiresAt: z.iso.datetime(), terms: BookingTerms.optional() })),

  find: call
    .meta({ access: signedIn })
    .route({
      method: 'GET',
      path: '/holds/{id}',
      summary: 'Whether the caller still holds a slot',
      description: 'They may have let it go in another window, or hold another slot instead.',
    })
    .input(z.object({ id: LookupId }))
    .output(z.object({ isHeld: z.boolean() })),

  end: call
    .meta({ access: signedIn })
    .route({
      method: 'DELETE',
      path: '/holds/{id}',
      summary: "Ends a hold of the caller's",
      description: 'One that is over already, or of somebody else, counts as nothing to delete.',
    })
    .input(z.object({ id: LookupId }))
    .output(z.object({ acknowledged: z.literal(true), deletedCount: z.number().int() })),
});
