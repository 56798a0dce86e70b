import { imageFileMessages, MAX_IMAGE_BYTES, MIDDLE_SIDE, THUMBNAIL_SIDE } from '@openhours/contract/image-file.ts';
import type { Database } from '../../database/database.ts';
import type { ImageStore } from '../../providers/images/port.ts';
import type { ImageDecoder } from './decoder.ts';
import type { ImageRefusal, PreparedImage } from './prepare-image.ts';
import { hasFiles } from './read-image.ts';
import { quotaDay, UPLOADS_A_DAY, UPLOADS_A_DAY_UNCONFIRMED } from './rules.ts';
import { type ImageRow, markStored, spendQuota, wantImage } from './store.ts';

/** The store for new images, and all stores from which images are read. */
export interface ImageStores {
  readonly current: ImageStore;
  readonly all: readonly ImageStore[];
}

type UploadOutcome =
  | { readonly kind: 'stored'; readonly image: Pick<ImageRow, 'hash' | 'width' | 'height' | 'bytes' | 'createdAt'> }
  | {
      readonly kind: 'refused';
      readonly refusal: ImageRefusal | { readonly code: 'UPLOADS_USED_UP'; readonly message?: string };
    };

const CONFIRM_FIRST = `You can upload ${UPLOADS_A_DAY_UNCONFIRMED} pictures a day until you confirm your email address. Please open the link that we sent to it.`;

/**
 * Stores an uploaded file as an image, or returns why not. The row is written first, so that no file is without one; it
 * counts only once the files are stored. The same content, even in parallel, is the same image, so every step can be
 * repeated. An image whose files cannot be read is stored again.
 */
export async function uploadImage(
  { db, stores, decoder }: { db: Database; stores: ImageStores; decoder: ImageDecoder },
  upload: { bytes: Uint8Array<ArrayBuffer>; personId: string; isConfirmed: boolean; now: Date },
): Promise<UploadOutcome> {
  const { bytes, personId, isConfirmed, now } = upload;
  const most = isConfirmed ? UPLOADS_A_DAY : UPLOADS_A_DAY_UNCONFIRMED;
  if (!(await spendQuota(db, { personId, day: quotaDay(now), bytes: bytes.byteLength, most }))) {
    return { kind: 'refused', refusal: { code: 'UPLOADS_USED_UP', ...(!isConfirmed && { message: CONFIRM_FIRST }) } };
  }
  const refusal = refuseSize(bytes.byteLength);
  if (refusal) return { kind: 'refused', refusal };
  const prepared = await decoder.prepare(bytes);
  if (prepared.kind === 'refused') return prepared;

  const { image } = prepared;
  const { hash, width, height, full } = image;
  const row = await wantImage(db, { hash, ownerId: personId, width, height, bytes: full.byteLength, wantedAt: now });
  if (!row) throw new Error('An image was neither new nor known');
  if (!(await hasFiles(stores.all, row))) {
    const { current } = stores;
    await markStored(db, hash, { store: current.name, ...(await storeFiles(current, image)) });
  }
  return { kind: 'stored', image: row };
}

function refuseSize(bytes: number): ImageRefusal | undefined {
  if (bytes > MAX_IMAGE_BYTES) return { code: 'PAYLOAD_TOO_LARGE', message: imageFileMessages.size };
  return bytes === 0 ? { code: 'IMAGE_UNREADABLE', message: imageFileMessages.empty } : undefined;
}

async function storeFiles(store: ImageStore, { hash, full, middle, thumbnail }: PreparedImage) {
  const [location, middleLocation, thumbnailLocation] = await Promise.all([
    store.put({ name: `${hash}.webp`, bytes: full }),
    store.put({ name: `${hash}-${MIDDLE_SIDE}.webp`, bytes: middle }),
    store.put({ name: `${hash}-${THUMBNAIL_SIDE}.webp`, bytes: thumbnail }),
  ]);
  return { location, middleLocation, thumbnailLocation };
}
