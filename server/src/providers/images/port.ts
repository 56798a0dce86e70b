/**
 * Where the files of images are kept. Names are chosen by us, made of the content, so that putting the same file again
 * changes nothing. What is stored is public in the end: a store need not keep secrets, only files.
 */
export interface ImageStore {
  /** Kept beside each image, to find it again after the clinic has changed its store. */
  readonly name: string;
  /**
   * Stores a file durably, or rejects with `ImageStoreUnavailable`. Answers where it is: for `get` and `remove`, and
   * for nobody else.
   */
  put(file: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }): Promise<string>;
  /** The file, or `undefined` where there is none (any more). Rejects with `ImageStoreUnavailable`. */
  get(location: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /**
   * Deletes a file; one that is gone already is no failure. A host that has no call for it keeps its copy, which then
   * nothing of ours leads to. Rejects with `ImageStoreUnavailable`.
   */
  remove(location: string): Promise<void>;
}

/** The store cannot do it now: out of reach, out of space, or it refuses us. The caller may try again later. */
export class ImageStoreUnavailable extends Error {
  override name = 'ImageStoreUnavailable';
  /** Known to `http/problems.ts`, which answers 503. */
  readonly code = 'PROVIDER_UNAVAILABLE';
}

/** No request to a store takes longer. */
export const STORE_DEADLINE_MILLIS = 10_000;
/** No file of ours is larger; a store that answers with more is not believed. */
export const MAX_STORED_BYTES = 8 * 1024 * 1024;
