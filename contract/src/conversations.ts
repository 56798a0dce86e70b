import * as z from 'zod';
import { signedIn, thatPerson } from './access.ts';
import { call, notFound } from './call.ts';
import { textInput } from './feed.ts';
import { MAX_MESSAGE_LENGTH, TYPING_TOLD_EVERY_MILLIS } from './talk-limits.ts';
import { EmailInput, Id } from './wire.ts';

export const Participant = z.object({ name: z.string(), email: z.string(), photoURL: z.string().optional() });
export type Participant = z.infer<typeof Participant>;

export const ConversationMessage = z.object({
  _id: Id,
  conversationId: Id,
  /** Its place in the conversation: 1, 2, 3 … without a gap. This is the order, whatever the `_id`s say. */
  number: z.number().int().positive(),
  /** Empty when `hidden`. */
  message: z.string(),
  /** The sender's e-mail address. */
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  /** An admin took the text away. */
  hidden: z.boolean(),
});
export type ConversationMessage = z.infer<typeof ConversationMessage>;

/** A conversation as one of its participants sees it. */
export const Conversation = z.object({
  _id: Id,
  postId: Id,
  participants: z.array(Participant),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  /** The newest messages, at most as many as were asked for, oldest first. */
  conversationMessages: z.array(ConversationMessage),
  /** How many messages there are in all: the `number` of the last one, 0 when there is none. */
  messageCount: z.number().int().nonnegative(),
  /** When the last message came, or when it was opened. With `_id` behind a comma it is the `cursor` of a page. */
  lastActivityAt: z.iso.datetime(),
  /** How many messages of the other one you have not read. */
  unread: z.number().int().nonnegative(),
  /** Up to which `number` you have read, and up to which the other one has ('seen'). */
  readNumber: z.number().int().nonnegative(),
  seenNumber: z.number().int().nonnegative(),
  /** `gone`: its author deleted it, or an admin hid it. Its text is then empty. */
  post: z.object({ excerpt: z.string(), gone: z.boolean() }),
  blockedByYou: z.boolean(),
  can: z.object({ send: z.boolean() }),
});
export type Conversation = z.infer<typeof Conversation>;

const refused = z.object({ acknowledged: z.literal(false).optional() });
const NOT_YOU = { status: 409, message: 'You can only do that as yourself.', data: refused } as const;
const BLOCKED = { status: 409, message: 'No messages can be sent here any more.', data: refused } as const;

/** A place in a list by activity: `lastActivityAt`, a comma, `_id`. */
const ActivityCursor = z
  .string()
  .regex(/^[0-9-]{10}T[0-9:.]{12}Z,[0-9a-f-]{36}$/, 'That is not a cursor of this list.')
  .refine((text) => !Number.isNaN(Date.parse(text.slice(0, 24))), 'That is not a cursor of this list.');

const newestMessages = z.coerce.number().int().min(1).max(100).default(20);
const OneConversation = z.object({ conversationId: z.string() });

