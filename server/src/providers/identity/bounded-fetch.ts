const DEADLINE_MILLIS = 5000;
const MAX_BYTES = 256 * 1024;

/**
 * `fetch` for what another machine says: at most five seconds and 256 kB, and no redirects. Rejects otherwise, before it
 * holds more than that.
 */
export async function boundedFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const signal = AbortSignal.timeout(DEADLINE_MILLIS);
  const response = await fetch(url, { ...init, redirect: 'error', signal });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error('The answer is larger than anyone needs.');
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), { status: response.status, headers: response.headers });
}
