/** Images for other features. */
import { hashOfImageUrl, imageUrl } from '@openhours/contract/image-file.ts';
import type { Database } from '../../database/database.ts';
import { listSizes, touchStoredImage } from './store.ts';

export { listImagesOf } from './store.ts';

/** The sizes in pixels of the images at these addresses; unknown addresses are left out. */
export async function findImageSizes(
  db: Database,
  urls: readonly (string | null)[],
): Promise<ReadonlyMap<string, { width: number; height: number }>> {
  const hashes = urls.flatMap((url) => (url === null ? [] : (hashOfImageUrl(url) ?? [])));
  const sizes = await listSizes(db, hashes);
  return new Map([...sizes].map(([hash, size]) => [imageUrl(hash), size]));
}

/**
 * To be called before an address is written into a column of `image-references.ts`: returns whether it is that of a
 * stored image, and protects the image from deletion for another day, until the reference exists.
 */
export async function claimImage(db: Database, image: { url: string; now: Date }): Promise<boolean> {
  const hash = hashOfImageUrl(image.url);
  return hash !== undefined && touchStoredImage(db, { hash, now: image.now });
}
