import * as z from 'zod';
import { staff } from './access.ts';
import { call, notFound } from './call.ts';
import { Id, LookupId } from './wire.ts';

/** What staff wrote about an appointment. */
export const BookingNote = z.object({
  _id: Id,
  text: z.string(),
  at: z.iso.datetime(),
  by: z.string(),
  /** Struck out: it does not apply any more. */
  struck: z.object({ at: z.iso.datetime(), by: z.string() }).optional(),
});
export type BookingNote = z.infer<typeof BookingNote>;

/** Notes are for staff: never for the patient, also if the patient works at the clinic. */
export const bookingNotes = call.tag('Agenda').router({
  list: call
    .meta({ access: staff })
    .route({
      method: 'GET',
      path: '/bookings/{id}/notes',
      summary: 'What staff wrote about an appointment, oldest first',
      description:
        "For the appointment's doctor, the front desk and admins; 404 for everyone else and for its patient.",
    })
    .errors(notFound)
    .input(z.object({ id: LookupId }))
    .output(z.array(BookingNote)),

  add: call
    .meta({ access: staff })
    .route({ method: 'POST', path: '/bookings/{id}/notes', summary: 'Adds a note to an appointment' })
    .errors(notFound)
    .input(
      z.object({
        id: LookupId,
        text: z.string().trim().min(1, 'Write a note.').max(2000, 'A note has at most 2000 characters.'),
      }),
    )
    .output(z.object({ acknowledged: z.literal(true), note: BookingNote })),

  strike: call
    .meta({ access: staff })
    .route({
      method: 'DELETE',
      path: '/bookings/{id}/notes/{noteId}',
      summary: 'Strikes out a note',
      description: 'It stays, with who struck it out and when. A second call changes nothing.',
    })
    .errors(notFound)
    .input(z.object({ id: LookupId, noteId: LookupId }))
    .output(z.object({ acknowledged: z.literal(true), note: BookingNote })),
});
