import { ProviderUnavailable } from '../provider-unavailable.ts';

/**
 * Stores image files. Names are chosen by us and derived from the content, so storing the same file again changes
 * nothing. The files are public; a store need not keep them secret.
 */
export interface ImageStore {
  /** Recorded with each image, to find it after the clinic has changed its store. */
  readonly name: string;
  /**
   * Stores a file durably, or rejects with `ImageStoreUnavailable`. Returns its location, for `get` and `remove` only.
   */
  put(file: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }): Promise<string>;
  /** The file; `undefined` if it does not exist. Rejects with `ImageStoreUnavailable`. */
  get(location: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /**
   * Deletes a file; a missing one is not an error. A host without a call for it keeps its copy, to which nothing of
   * ours refers. Rejects with `ImageStoreUnavailable`.
   */
  remove(location: string): Promise<void>;
}

/** The store is unreachable, full, or refuses us. The caller may try again later. */
export class ImageStoreUnavailable extends ProviderUnavailable {
  override name = 'ImageStoreUnavailable';
}

/** The deadline of every request to a store. */
export const STORE_DEADLINE_MILLIS = 10_000;
/** The maximum size of our files; a larger answer of a store is refused. */
export const MAX_STORED_BYTES = 8 * 1024 * 1024;
