import { problemResponse } from '../call/problems.ts';
import { readBounded } from '../call/read-bounded.ts';
import { jsonHoldsNul, nulRefusal } from './nul.ts';

/** The media type in `Content-Type`, without parameters, in lower case. */
export function mediaTypeOf({ headers }: Request): string | undefined {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
}

/** The body; `undefined` if it is longer than `maxBytes`. */
async function readBytes(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer> | undefined> {
  const length = request.headers.get('content-length');
  if (length === null) return readBounded(request.body, maxBytes);
  return Number(length) > maxBytes ? undefined : Buffer.from(await request.arrayBuffer());
}

/** The same, as text. */
export async function readText(request: Request, maxBytes: number): Promise<string | undefined> {
  return (await readBytes(request, maxBytes))?.toString('utf8');
}

const MAY_HOLD_SURROGATE = /\\u[dD][89a-fA-F]/;

/** Half of a surrogate pair, of a text that was cut off within an emoji: PostgreSQL refuses it in JSON. */
const replaceHalfPairs = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/** A JSON body: the text and the parsed value (`undefined` for an empty body). */
interface JsonBody {
  readonly text: string;
  readonly value: unknown;
}

/**
 * Reads a JSON body, or returns the refusal: 413 if it is too large, 415 for another media type, 400 if it is not JSON
 * in UTF-8 (RFC 8259, so a byte order mark is refused too) or has the character U+0000, which PostgreSQL cannot store.
 * Half of a surrogate pair becomes U+FFFD.
 */
export async function readJson(request: Request, maxBytes: number): Promise<JsonBody | Response> {
  const mediaType = mediaTypeOf(request);
  if (mediaType !== undefined && mediaType !== 'application/json') return problemResponse('UNSUPPORTED_MEDIA_TYPE');
  const bytes = await readBytes(request, maxBytes);
  if (bytes === undefined) return problemResponse('PAYLOAD_TOO_LARGE');
  if (bytes.byteLength === 0) return { text: '', value: undefined };
  if (mediaType === undefined) return problemResponse('UNSUPPORTED_MEDIA_TYPE');
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!MAY_HOLD_SURROGATE.test(text)) {
      const value: unknown = JSON.parse(text);
      return jsonHoldsNul(text) ? nulRefusal() : { text, value };
    }
    const value: unknown = JSON.parse(text, replaceHalfPairs);
    return jsonHoldsNul(text) ? nulRefusal() : { text: JSON.stringify(value), value };
  } catch {
    return problemResponse('BAD_REQUEST', { message: 'The body is not valid JSON.' });
  }
}
