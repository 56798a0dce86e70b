import { compareClock } from '../clinic/clock.ts';

/** A failed request. `message` can be shown; `status` is 0 if there was no answer. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string | undefined;

  constructor({ message, status, code }: { message: string; status: number; code?: string | undefined }) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** For a request without an answer. */
export const unreachable = 'We could not reach the server. Check your connection and try again.';

/** GET with a JSON answer. Throws ApiError. */
export function getJson(path: string, signal?: AbortSignal): Promise<unknown> {
  return send(path, { headers: { accept: 'application/json' }, ...(signal && { signal }) });
}

/** POST of JSON with a JSON answer. Throws ApiError. */
export function postJson(path: string, body: object, signal?: AbortSignal): Promise<unknown> {
  return send(path, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
}

async function send(path: string, init: RequestInit): Promise<unknown> {
  const response = await reach(path, init);
  // An error from a proxy may not be JSON.
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return body;
  throw refusal(response.status, body);
}

/** The error of an answer with this status and JSON. */
export function refusal(status: number, body: unknown): ApiError {
  const message = textField(body, 'message') ?? fallbackMessage(status);
  return new ApiError({ message, status, code: textField(body, 'code') });
}

/** How long a change waits for its answer. For what only loads, the page says that the server is slow. */
const answerMillis = 30_000;

/** As `fetch`, but without an answer it throws ApiError. */
export async function reach(path: string, init: RequestInit): Promise<Response> {
  const askedAt = Date.now();
  const isChange = init.method !== undefined && init.method !== 'GET';
  try {
    const signal = init.signal ?? (isChange ? AbortSignal.timeout(answerMillis) : null);
    const response = await fetch(path, { ...init, signal });
    const { headers } = response;
    // Browsers may use others again after Back, with the date of then.
    if (headers.get('cache-control')?.includes('no-store')) compareClock(headers.get('date'), askedAt);
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError({ message: unreachable, status: 0 });
  }
}

/** For an answer without a message, for example from a proxy. */
export function fallbackMessage(status: number): string {
  if (status === 429) return 'Too many attempts. Wait a minute and try again.';
  if (status === 401) return 'Please sign in again.';
  return `The server could not answer (${status}). Please try again in a moment.`;
}

/** A field of untrusted JSON. */
export function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
}

/** A non-empty string field of untrusted JSON, or undefined. */
export function textField(body: unknown, name: string): string | undefined {
  const value = fieldOf(body, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
