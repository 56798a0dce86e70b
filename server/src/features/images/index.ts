/** The door of images for other features. */
import { hashOfImageUrl, imageUrl } from '@openhours/contract/image-file.ts';
import type { Database } from '../../database/database.ts';
import { findStoredImage, listSizes, touchStoredImage } from './store.ts';

export { listImagesOf } from './store.ts';

/** Whether an address is that of an image stored here. A look, and no more: before putting one to use, `claimImage`. */
export async function isOwnImage(db: Database, url: string): Promise<boolean> {
  const hash = hashOfImageUrl(url);
  return hash !== undefined && (await findStoredImage(db, hash)) !== undefined;
}

/** The sides in pixels of the images at these addresses; those that are not stored here are not in the answer. */
export async function findImageSizes(
  db: Database,
  urls: readonly (string | null)[],
): Promise<ReadonlyMap<string, { width: number; height: number }>> {
  const hashes = urls.flatMap((url) => (url === null ? [] : (hashOfImageUrl(url) ?? [])));
  const sizes = await listSizes(db, hashes);
  return new Map([...sizes].map(([hash, size]) => [imageUrl(hash), size]));
}

/**
 * To be called before an address is written into a column of `image-references.ts`: answers whether it is that of an
 * image stored here, and keeps the image from being swept for another day, by when it is referred to.
 */
export async function claimImage(db: Database, image: { url: string; now: Date }): Promise<boolean> {
  const hash = hashOfImageUrl(image.url);
  return hash !== undefined && touchStoredImage(db, { hash, now: image.now });
}
