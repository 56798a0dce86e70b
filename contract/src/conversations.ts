import * as z from 'zod';
import { self, signedIn } from './access.ts';
import { call, notFound } from './call.ts';
import { textInput } from './feed.ts';
import { MAX_MESSAGE_LENGTH, TYPING_REPORTED_EVERY_MILLIS } from './limits.ts';
import { Search } from './people.ts';
import { EmailInput, Id, LookupId, MAX_INTEGER, TimeCursor } from './wire.ts';

export const Participant = z.object({ name: z.string(), email: z.string(), photoURL: z.string().optional() });
export type Participant = z.infer<typeof Participant>;

export const ConversationMessage = z.object({
  _id: Id,
  conversationId: Id,
  /** Its place in the conversation: 1, 2, 3 … without gaps. Messages are ordered by it, not by `_id`. */
  number: z.number().int().positive(),
  /** Empty when `hidden`. */
  message: z.string(),
  /** The sender's email address. */
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  /** An admin hid the text. */
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
  /** The newest messages, at most as many as requested, oldest first. */
  conversationMessages: z.array(ConversationMessage),
  /** The number of messages: the `number` of the last one, 0 if there are none. */
  messageCount: z.number().int().nonnegative(),
  /** When the last message arrived, or when the conversation was opened. */
  lastActivityAt: z.iso.datetime(),
  /** How many of the other person's messages you have not read. */
  unread: z.number().int().nonnegative(),
  /** The `number` up to which you have read, and up to which the other person has ('seen'). */
  readNumber: z.number().int().nonnegative(),
  seenNumber: z.number().int().nonnegative(),
  /** `gone`: the author deleted the post, or an admin hid it. Its text is then empty. */
  post: z.object({ excerpt: z.string(), gone: z.boolean() }),
  /** The title in lists: the first words of the post, at most 60 characters; empty if the post is gone. */
  title: z.string(),
  blockedByYou: z.boolean(),
  /** Whether the author of the post is still a doctor or an admin. Nobody can write in the conversation otherwise. */
  authorAnswers: z.boolean(),
  can: z.object({ send: z.boolean() }),
});
export type Conversation = z.infer<typeof Conversation>;

const NOT_YOU = { status: 409, message: 'You can only do that as yourself.' } as const;
const BLOCKED = { status: 409, message: 'Messages can no longer be sent here.' } as const;

const newestMessages = z.coerce.number().int().min(1).max(100).default(20);
/** In one list of conversations. Reading has no rate limit, and a message can have 6 kB, so a list must be bounded. */
export const MOST_MESSAGES = 1000;
const OneConversation = z.object({ conversationId: LookupId });

export const conversations = call.tag('Conversations').router({
  open: call
    .meta({ access: signedIn, limit: 'openingsByPerson' })
    .route({
      method: 'POST',
      path: '/conversations',
      summary: "The caller's conversations about a post",
      description:
        'The author of the post gets every conversation about it, newest activity first. Anyone else gets their own ' +
        'with the author, which is created on the first request; parallel requests create only one. Messages are as in the list. ' +
        "`email` must be the caller's own. No conversation can be started about a deleted or hidden post (404).",
    })
    .errors({ ...notFound, NOT_YOU, BLOCKED })
    .input(
      z.object({
        email: EmailInput,
        postId: z.string().max(100).pipe(LookupId),
        messages: newestMessages,
        limit: z.coerce.number().int().min(1).max(100).default(50),
        cursor: TimeCursor.optional(),
      }),
    )
    .output(z.object({ data: z.object({ conversations: z.array(Conversation) }) })),

  list: call
    .meta({ access: self })
    .route({
      method: 'GET',
      path: '/conversations/{email}',
      summary: "A person's conversations, newest activity first",
      description:
        'At most `limit` at a time, each with its newest `messages`: at most 1000 divided by `limit`. The `cursor` ' +
        "of the next page is the last conversation's `lastActivityAt`, a comma and its `_id`. With `postId`: those about that post only.",
    })
    .input(
      z.object({
        email: EmailInput,
        postId: Id.optional(),
        search: Search.describe("Words, each of which must occur in the other person's name"),
        only: z.enum(['unread']).optional().describe('Only those with unread messages'),
        messages: newestMessages,
        limit: z.coerce.number().int().min(1).max(100).default(50),
        cursor: TimeCursor.optional(),
      }),
    )
    .output(z.array(Conversation)),

  unread: call
    .meta({ access: self })
    .route({
      method: 'GET',
      path: '/conversations/{email}/unread',
      summary: 'How many unread messages a person has, and in how many conversations',
    })
    .input(z.object({ email: EmailInput }))
    .output(z.object({ messages: z.number().int().nonnegative(), conversations: z.number().int().nonnegative() })),

  messages: call
    .meta({ access: signedIn })
    .route({
      method: 'GET',
      path: '/conversations/{conversationId}/messages',
      summary: 'Messages of a conversation, oldest first',
      description:
        'For its participants. Without `cursor` or `after`: the newest messages. `cursor`: the newest before this ' +
        '`number`, for scrolling up. `after`: the oldest after this `number`, for catching up.',
    })
    .errors(notFound)
    .input(
      z.object({
        conversationId: LookupId,
        limit: z.coerce.number().int().min(1).max(200).default(50),
        cursor: z.coerce.number().int().positive().max(MAX_INTEGER).optional(),
        after: z.coerce.number().int().nonnegative().max(MAX_INTEGER).optional(),
      }),
    )
    .output(z.array(ConversationMessage)),

  send: call
    .meta({ access: signedIn, limit: 'messagesByPerson' })
    .route({
      method: 'POST',
      path: '/conversations/messages',
      summary: 'Sends a message',
      description:
        "For participants; `senderEmail` must be the caller's own. The client may choose the `_id` (UUIDv7): sending " +
        'the same message again with the same `_id`, even in parallel, returns the stored message; a different ' +
        `message with that \`_id\` is refused. At most ${MAX_MESSAGE_LENGTH} characters after control characters and ` +
        'marks that override the direction of text are removed.',
    })
    .errors({
      ...notFound,
      NOT_YOU,
      BLOCKED,
      MESSAGE_ID_USED: { status: 409, message: 'This message id was used for another message.' },
    })
    .input(
      z.object({
        conversationId: z.string().max(100).pipe(LookupId),
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
      summary: 'Marks messages as read',
      description: 'Never moves back. Answers how many remain unread here. The other person is notified (`read`).',
    })
    .errors(notFound)
    .input(OneConversation.extend({ number: z.number().int().nonnegative().max(MAX_INTEGER) }))
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
      summary: 'Reports that the caller is typing',
      description: `Not stored. A client sends it at most every ${TYPING_REPORTED_EVERY_MILLIS} ms while typing goes on.`,
    })
    .errors({ ...notFound, BLOCKED })
    .input(OneConversation)
    .output(z.object({ acknowledged: z.literal(true) })),

  block: call
    .meta({ access: signedIn, limit: 'blocksByPerson' })
    .route({
      method: 'PUT',
      path: '/conversations/{conversationId}/block',
      summary: 'Blocks or unblocks the other person in a conversation',
      description:
        'Blocks the person, not the conversation: neither of the two can write to the other in any of their ' +
        'conversations or open a new one until the block is removed. Existing messages stay readable.',
    })
    .errors(notFound)
    .input(OneConversation.extend({ blocked: z.boolean() }))
    .output(z.object({ acknowledged: z.literal(true), blockedByYou: z.boolean() })),
});
