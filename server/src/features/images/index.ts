/** The door of images for other features. */
import { hashOfImageUrl } from '@openhours/contract/image-file.ts';
import type { Database } from '../../database/database.ts';
import { findStoredImage, touchStoredImage } from './store.ts';

export { listImagesOf } from './store.ts';

/** Whether an address is that of an image stored here. A look, and no more: before putting one to use, `claimImage`. */
export async function isOwnImage(db: Database, url: string): Promise<boolean> {
  const hash = hashOfImageUrl(url);
  return hash !== undefined && (await findStoredImage(db, hash)) !== undefined;
}

/**
 * To be called before an address is written into a column of `image-references.ts`: answers whether it is that of an
 * image stored here, and keeps the image from being swept for another day, by when it is referred to.
 */
export async function claimImage(db: Database, image: { url: string; now: Date }): Promise<boolean> {
  const hash = hashOfImageUrl(image.url);
  return hash !== undefined && touchStoredImage(db, { hash, now: image.now });
}
