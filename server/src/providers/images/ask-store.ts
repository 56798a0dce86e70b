import { readBounded } from '../../call/read-bounded.ts';
import { ImageStoreUnavailable, MAX_STORED_BYTES, STORE_DEADLINE_MILLIS } from './port.ts';

/**
 * One HTTP request to a store: with a deadline, without redirects, and without its address in errors (it may hold a
 * key).
 */
export async function askStore(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(STORE_DEADLINE_MILLIS) });
  } catch (error) {
    throw new ImageStoreUnavailable('The image store could not be reached', { cause: error });
  }
}

/** The body of an answer, if it is no larger than our files. */
export async function boundedBytes(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readBounded(response.body, MAX_STORED_BYTES).catch((error: unknown) => {
    throw new ImageStoreUnavailable('The image store aborted its answer', { cause: error });
  });
  if (bytes === undefined) throw new ImageStoreUnavailable('The answer of the image store is too large');
  return bytes;
}

/** A store's refusal as an error, with its status but not its text. */
export async function storeRefused(response: Response): Promise<ImageStoreUnavailable> {
  await response.body?.cancel().catch(() => undefined);
  return new ImageStoreUnavailable(`The image store answered ${response.status}`);
}
