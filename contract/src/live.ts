import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { signedIn } from './access.ts';
import { call } from './call.ts';
import { ConversationMessage } from './conversations.ts';
import { Id, MediumDate } from './wire.ts';

/** What happened, kept for a day: whoever was away is told when they come back. */
export const LastingEvent = z.discriminatedUnion('type', [
  /** A message to you, one that you sent from another window, or one that was hidden since: show each `_id` once. */
  z.object({ type: z.literal('message'), message: ConversationMessage }),
  /** Somebody in the conversation (you elsewhere, or the other one: 'seen') has read up to `number`. */
  z.object({ type: z.literal('read'), conversationId: Id, by: z.string(), number: z.number().int() }),
  /** A conversation was opened, or what can be done in it changed: ask for it anew. */
  z.object({ type: z.literal('conversation'), conversationId: Id, postId: Id }),
  /** A post appeared in the feed, or left it. */
  z.object({ type: z.literal('post'), postId: Id, by: z.string(), change: z.enum(['new', 'gone']) }),
  /** Slots of a day were taken or became free. */
  z.object({ type: z.literal('slots'), date: MediumDate }),
  /** A booking of yours was made, paid, moved or cancelled. */
  z.object({ type: z.literal('booking'), bookingId: Id }),
  /** Your roles are now these. */
  z.object({ type: z.literal('role'), isAdmin: z.boolean(), isDoctor: z.boolean() }),
]);
export type LastingEvent = z.infer<typeof LastingEvent>;

/** What is told to who is there, and kept nowhere. */
export const PassingEvent = z.discriminatedUnion('type', [
  /** The first event of every connection. `resumed`: what was missed follows. Else: ask anew for what you show. */
  z.object({ type: z.literal('ready'), resumed: z.boolean() }),
  /** The other one is typing; shown for `TYPING_SHOWN_MILLIS`. */
  z.object({ type: z.literal('typing'), conversationId: Id, by: z.string() }),
  /** The session has ended, here or elsewhere. The connection closes; do not come back with it. */
  z.object({ type: z.literal('signedOut') }),
]);
export type PassingEvent = z.infer<typeof PassingEvent>;

export const LiveEvent = z.union([LastingEvent, PassingEvent]);
export type LiveEvent = z.infer<typeof LiveEvent>;

export const live = {
  events: call
    .meta({ access: signedIn, stream: true })
    .route({
      method: 'GET',
      path: '/events',
      tags: ['Live'],
      summary: 'What happens, as it happens',
      description:
        'Server-sent events, each with JSON as its data. The first is `ready`. Lasting events carry an `id`; come back ' +
        'with the last one as `Last-Event-ID` (or `lastEventId` in the query) and what was missed follows, nothing ' +
        'lost and nothing doubled, on any node and for a day. A comment every 15 seconds shows that the line is alive. ' +
        'At most 10 connections a person and node, then 429; share one among the tabs of a browser.',
    })
    .errors({ TOO_MANY_REQUESTS: { status: 429, message: 'You have this site open in too many windows.' } })
    .input(z.object({ lastEventId: z.string().max(40).optional() }).optional())
    .output(eventIterator(LiveEvent)),
};
