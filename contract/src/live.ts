import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { signedIn } from './access.ts';
import { call } from './call.ts';
import { ConversationMessage } from './conversations.ts';
import { Id, MediumDate } from './wire.ts';

/** Events that are stored for a day, so a client that was offline receives them when it reconnects. */
export const LastingEvent = z.discriminatedUnion('type', [
  /** A message to you, one that you sent from another window, or one that was hidden: show each `_id` once. */
  z.object({ type: z.literal('message'), message: ConversationMessage }),
  /** A participant of the conversation (you in another window, or the other person: 'seen') has read up to `number`. */
  z.object({ type: z.literal('read'), conversationId: Id, by: z.string(), number: z.number().int() }),
  /** A conversation was opened, or what can be done in it changed: fetch it again. */
  z.object({ type: z.literal('conversation'), conversationId: Id, postId: Id }),
  /** A post was added to the feed or removed from it. */
  z.object({ type: z.literal('post'), postId: Id, by: z.string(), change: z.enum(['new', 'gone']) }),
  /** Slots of a day were taken or became free. */
  z.object({ type: z.literal('slots'), date: MediumDate }),
  /** Treatments, hours, closing days, rules or the clinic's time zone changed: fetch the free slots of every day again. */
  z.object({
    type: z.literal('timetable'),
    /** The clinic's new IANA time zone, if it has changed. */
    timeZone: z.string().optional(),
  }),
  /** For staff: something on a day of the agenda changed that `slots` does not say, such as a state. */
  z.object({ type: z.literal('agenda'), date: MediumDate }),
  /** A booking of yours was made, paid, moved or cancelled. */
  z.object({ type: z.literal('booking'), bookingId: Id }),
  /**
   * A payment of a booking came in, was put on hold, approved, rejected or refunded, or a refund of it failed. For the
   * patient and the admins: fetch the booking's payments again.
   */
  z.object({ type: z.literal('payment'), bookingId: Id }),
  /** Your entry or your offer has changed or, for staff, who is on the waiting list: fetch it again. */
  z.object({ type: z.literal('waiting-list') }),
  /** Your new roles. */
  z.object({ type: z.literal('role'), isAdmin: z.boolean(), isDoctor: z.boolean(), isFrontDesk: z.boolean() }),
]);
export type LastingEvent = z.infer<typeof LastingEvent>;

/** Events for connected clients only; they are not stored. */
export const PassingEvent = z.discriminatedUnion('type', [
  /** The first event of every connection. `resumed`: missed events follow. Otherwise fetch again what you show. */
  z.object({ type: z.literal('ready'), resumed: z.boolean() }),
  /** The other person is typing; show it for `TYPING_SHOWN_MILLIS`. */
  z.object({ type: z.literal('typing'), conversationId: Id, by: z.string() }),
  /** The session has ended, here or elsewhere. The connection closes; do not reconnect with this session. */
  z.object({ type: z.literal('signedOut') }),
]);
export type PassingEvent = z.infer<typeof PassingEvent>;

export const LiveEvent = z.union([LastingEvent, PassingEvent]);
export type LiveEvent = z.infer<typeof LiveEvent>;

export const live = call.tag('Live').router({
  events: call
    .meta({ access: signedIn, stream: true })
    .route({
      method: 'GET',
      path: '/events',
      summary: 'Live events',
      description:
        'Server-sent events, each with JSON as its data. The first is `ready`. Stored events have an `id`; reconnect ' +
        'with the last one as `Last-Event-ID` (or `lastEventId` in the query) to get what you missed, each event ' +
        'once, from any node, for up to a day. A comment every 15 seconds shows that the connection is alive. ' +
        'At most 10 connections a person and node, then 429; share one among the tabs of a browser.',
    })
    .errors({ TOO_MANY_REQUESTS: { status: 429, message: 'You have this site open in too many windows.' } })
    .input(z.object({ lastEventId: z.string().max(40).optional() }).optional())
    .output(eventIterator(LiveEvent)),
});
