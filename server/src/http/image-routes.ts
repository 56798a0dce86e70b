import { MIDDLE_SIDE, THUMBNAIL_SIDE } from '@openhours/contract/image-file.ts';
import type { Hono } from 'hono';
import type { ImageForm } from '../features/images/read-image.ts';
import { isPassingFailure, problemResponse } from './problems.ts';
import type { RequestVariables } from './request-log.ts';

/** What the end of a file's name says of it. */
const FORMS: Readonly<Record<string, ImageForm>> = {
  '': 'full',
  [`-${MIDDLE_SIDE}`]: 'middle',
  [`-${THUMBNAIL_SIDE}`]: 'thumbnail',
};
const FILE = /^([0-9a-f]{64})(-\d+)?\.webp$/;

export type ReadImage = (wanted: { hash: string; form: ImageForm }) => Promise<Uint8Array<ArrayBuffer> | undefined>;

/**
 * Serves uploaded images under /images/<hash>.webp, whichever store has them, so that the browsers of patients ask
 * nobody but us. An address never changes its content: it may be kept for ever, and its hash is its entity tag.
 */
export function mountImages(app: Hono<{ Variables: RequestVariables }>, { read }: { read: ReadImage }): void {
  app.get('/images/:file', async (context) => {
    const [, hash, suffix = ''] = FILE.exec(context.req.param('file')) ?? [];
    const form = FORMS[suffix];
    if (hash === undefined || form === undefined) return problemResponse('NOT_FOUND');
    const etag = `"${hash}${suffix}"`;
    const headers = { etag, 'cache-control': 'public, max-age=31536000, immutable' };
    try {
      const bytes = await read({ hash, form });
      if (!bytes) return problemResponse('NOT_FOUND');
      if (context.req.header('if-none-match') === etag) return context.body(null, 304, headers);
      return context.body(bytes, 200, {
        ...headers,
        'content-type': 'image/webp',
        'content-length': String(bytes.byteLength),
      });
    } catch (error) {
      if (!isPassingFailure(error)) throw error;
      context.get('log').error({ err: error }, 'an image could not be read');
      return problemResponse('SERVICE_UNAVAILABLE');
    }
  });
  app.all('/images/*', (context) =>
    context.req.method === 'GET' || context.req.method === 'HEAD'
      ? problemResponse('NOT_FOUND')
      : problemResponse('METHOD_NOT_ALLOWED', { headers: { allow: 'GET, HEAD' } }),
  );
}
