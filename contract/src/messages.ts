import * as z from 'zod';
import { admin } from './access.ts';
import { call, notFound } from './call.ts';
import { CHANNELS } from './message-topics.ts';
import { Search } from './people.ts';
import { Id, LookupId, TimeCursor } from './wire.ts';

/** What a message to somebody outside our pages is about. */
export const MessageKind = z.enum([
  'confirm-address',
  'confirm-new-address',
  'address-changed',
  'phone-code',
  'password-reset',
  'password-changed',
  'second-factor-changed',
  'calendar-feed-changed',
  'invitation',
  'account-opened',
  'dependant-has-account',
  'records-merged',
  'appointment-booked',
  'appointment-reminder',
  'appointment-cancelled',
  'appointment-moved',
  'running-late',
  'appointment-booked-again',
  'payment-due',
  'waiting-list-offer',
  'waiting-list-ended',
  'receipt',
  'refund',
  'message-waiting',
  'staff-new-bookings',
  'staff-cancelled-bookings',
  'staff-moved-bookings',
  'staff-morning-summary',
]);
export type MessageKind = z.infer<typeof MessageKind>;

/**
 * `unreachable`: when its turn came, the recipient had no address, or never confirmed it. `dropped`: it was not sent for
 * another reason, for example because it was no longer true.
 */
export const MessageState = z.enum(['waiting', 'sent', 'failed', 'unreachable', 'dropped']);
export type MessageState = z.infer<typeof MessageState>;

/** An email or text message that the clinic sends, without its text. */
export const OutgoingMessage = z.object({
  _id: Id,
  /** A `MessageKind`, or another text if a newer version has used the same database. */
  kind: z.string(),
  channel: z.enum(CHANNELS),
  /** Empty if nobody is known any more. An email has a phone number only if it is `unreachable`, so that staff can call. */
  to: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
  state: MessageState,
  queuedAt: z.iso.datetime(),
  /** When it is tried next, while it waits. */
  nextTryAt: z.iso.datetime().optional(),
  /** When it was over. */
  endedAt: z.iso.datetime().optional(),
  tries: z.number().int(),
  /** What the mail server or the provider of text messages said last, or why it was not sent. */
  said: z.string().optional(),
  /** What the network reported of a text message that was sent. */
  delivery: z.enum(['delivered', 'undelivered']).optional(),
  can: z.object({ retry: z.boolean() }),
});
export type OutgoingMessage = z.infer<typeof OutgoingMessage>;

export const messages = call.tag('Messages').router({
  list: call
    .meta({ access: admin, limit: 'searchesByPerson' })
    .route({
      method: 'GET',
      path: '/messages',
      summary: 'Emails and text messages that the clinic sends and has sent in the last month, latest first',
      description:
        'At most `limit` at a time; the `cursor` of the next page is the last `queuedAt`, a comma and its `_id`. Without texts.',
    })
    .input(
      z.object({
        state: MessageState.optional(),
        search: Search.describe("Words, each of which must occur in the recipient's name or email address"),
        limit: z.coerce.number().int().min(1).max(200).default(50),
        cursor: TimeCursor.optional(),
      }),
    )
    .output(z.array(OutgoingMessage)),

  retry: call
    .meta({ access: admin })
    .route({
      method: 'POST',
      path: '/messages/{id}/retry',
      summary: 'Sends a failed email again',
      description: 'It is tried for another day, unless it is no longer true.',
    })
    .errors({ ...notFound, NOT_FAILED: { status: 409, message: 'This email has not failed.' } })
    .input(z.object({ id: LookupId }))
    .output(z.object({ acknowledged: z.literal(true) })),

  retryAll: call
    .meta({ access: admin })
    .route({
      method: 'POST',
      path: '/messages/retry',
      summary: 'Sends all failed emails again',
      description: 'For example after a wrong password of the mail server. `queued`: how many.',
    })
    .output(z.object({ acknowledged: z.literal(true), queued: z.number().int() })),
});
