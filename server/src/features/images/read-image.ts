import type { Database } from '../../database/database.ts';
import type { ImageStore } from '../../providers/images/port.ts';
import { findStoredImage } from './store.ts';

/** The file of an image or of its thumbnail, from whichever store has it, or `undefined`. */
export async function readImage(
  { db, stores }: { db: Database; stores: readonly ImageStore[] },
  wanted: { hash: string; thumbnail: boolean },
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const row = await findStoredImage(db, wanted.hash);
  const location = wanted.thumbnail ? row?.thumbnailLocation : row?.location;
  if (!row || !location) return undefined;
  return stores.find(({ name }) => name === row.store)?.get(location);
}
