import * as z from 'zod';
import { signedIn } from './access.ts';
import { call } from './call.ts';
import { imageFileMessages, MAX_IMAGE_BYTES } from './image-file.ts';

const side = z.number().int().positive();

/** A stored image. Its address is a path of the clinic, and the content at it never changes. */
export const StoredImage = z.object({
  /** The SHA-256 of the stored file. */
  id: z.string(),
  url: z.string(),
  display_url: z.string(),
  width: side,
  height: side,
  /** In bytes. */
  size: side,
  /** Seconds since 1970. */
  time: z.number().int(),
  image: z.object({
    filename: z.string(),
    mime: z.literal('image/webp'),
    extension: z.literal('webp'),
    url: z.string(),
  }),
  thumb: z.object({
    filename: z.string(),
    mime: z.literal('image/webp'),
    extension: z.literal('webp'),
    url: z.string(),
  }),
});
export type StoredImage = z.infer<typeof StoredImage>;

/** Why a file is refused. Too many bytes is the common 413. */
export const imageRefusals = {
  IMAGE_TYPE_REFUSED: { status: 415, message: imageFileMessages.type },
  IMAGE_UNREADABLE: { status: 422, message: 'That picture is damaged or incomplete. Please choose another one.' },
  IMAGE_TOO_MANY_PIXELS: { status: 422, message: imageFileMessages.pixels },
  IMAGE_TOO_DEMANDING: {
    status: 422,
    message: 'That picture takes too much memory or time to read. Please save it as a plain JPEG and choose that.',
  },
  UPLOADS_USED_UP: {
    status: 429,
    message: 'You have reached the limit of uploads for today. Please try again tomorrow.',
  },
} as const;

export const images = call.tag('Images').router({
  upload: call
    .meta({ access: signedIn, upload: { maxFileBytes: MAX_IMAGE_BYTES } })
    .route({
      method: 'POST',
      path: '/images',
      summary: 'Stores an image',
      description:
        'JPEG, PNG, WebP, AVIF or GIF (its first frame), recognised by content; at most 8 MB and 40 million pixels ' +
        '(13 million for AVIF). It is stored as WebP of at most 1600 pixels a side, without metadata, and named by ' +
        'its content. Repeating an upload changes nothing, so no `Idempotency-Key` is needed (or read). Images that ' +
        'nothing refers to are deleted after a day. Each person can upload 50 a day, or 5 until their email address is ' +
        'confirmed. Failures have `success: false` and `error.message`, as at image ' +
        'hosts, besides the common form.',
    })
    .errors(imageRefusals)
    .input(z.object({ image: z.file('Please send one file in the field image.') }))
    .output(z.object({ success: z.literal(true), status: z.literal(200), data: StoredImage })),
});
