/** The server said no. `message` is a sentence for the person; `status` is 0 when there was no answer at all. */
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

/** For a call that got no answer at all. The form that made it keeps what was typed. */
export const unreachable =
  'We could not reach the server. Check your connection and try again. What you typed is still here.';

/** GET, answered as parsed JSON. Throws ApiError. */
export function getJson(path: string, signal?: AbortSignal): Promise<unknown> {
  return send(path, { headers: { accept: 'application/json' }, ...(signal && { signal }) });
}

/** POST of JSON, answered as parsed JSON. Throws ApiError. */
export function postJson(path: string, body: object): Promise<unknown> {
  return send(path, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function send(path: string, init: RequestInit): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(path, { credentials: 'same-origin', ...init });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError({ message: unreachable, status: 0 });
  }
  const body = await readBody(response);
  if (response.ok) return body;
  throw new ApiError({
    message: textField(body, 'message') ?? fallbackMessage(response.status),
    status: response.status,
    code: textField(body, 'code'),
  });
}

/** Errors may come from a proxy and hold no JSON at all. */
async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** For an answer that brings no sentence of its own, from a proxy perhaps. */
export function fallbackMessage(status: number): string {
  if (status === 429) return 'Too many attempts. Wait a minute and try again.';
  if (status === 401) return 'Please sign in again.';
  return `The server could not answer (${status}). Please try again in a moment.`;
}

/** A field of a JSON object that came from outside, whatever it holds. */
export function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
}

/** A non-empty text in a JSON object that came from outside, or undefined. */
export function textField(body: unknown, name: string): string | undefined {
  const value = fieldOf(body, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
