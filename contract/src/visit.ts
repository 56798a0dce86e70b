import * as z from 'zod';
import { everyone, signedIn } from './access.ts';
import {
  Booking,
  CancellationPreview,
  MoveInput,
  MoveTerms,
  MoveTermsInput,
  moveRefusals,
  notCancellable,
  Refund,
  SeenVersion,
} from './booking.ts';
import { call, notFound } from './call.ts';
import { PaymentAmounts } from './payment.ts';
import { appointmentChanged } from './versions.ts';
import { LookupId } from './wire.ts';

/** What the link in an email shows: what the email said, and what became of the appointment. Nothing about the person. */
export const Visit = Booking.pick({
  reference: true,
  treatment: true,
  treatmentNow: true,
  doctorName: true,
  appointmentDate: true,
  slot: true,
  startsAt: true,
  minutes: true,
  price: true,
  currency: true,
  paid: true,
  earlierPayment: true,
  payBy: true,
  state: true,
  version: true,
  confirmedAt: true,
}).extend({
  can: z.object({ confirm: z.boolean(), move: z.boolean(), cancel: z.boolean() }),
  /** Once it is cancelled: what was paid and refunded. */
  payments: z.array(PaymentAmounts).optional(),
});
export type Visit = z.infer<typeof Visit>;

const meta = { access: everyone, limit: 'visitsByAddress' } as const;
const token = z.string().max(300);
const ByToken = z.object({ token });
const linkDead = { NOT_FOUND: { status: 404, message: 'This link no longer works.' } } as const;

/** The calls behind the link in an email about an appointment. The token is in the body, so that it is in no log. */
export const visit = call.tag('Visit').router({
  open: call
    .meta(meta)
    .route({
      method: 'POST',
      path: '/visit',
      summary: 'Shows an appointment to whoever has the link to it',
      description: 'Works without signing in, until the appointment ends. This call changes nothing.',
    })
    .errors(linkDead)
    .input(ByToken)
    .output(Visit),

  confirm: call
    .meta(meta)
    .route({
      method: 'POST',
      path: '/visit/confirm',
      summary: 'Tells the clinic that the patient will come',
      description: 'Repeating the call has no effect. Moving the appointment removes the confirmation.',
    })
    .errors({
      ...linkDead,
      ...appointmentChanged,
      NOT_POSSIBLE: { status: 409, message: 'This appointment cannot be confirmed now.' },
    })
    .input(z.object({ token, version: SeenVersion }))
    .output(z.object({ acknowledged: z.literal(true), visit: Visit })),

  cancellation: call
    .meta(meta)
    .route({ method: 'POST', path: '/visit/cancellation', summary: 'What is refunded if it is cancelled now' })
    .errors({ ...linkDead, ...notCancellable })
    .input(ByToken)
    .output(
      CancellationPreview.extend({
        /** How many later appointments of its series stay: the link is for one appointment. */
        laterInSeries: z.number().int().positive().optional(),
      }),
    ),

  cancel: call
    .meta(meta)
    .route({
      method: 'POST',
      path: '/visit/cancel',
      summary: 'Cancels the appointment, as its patient',
      description: 'Under the same rules as POST /bookings/{id}/cancel.',
    })
    .errors({ ...linkDead, ...appointmentChanged, ...notCancellable })
    .input(z.object({ token, version: SeenVersion }))
    .output(z.object({ acknowledged: z.literal(true), visit: Visit, refund: Refund })),

  moveTerms: call
    .meta(meta)
    .route({
      method: 'POST',
      path: '/visit/move-terms',
      summary: 'What is refunded and to be paid if it is moved to this time',
    })
    .errors(linkDead)
    .input(MoveTermsInput.omit({ id: true }).extend({ token }))
    .output(MoveTerms),

  move: call
    .meta(meta)
    .route({
      method: 'POST',
      path: '/visit/move',
      summary: 'Moves the appointment, as its patient',
      description: 'Under the same rules as POST /bookings/{id}/move. The link stays valid.',
    })
    .errors({ ...linkDead, ...moveRefusals })
    .input(MoveInput.omit({ id: true }).extend({ token }))
    .output(z.object({ acknowledged: z.literal(true), visit: Visit })),

  revoke: call
    .meta({ access: signedIn })
    .route({
      method: 'POST',
      path: '/bookings/{id}/revoke-links',
      summary: 'Ends the links in the emails about an appointment',
      description:
        'For its patient, its doctor, the front desk and admins; 404 for everyone else. Later emails have new links.',
    })
    .errors(notFound)
    .input(z.object({ id: LookupId }))
    .output(z.object({ acknowledged: z.literal(true) })),
});
