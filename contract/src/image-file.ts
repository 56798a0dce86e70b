/** The limits for an uploaded image, for the browser as well as for the server. */

/** The size of a file, in bytes. */
export const MAX_IMAGE_BYTES = 8 * 1024 * 1024;
/** Width times height. Decoding an AVIF takes three times the memory per pixel of any other format. */
export const MAX_IMAGE_PIXELS = 40_000_000;
export const MAX_AVIF_PIXELS = 13_000_000;
/** The accepted types. The server does not rely on the type that a browser declares; it reads the content. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;

/** The largest sides of a stored image, in pixels. */
export const IMAGE_SIDE = 1600;
export const MIDDLE_SIDE = 800;
export const THUMBNAIL_SIDE = 320;

/** One sentence for each reason to refuse a file, the same on the server and in the browser. */
export const imageFileMessages = {
  empty: 'That file is empty. Please choose another one.',
  type: 'Please choose a JPEG, PNG, WebP, AVIF or GIF picture.',
  heic: 'We cannot read HEIC pictures. Please save yours as a JPEG and choose that file.',
  size: 'That picture is larger than 8 MB. Please choose a smaller one.',
  pixels: 'That picture has more than 40 million pixels. Please choose a smaller one.',
  avifPixels: 'That AVIF picture has more than 13 million pixels. Please save it as a JPEG or choose a smaller one.',
} as const;

const HEIC_TYPES = new Set(['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence']);

/**
 * What is wrong with a file, judged by its name, declared type and size, as a sentence; or `undefined`. For the
 * browser, before the upload; the server checks the content.
 */
export function imageFileFault(file: { name: string; type: string; size: number }): string | undefined {
  if (HEIC_TYPES.has(file.type) || /\.hei[cf]$/i.test(file.name)) return imageFileMessages.heic;
  if (!IMAGE_TYPES.some((type) => type === file.type)) return imageFileMessages.type;
  if (file.size === 0) return imageFileMessages.empty;
  return file.size > MAX_IMAGE_BYTES ? imageFileMessages.size : undefined;
}

const IMAGE_URL = /^\/images\/([0-9a-f]{64})\.webp$/;

/** The address at which an image with this content is served. */
export function imageUrl(hash: string): string {
  return `/images/${hash}.webp`;
}

/** The address of its thumbnail, at most 320 pixels a side. Any other address is its own thumbnail. */
export function thumbnailUrl(url: string): string {
  const hash = hashOfImageUrl(url);
  return hash === undefined ? url : `/images/${hash}-${THUMBNAIL_SIDE}.webp`;
}

/**
 * The `srcset` of an uploaded image; `undefined` for any other address.
 *
 * @param size the sides of the whole image, in pixels
 */
export function imageSrcSet(url: string, { width, height }: { width: number; height: number }): string | undefined {
  const hash = hashOfImageUrl(url);
  if (hash === undefined) return undefined;
  const smaller = [THUMBNAIL_SIDE, MIDDLE_SIDE].filter((side) => side < Math.max(width, height));
  const widthAt = (side: number) => Math.round((width * side) / Math.max(width, height));
  return [...smaller.map((side) => `/images/${hash}-${side}.webp ${widthAt(side)}w`), `${url} ${width}w`].join(', ');
}

/** The SHA-256 in the address of an uploaded image, or `undefined` for any other address. */
export function hashOfImageUrl(url: string): string | undefined {
  return IMAGE_URL.exec(url)?.[1];
}
