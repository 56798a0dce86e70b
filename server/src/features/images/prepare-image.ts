import { createHash } from 'node:crypto';
import {
  IMAGE_SIDE,
  imageFileMessages,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_PIXELS,
  MIDDLE_SIDE,
  THUMBNAIL_SIDE,
} from '@openhours/contract/image-file.ts';
import type { imageRefusals } from '@openhours/contract/images.ts';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { hidesSomething } from './rules.ts';

export interface PreparedImage {
  /** SHA-256 of `full`, hexadecimal. */
  readonly hash: string;
  readonly full: Uint8Array<ArrayBuffer>;
  readonly middle: Uint8Array<ArrayBuffer>;
  readonly thumbnail: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

export type ImageRefusal =
  | { readonly code: 'PAYLOAD_TOO_LARGE'; readonly message: string }
  | { readonly code: Exclude<keyof typeof imageRefusals, 'UPLOADS_USED_UP'>; readonly message?: string };

export type Preparation =
  | { readonly kind: 'prepared'; readonly image: PreparedImage }
  | { readonly kind: 'refused'; readonly refusal: ImageRefusal };

/** What we read, by what the content says it is. An animated PNG is read as its first frame. */
const READ = new Set(['jpg', 'png', 'apng', 'webp', 'avif', 'gif']);
const HEIC = new Set(['heic', 'heif', 'hif']);

const AT_ONCE = 2;
const DEADLINE_SECONDS = 8;
const QUALITY = 80;

// The decoder may read the five formats from memory and nothing else, however a file presents itself.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});
sharp.cache(false);

/**
 * Makes of an uploaded file the image that we serve: WebP, bounded in size, upright, with nothing of the original but
 * its pixels. What the file is, its content says; its name and declared type are not asked. Two are decoded at a time.
 */
export async function prepareImage(bytes: Uint8Array<ArrayBuffer>): Promise<Preparation> {
  const refusal = await refuseUnread(bytes);
  return refusal ? { kind: 'refused', refusal } : oneOfTwo(() => encode(bytes));
}

/** What can be said without decoding a pixel. */
async function refuseUnread(bytes: Uint8Array<ArrayBuffer>): Promise<ImageRefusal | undefined> {
  if (bytes.byteLength > MAX_IMAGE_BYTES) return { code: 'PAYLOAD_TOO_LARGE', message: imageFileMessages.size };
  if (bytes.byteLength === 0) return { code: 'IMAGE_UNREADABLE', message: imageFileMessages.empty };
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (type && HEIC.has(type.ext)) return { code: 'IMAGE_TYPE_REFUSED', message: imageFileMessages.heic };
  if (!type || !READ.has(type.ext)) return { code: 'IMAGE_TYPE_REFUSED' };
  return hidesSomething(bytes) ? { code: 'IMAGE_HIDES_SOMETHING' } : undefined;
}

async function encode(bytes: Uint8Array<ArrayBuffer>): Promise<Preparation> {
  const input = { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error', sequentialRead: true } as const;
  const fitted = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const;
  try {
    const { width, height } = await sharp(bytes, { ...input, limitInputPixels: false }).metadata();
    if (width * height > MAX_IMAGE_PIXELS) return { kind: 'refused', refusal: { code: 'IMAGE_TOO_MANY_PIXELS' } };

    const full = await sharp(bytes, input)
      .timeout({ seconds: DEADLINE_SECONDS })
      .autoOrient()
      .resize(fitted(IMAGE_SIDE))
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    const smaller = async (side: number) =>
      new Uint8Array(
        await sharp(full.data)
          .timeout({ seconds: DEADLINE_SECONDS })
          .resize(fitted(side))
          .webp({ quality: QUALITY })
          .toBuffer(),
      );
    const hash = createHash('sha256').update(full.data).digest('hex');
    const image = {
      hash,
      full: new Uint8Array(full.data),
      middle: await smaller(MIDDLE_SIDE),
      thumbnail: await smaller(THUMBNAIL_SIDE),
      width: full.info.width,
      height: full.info.height,
    };
    return { kind: 'prepared', image };
  } catch {
    // The decoder throws for every file that it cannot make sense of, or not in time; there is no other reason.
    return { kind: 'refused', refusal: { code: 'IMAGE_UNREADABLE' } };
  }
}

let running = 0;
const waiting: (() => void)[] = [];

/** Decoding takes memory, not only time: two images at once in this process, the others wait in the order they came. */
async function oneOfTwo<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go));
  else running += 1;
  try {
    return await work();
  } finally {
    // Who waits takes over the place; only when nobody does it becomes free.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
