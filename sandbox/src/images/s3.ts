import { createHash, randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Shelf } from './shelf.ts';
import { type Credentials, type SignatureFault, signatureFault } from './signature.ts';

/** The settings for a client of the bucket. */
export const S3_BUCKET = 'openhours';
export const S3_CREDENTIALS: Credentials = { accessKeyId: 'sandbox', secretAccessKey: 'sandbox-secret' };

const STATUS: Record<SignatureFault | 'NoSuchBucket' | 'NoSuchKey' | 'MethodNotAllowed', 400 | 403 | 404 | 405> = {
  AccessDenied: 403,
  AuthorizationHeaderMalformed: 400,
  InvalidAccessKeyId: 403,
  RequestTimeTooSkewed: 403,
  XAmzContentSHA256Mismatch: 400,
  SignatureDoesNotMatch: 403,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  MethodNotAllowed: 405,
};

/**
 * The part of S3's REST protocol for storing files: PUT, GET, HEAD and DELETE of an object, path-style, signed. Wrong
 * signatures are refused as Amazon does.
 */
export function s3Pages(shelf: Shelf): Hono {
  return new Hono().all('/s3/:bucket/:key{.+}', async (c) => {
    const { method } = c.req;
    const body = new Uint8Array(await c.req.arrayBuffer());
    const { pathname, search } = new URL(c.req.url);
    const request = { method, target: pathname + search, headers: c.req.raw.headers, body };
    const fault = signatureFault(request, { credentials: S3_CREDENTIALS, now: new Date() });
    if (fault) return failure(c, fault);
    if (c.req.param('bucket') !== S3_BUCKET) return failure(c, 'NoSuchBucket');

    const key = c.req.param('key');
    if (method === 'PUT') {
      shelf.put(key, { bytes: body, type: c.req.header('content-type') ?? 'binary/octet-stream' });
      return c.body(null, 200, { etag: etagOf(body) });
    }
    if (method === 'DELETE') {
      shelf.remove(key);
      return c.body(null, 204);
    }
    if (method !== 'GET' && method !== 'HEAD') return failure(c, 'MethodNotAllowed');
    const file = shelf.get(key);
    if (!file) return failure(c, 'NoSuchKey');
    return c.body(file.bytes, 200, { 'content-type': file.type, etag: etagOf(file.bytes) });
  });
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

function failure(c: Context, code: keyof typeof STATUS) {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><RequestId>${randomUUID()}</RequestId></Error>`;
  return c.body(xml, STATUS[code], { 'content-type': 'application/xml' });
}
