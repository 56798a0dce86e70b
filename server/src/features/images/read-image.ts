import type { Database } from '../../database/database.ts';
import type { ImageStore } from '../../providers/images/port.ts';
import { findStoredImage } from './store.ts';

/** A variant of an image. */
export type ImageForm = 'full' | 'middle' | 'thumbnail';

/** The file of an image variant, from whichever store has it, or `undefined`. */
export async function readImage(
  { db, stores }: { db: Database; stores: readonly ImageStore[] },
  wanted: { hash: string; form: ImageForm },
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const row = await findStoredImage(db, wanted.hash);
  if (!row) return undefined;
  const location = {
    full: row.location,
    middle: row.middleLocation ?? row.location,
    thumbnail: row.thumbnailLocation,
  }[wanted.form];
  if (!location) return undefined;
  return stores.find(({ name }) => name === row.store)?.get(location);
}
