import * as z from 'zod';
import { signedIn } from './access.ts';
import { call, notFound } from './call.ts';
import { CalendarFile, LookupId } from './wire.ts';

/** A private address from which calendar programs read a person's appointments. */
export const CalendarFeed = z.object({
  /** Whoever has it can read the feed: no session is needed. */
  url: z.url(),
  since: z.iso.datetime(),
  /** Whether entries name the treatment, and for patients the person treated. */
  includeTreatments: z.boolean(),
});
export type CalendarFeed = z.infer<typeof CalendarFeed>;

export const calendar = call.tag('Calendar').router({
  file: call
    .meta({ access: signedIn })
    .route({
      method: 'GET',
      path: '/bookings/{id}/calendar.ics',
      summary: 'One appointment as a file for calendars (iCalendar)',
      description:
        'For its patient, its doctor, the front desk and admins; 404 for everyone else. It names no treatment. A file of ' +
        'the same appointment replaces the earlier one: its UID stays, and SEQUENCE rises with every change.',
    })
    .errors(notFound)
    .input(z.object({ id: LookupId }))
    .output(CalendarFile),

  feed: call
    .meta({ access: signedIn })
    .route({ method: 'GET', path: '/calendar-feed', summary: "The caller's calendar feed" })
    .output(z.object({ feed: CalendarFeed.nullable() })),

  // The answer is a secret, so it is not stored. A repeated call computes the address from the `Idempotency-Key`.
  createFeed: call
    .meta({ access: signedIn, limit: 'calendarFeedsByPerson', idempotency: 'own' })
    .route({
      method: 'POST',
      path: '/calendar-feed',
      summary: "Creates the caller's calendar feed, or gives it another address",
      description:
        'The feed has the appointments of the caller and of the people whom they look after; for doctors also those of ' +
        'their calendar, without names of patients: the last 90 days and everything to come. If the caller has a feed, ' +
        'it is the answer and stays as it is, unless `replace` is true: then the earlier address answers 404 from then ' +
        'on. An email says that an address was made. A repeated call with the same `Idempotency-Key` changes nothing ' +
        'and answers with the same address.',
    })
    .input(z.object({ includeTreatments: z.boolean().default(false), replace: z.boolean().default(false) }))
    .output(CalendarFeed),

  changeFeed: call
    .meta({ access: signedIn })
    .route({
      method: 'PUT',
      path: '/calendar-feed',
      summary: "Changes what the caller's calendar feed says; its address stays",
    })
    .errors(notFound)
    .input(z.object({ includeTreatments: z.boolean() }))
    .output(CalendarFeed),

  endFeed: call
    .meta({ access: signedIn })
    .route({ method: 'DELETE', path: '/calendar-feed', summary: "Ends the caller's calendar feed" })
    .output(z.object({ acknowledged: z.literal(true), deletedCount: z.number().int() })),
});
