import * as z from 'zod';
import { doctorOrAdmin, selfOrAdmin, signedIn } from './access.ts';
import { call, notFound } from './call.ts';
import { MAX_IMAGE_ALT_LENGTH, MAX_POST_LENGTH, MAX_REASON_LENGTH } from './limits.ts';
import { hasVisibleText, plainText } from './plain-text.ts';
import { UTC_TIME_PATTERN } from './utc-time.ts';
import { EmailInput, Id, LookupId } from './wire.ts';

/** An instant in the specification's form, UTC. */
const UtcTime = z
  .string()
  .regex(UTC_TIME_PATTERN)
  .meta({ examples: ['2024-01-05 10:05:00'] });

export const Post = z.object({
  _id: Id,
  description: z.string(),
  /** The path of an image that the clinic serves. */
  image: z.string().optional(),
  /** Its sides in pixels, which let a page reserve its space; unset if the clinic does not know them. */
  imageSize: z.object({ width: z.number().int().positive(), height: z.number().int().positive() }).optional(),
  /** What the image shows, for those who cannot see it; unset if the author did not say. */
  imageAlt: z.string().optional(),
  userEmail: z.string(),
  userName: z.string(),
  /** The author's current picture. */
  profileImg: z.string().optional(),
  postTime: UtcTime,
  /** An admin hid it. Only its author and admins still see it. */
  hidden: z.boolean(),
  /** `message`: nobody can write to an author who is neither a doctor nor an admin any more. */
  can: z.object({ delete: z.boolean(), report: z.boolean(), message: z.boolean() }),
});
export type Post = z.infer<typeof Post>;

/** Text that a person wrote: cleaned (`plainText`), then measured. */
export function textInput(limits: { max: number; missing: string; tooLong: string }) {
  return z
    .string()
    .overwrite(plainText)
    .min(1, { error: limits.missing, abort: true })
    .max(limits.max, limits.tooLong)
    .refine(hasVisibleText, limits.missing);
}

/** The reason for a report. */
export const Reason = z
  .string()
  .overwrite(plainText)
  .max(MAX_REASON_LENGTH, `Please use at most ${MAX_REASON_LENGTH} characters.`)
  .default('');

const Page = {
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: Id.optional(),
};
/** Fields that the specification's client sends for display only. The server has its own values and ignores them. */
const ignored = z.unknown().describe('Ignored').optional();
const forbidden = { FORBIDDEN: { status: 403, message: 'Only its author or an admin can delete a post.' } } as const;

const postRefusals = {
  NOT_YOU: {
    status: 409,
    message: 'You can only post with the email address that you are signed in with.',
  },
  IMAGE_UNKNOWN: {
    status: 409,
    message: 'The image must be one that was uploaded here. Please choose it again.',
  },
} as const;

export const feed = call.tag('Feed').router({
  list: call
    .meta({ access: signedIn })
    .route({
      method: 'GET',
      path: '/posts',
      summary: 'The posts, newest first',
      description: 'At most `limit` at a time; the next page starts after the `_id` given as `cursor`.',
    })
    .input(z.object(Page))
    .output(z.array(Post)),

  one: call
    .meta({ access: signedIn })
    .route({ method: 'GET', path: '/posts/{postId}', summary: 'One post' })
    .errors(notFound)
    .input(z.object({ postId: LookupId }))
    .output(Post),

  create: call
    .meta({ access: doctorOrAdmin, limit: 'postsByPerson' })
    .route({
      method: 'POST',
      path: '/posts',
      summary: 'Writes a post',
      description:
        "The author is the signed-in person and the time is the server's. Another person's `userEmail` is refused; " +
        `\`userName\`, \`profileImg\` and \`postTime\` are ignored. \`image\` must be the URL of an upload. At most ` +
        `${MAX_POST_LENGTH} characters after control characters and marks that override the direction of text are removed.`,
    })
    .errors(postRefusals)
    .input(
      z.object({
        description: textInput({
          max: MAX_POST_LENGTH,
          missing: 'Please write something.',
          tooLong: `A post can have at most ${MAX_POST_LENGTH} characters.`,
        }),
        image: z.string().max(500).nullish(),
        imageAlt: z
          .string()
          .overwrite(plainText)
          .max(MAX_IMAGE_ALT_LENGTH, `Please use at most ${MAX_IMAGE_ALT_LENGTH} characters.`)
          .default(''),
        userEmail: EmailInput.optional(),
        userName: ignored,
        profileImg: ignored,
        postTime: ignored,
      }),
    )
    .output(z.object({ acknowledged: z.literal(true), insertedId: Id, post: Post })),

  ofAuthor: call
    .meta({ access: selfOrAdmin })
    .route({
      method: 'GET',
      path: '/emailPosts',
      summary: "A person's posts, newest first",
      description: 'At most `limit` at a time; the next page starts after the `_id` given as `cursor`.',
    })
    .input(z.object({ email: EmailInput, limit: Page.limit.default(100), cursor: Page.cursor }))
    .output(z.array(Post)),

  deletionPreview: call
    .meta({ access: signedIn })
    .route({
      method: 'GET',
      path: '/posts/{postId}/deletion',
      summary: 'How many conversations are about a post',
      description: 'For its author and admins. Conversations stay as they are and say that the post was deleted.',
    })
    .errors({ ...notFound, ...forbidden })
    .input(z.object({ postId: LookupId }))
    .output(z.object({ conversations: z.number().int().nonnegative() })),

  delete: call
    .meta({ access: signedIn })
    .route({
      method: 'DELETE',
      path: '/deleteItem/{postId}',
      summary: 'Deletes a post',
      description:
        'For its author and admins. Text and image are deleted for good. Existing conversations about it stay ' +
        'readable and can continue; nobody can start a new one.',
    })
    .errors({ ...notFound, ...forbidden })
    .input(z.object({ postId: LookupId }))
    .output(z.object({ acknowledged: z.literal(true), deletedCount: z.literal(1) })),
});
