import { readBounded } from '../call/read-bounded.ts';

const DEADLINE_MILLIS = 5000;
const MAX_BYTES = 256 * 1024;

/** `fetch` with limits: at most five seconds and 256 kB, no redirects. Rejects otherwise. */
export async function boundedFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const signal = AbortSignal.timeout(DEADLINE_MILLIS);
  const response = await fetch(url, { ...init, redirect: 'error', signal });
  const bytes = await readBounded(response.body, MAX_BYTES);
  if (bytes === undefined) throw new Error(`The answer is larger than ${MAX_BYTES} bytes.`);
  return new Response(bytes, { status: response.status, headers: response.headers });
}
