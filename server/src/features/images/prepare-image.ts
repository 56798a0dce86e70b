import { createHash } from 'node:crypto';
import {
  IMAGE_SIDE,
  imageFileMessages,
  MAX_AVIF_PIXELS,
  MAX_IMAGE_PIXELS,
  MIDDLE_SIDE,
  THUMBNAIL_SIDE,
} from '@openhours/contract/image-file.ts';
import type { imageRefusals } from '@openhours/contract/images.ts';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';

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

/** The formats that we read, as `file-type` names them. */
const READ = new Set(['jpg', 'png', 'apng', 'webp', 'avif', 'gif']);
const HEIC = new Set(['heic', 'heif', 'hif']);
const QUALITY = 80;

// libvips may load these five formats from memory, and nothing else.
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
sharp.concurrency(1);

/**
 * Converts an uploaded file to the image that we serve: WebP, limited in size, upright, and only the pixels of the
 * original. The format is detected from the content; name and declared type are ignored.
 *
 * Runs only in the decoder process (`decoder-process.ts`), because a hostile file can use any amount of memory or crash
 * the native decoder.
 */
export async function prepareImage(bytes: Uint8Array): Promise<Preparation> {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (type && HEIC.has(type.ext)) return refused({ code: 'IMAGE_TYPE_REFUSED', message: imageFileMessages.heic });
  if (!type || !READ.has(type.ext)) return refused({ code: 'IMAGE_TYPE_REFUSED' });
  try {
    return await encode(bytes, { isAvif: type.ext === 'avif' });
  } catch {
    // sharp throws for every file that it cannot read.
    return refused({ code: 'IMAGE_UNREADABLE' });
  }
}

async function encode(bytes: Uint8Array, { isAvif }: { isAvif: boolean }): Promise<Preparation> {
  const input = { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error', sequentialRead: true } as const;
  const { width, height } = await sharp(bytes, { ...input, limitInputPixels: false }).metadata();
  if (width * height > MAX_IMAGE_PIXELS) return refused({ code: 'IMAGE_TOO_MANY_PIXELS' });
  if (isAvif && width * height > MAX_AVIF_PIXELS) {
    return refused({ code: 'IMAGE_TOO_MANY_PIXELS', message: imageFileMessages.avifPixels });
  }

  const fitted = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const;
  const full = await sharp(bytes, input)
    .autoOrient()
    .resize(fitted(IMAGE_SIDE))
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  const smaller = async (side: number) =>
    new Uint8Array(await sharp(full.data).resize(fitted(side)).webp({ quality: QUALITY }).toBuffer());
  const image = {
    hash: createHash('sha256').update(full.data).digest('hex'),
    full: new Uint8Array(full.data),
    middle: await smaller(MIDDLE_SIDE),
    thumbnail: await smaller(THUMBNAIL_SIDE),
    width: full.info.width,
    height: full.info.height,
  };
  return { kind: 'prepared', image };
}

const refused = (refusal: ImageRefusal): Preparation => ({ kind: 'refused', refusal });
