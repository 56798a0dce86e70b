import * as z from 'zod';
import { admin, signedIn } from './access.ts';
import { call, notFound } from './call.ts';
import { Reason } from './feed.ts';
import { Id, LookupId } from './wire.ts';

/** A reported item, as admins see it. `text` and image are empty once the item or its author is deleted. */
export const Report = z.object({
  _id: Id,
  kind: z.enum(['post', 'message']),
  /** The post's or the message's `_id`. */
  itemId: Id,
  text: z.string(),
  image: z.string().optional(),
  /** `email` is empty once the account is deleted. The same for `reportedBy`. */
  writtenBy: z.object({ name: z.string(), email: z.string() }),
  reportedBy: z.object({ name: z.string(), email: z.string() }),
  reason: z.string(),
  reportedAt: z.iso.datetime(),
  /** Whether the post or message is hidden now. */
  hidden: z.boolean(),
  state: z.enum(['open', 'decided']),
});
export type Report = z.infer<typeof Report>;

const OWN_ITEM = { status: 409, message: 'You cannot report your own posts and messages.' } as const;
const acknowledged = z.object({ acknowledged: z.literal(true) });

export const moderation = call.tag('Moderation').router({
  reportPost: call
    .meta({ access: signedIn, limit: 'reportsByPerson' })
    .route({
      method: 'POST',
      path: '/posts/{postId}/reports',
      summary: 'Reports a post to the admins',
      description: 'One report per person and post: reporting again changes nothing.',
    })
    .errors({ ...notFound, OWN_ITEM })
    .input(z.object({ postId: LookupId, reason: Reason }))
    .output(acknowledged),

  reportMessage: call
    .meta({ access: signedIn, limit: 'reportsByPerson' })
    .route({
      method: 'POST',
      path: '/conversations/messages/{messageId}/reports',
      summary: 'Reports a message to the admins',
      description:
        'For the participants of its conversation. Admins see this one message, not the conversation. One report per ' +
        'person and message: reporting again changes nothing.',
    })
    .errors({ ...notFound, OWN_ITEM })
    .input(z.object({ messageId: LookupId, reason: Reason }))
    .output(acknowledged),

  list: call
    .meta({ access: admin })
    .route({
      method: 'GET',
      path: '/reports',
      summary: 'Reported items, latest first',
      description: 'At most `limit` at a time; the next page starts after the `_id` given as `cursor`.',
    })
    .input(
      z.object({
        state: z.enum(['open', 'decided']).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(50),
        cursor: Id.optional(),
      }),
    )
    .output(z.array(Report)),

  decide: call
    .meta({ access: admin })
    .route({
      method: 'PUT',
      path: '/reports/{reportId}',
      summary: 'Hides a reported item, or shows it again',
      description: 'Closes every report of the same post or message. Can be changed at any time.',
    })
    .errors(notFound)
    .input(z.object({ reportId: LookupId, hidden: z.boolean() }))
    .output(
      z.object({
        acknowledged: z.literal(true),
        hidden: z.boolean(),
        /** False if the item was hidden or shown already, or its author has deleted it. */
        changed: z.boolean(),
      }),
    ),
});
