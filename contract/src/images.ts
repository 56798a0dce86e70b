import * as z from 'zod';
import { signedIn } from './access.ts';
import { call } from './call.ts';
import { imageFileMessages, MAX_IMAGE_BYTES } from './image-file.ts';

const side = z.number().int().positive();

/** An image as it was stored. Its address is a path of the clinic and never changes its content. */
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

/** Why a file is not taken. Too many bytes is the common 413. */
export const imageRefusals = {
  IMAGE_TYPE_REFUSED: { status: 415, message: imageFileMessages.type },
  IMAGE_UNREADABLE: { status: 422, message: 'That picture is damaged or incomplete. Please choose another one.' },
  IMAGE_HIDES_SOMETHING: {
    status: 422,
    message: 'That file holds something else besides a picture. Please save it anew as a plain JPEG or PNG.',
  },
  IMAGE_TOO_MANY_PIXELS: {
    status: 422,
    message: 'That picture has more than 40 million pixels. Please choose a smaller one.',
  },
  UPLOADS_USED_UP: {
    status: 429,
    message: 'You have uploaded as many pictures as one day allows. Please try again tomorrow.',
  },
} as const;

export const images = {
  upload: call
    .meta({ access: signedIn, upload: { maxFileBytes: MAX_IMAGE_BYTES } })
    .route({
      method: 'POST',
      path: '/images',
      tags: ['Images'],
      summary: 'Stores an image',
      description:
        'JPEG, PNG, WebP, AVIF or GIF (its first frame), decided by content; at most 8 MB and 40 million pixels. It is ' +
        'stored as WebP of at most 1600 pixels a side, without metadata, and named by its content, so that repeating an ' +
        'upload changes nothing and an `Idempotency-Key` is not needed (and not read). What nothing refers to after a ' +
        'day is deleted. Failures carry `success: false` and `error.message` as image hosts do, beside the common form.',
    })
    .errors(imageRefusals)
    .input(z.object({ image: z.file('Please send one file in the field image.') }))
    .output(z.object({ success: z.literal(true), status: z.literal(200), data: StoredImage })),
};