export const conversations = {
  open: call
    .meta({ access: signedIn, limit: 'openingsByPerson' })
    .route({
      method: 'POST',
      path: '/conversations',
      tags: ['Conversations'],
      summary: "The conversations about a post that are the caller's",
      description:
        'The author of the post gets every conversation about it, newest activity first. Anyone else gets their own ' +
        'with the author, which is made if there is none yet: one, however often and however parallel it is asked. ' +
        "`email` must be the caller's own. A post that was deleted or hidden has no new conversations (404).",
    })
    .errors({ ...notFound, NOT_YOU, BLOCKED })
    .input(
      z.object({
        email: EmailInput,
        postId: z.string().max(100),
        messages: newestMessages,
        limit: z.coerce.number().int().min(1).max(100).default(50),
        cursor: ActivityCursor.optional(),
      }),
    )
    .output(z.object({ data: z.object({ conversations: z.array(Conversation) }) })),

  list: call
    .meta({ access: thatPerson })
    .route({
      method: 'GET',
      path: '/conversations/{email}',
      tags: ['Conversations'],
      summary: "A person's conversations, newest activity first",
      description:
        'At most `limit` at a time, each with its newest `messages`. The next page starts after the last one: its ' +
        '`lastActivityAt`, a comma and its `_id` are the `cursor`.',
    })
    .input(
      z.object({
        email: EmailInput,
        messages: newestMessages,
        limit: z.coerce.number().int().min(1).max(100).default(50),
        cursor: ActivityCursor.optional(),
      }),
    )
    .output(z.array(Conversation)),

  unread: call
    .meta({ access: thatPerson })
    .route({
      method: 'GET',
      path: '/conversations/{email}/unread',
      tags: ['Conversations'],
      summary: 'How many messages a person has not read, and in how many conversations',
    })
    .input(z.object({ email: EmailInput }))
    .output(z.object({ messages: z.number().int().nonnegative(), conversations: z.number().int().nonnegative() })),

  messages: call
    .meta({ access: signedIn })
    .route({
      method: 'GET',
      path: '/conversations/{conversationId}/messages',
      tags: ['Conversations'],
      summary: 'Messages of a conversation, oldest first',
      description:
        'For its participants. Without `cursor` and `after` the newest. `cursor`: the newest of those before this ' +
        '`number`, for scrolling up. `after`: the oldest of those after this `number`, for catching up.',
    })
    .errors(notFound)
    .input(
      z.object({
        conversationId: z.string(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
        cursor: z.coerce.number().int().positive().optional(),
        after: z.coerce.number().int().nonnegative().optional(),
      }),
    )
    .output(z.array(ConversationMessage)),

  send: call
    .meta({ access: signedIn, limit: 'messagesByPerson' })
    .route({
      method: 'POST',
      path: '/conversations/messages',
      tags: ['Conversations'],
      summary: 'Sends a message',
      description:
        "For participants; `senderEmail` must be the caller's own. `_id` may be made by the client (UUIDv7): the same " +
        '`_id` again, however parallel, is the same message and is answered as it was kept; used for anything else it ' +
        `is refused. At most ${MAX_MESSAGE_LENGTH} characters, measured without control characters and marks that ` +
        'override the direction of text, which are taken out.',
    })
    .errors({
      ...notFound,
      NOT_YOU,
      BLOCKED,
      MESSAGE_ID_USED: { status: 409, message: 'This message id was used for another message.', data: refused },
    })
    .input(
      z.object({
        conversationId: z.string().max(100),
        message: textInput({
          max: MAX_MESSAGE_LENGTH,
          missing: 'Please write something.',
          tooLong: `A message can have at most ${MAX_MESSAGE_LENGTH} characters.`,
        }),
        senderEmail: EmailInput,
        _id: z.uuidv7('The message id must be a UUIDv7.').optional(),
      }),
    )
    .output(z.object({ acknowledged: z.literal(true), conversationMessage: ConversationMessage })),

  markRead: call
    .meta({ access: signedIn })
    .route({
      method: 'PUT',
      path: '/conversations/{conversationId}/read',
      tags: ['Conversations'],
      summary: 'Says up to which message one has read',
      description: 'Never goes back. Answers how many stay unread here. The other one learns of it (`read`).',
    })
    .errors(notFound)
    .input(OneConversation.extend({ number: z.number().int().nonnegative() }))
    .output(
      z.object({
        acknowledged: z.literal(true),
        readNumber: z.number().int().nonnegative(),
        unread: z.number().int().nonnegative(),
      }),
    ),

  typing: call
    .meta({ access: signedIn, limit: 'typingByPerson' })
    .route({
      method: 'POST',
      path: '/conversations/{conversationId}/typing',
      tags: ['Conversations'],
      summary: 'Says that one is typing',
      description: `Kept nowhere. A client says it at most every ${TYPING_TOLD_EVERY_MILLIS} ms while typing goes on.`,
    })
    .errors(notFound)
    .input(OneConversation)
    .output(z.object({ acknowledged: z.literal(true) })),

  block: call
    .meta({ access: signedIn })
    .route({
      method: 'PUT',
      path: '/conversations/{conversationId}/block',
      tags: ['Conversations'],
      summary: 'Blocks the other person of a conversation, or takes that back',
      description:
        'It is the person who is blocked: neither of the two can write to the other in any of their conversations, ' +
        'nor open a new one, until whoever blocked takes it back. What was written stays readable.',
    })
    .errors(notFound)
    .input(OneConversation.extend({ blocked: z.boolean() }))
    .output(z.object({ acknowledged: z.literal(true), blockedByYou: z.boolean() })),
};
