import type { Database } from '../../database/database.ts';
import type { ImageStore } from '../../providers/images/port.ts';
import { findStoredImage, type ImageRow } from './store.ts';

/** A variant of an image. */
export type ImageForm = 'full' | 'middle' | 'thumbnail';

const FORMS: readonly ImageForm[] = ['full', 'middle', 'thumbnail'];

/** The file of an image variant, from whichever store has it, or `undefined`. */
export async function readImage(
  { db, stores }: { db: Database; stores: readonly ImageStore[] },
  wanted: { hash: string; form: ImageForm },
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const row = await findStoredImage(db, wanted.hash);
  return row && readFile(stores, row, wanted.form);
}

/** Whether every variant of an image can be read: its store may have been replaced, and its files may be lost. */
export async function hasFiles(stores: readonly ImageStore[], row: ImageRow): Promise<boolean> {
  const files = await Promise.all(FORMS.map((form) => readFile(stores, row, form)));
  return !files.includes(undefined);
}

async function readFile(stores: readonly ImageStore[], row: ImageRow, form: ImageForm) {
  const location = {
    full: row.location,
    middle: row.middleLocation,
    thumbnail: row.thumbnailLocation,
  }[form];
  if (!location) return undefined;
  return stores.find(({ name }) => name === row.store)?.get(location);
}
