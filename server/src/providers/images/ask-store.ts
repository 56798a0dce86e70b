import { ImageStoreUnavailable, MAX_STORED_BYTES, STORE_DEADLINE_MILLIS } from './port.ts';

/**
 * One request to a store over HTTP: with a deadline, without following anyone anywhere, and with no address in the
 * failure (it may hold a key).
 */
export async function askStore(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(STORE_DEADLINE_MILLIS) });
  } catch (error) {
    throw new ImageStoreUnavailable('The image store could not be reached', { cause: error });
  }
}

/** The body of an answer, if it is no larger than any file of ours. */
export async function boundedBytes(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > MAX_STORED_BYTES) throw new Error('The answer of the image store is too large');
      chunks.push(chunk);
    }
  } catch (error) {
    throw new ImageStoreUnavailable('The image store broke off', { cause: error });
  }
  return Buffer.concat(chunks);
}

/** A refusal of a store as a failure: its status, and nothing of its text. */
export async function storeRefused(response: Response): Promise<ImageStoreUnavailable> {
  await response.body?.cancel().catch(() => undefined);
  return new ImageStoreUnavailable(`The image store answered ${response.status}`);
}
