import { MIDDLE_SIDE, THUMBNAIL_SIDE } from '@openhours/contract/image-file.ts';
import type { Hono } from 'hono';
import { problemResponse } from '../call/problems.ts';
import type { ImageForm } from '../features/images/read-image.ts';
import { hasAnswer } from './if-none-match.ts';
import type { RequestVariables } from './request-variables.ts';

/** The variant of an image, by the suffix of its file name. */
const FORMS: Readonly<Record<string, ImageForm>> = {
  '': 'full',
  [`-${MIDDLE_SIDE}`]: 'middle',
  [`-${THUMBNAIL_SIDE}`]: 'thumbnail',
};
const FILE = /^([0-9a-f]{64})(-\d+)?\.webp$/;

type ReadImage = (wanted: { hash: string; form: ImageForm }) => Promise<Uint8Array<ArrayBuffer> | undefined>;

/**
 * Serves uploaded images under /images/<hash>.webp from whichever store has them, so browsers load them only from us.
 * The content of an address never changes: browsers may keep it forever, and its hash is the entity tag. Shared caches may
 * not: pictures are of people, and must be gone when they are deleted here.
 */
export function mountImages(app: Hono<{ Variables: RequestVariables }>, { read }: { read: ReadImage }): void {
  app.get('/images/:file', async (context) => {
    const [, hash, suffix = ''] = FILE.exec(context.req.param('file')) ?? [];
    const form = FORMS[suffix];
    if (hash === undefined || form === undefined) return problemResponse('NOT_FOUND');
    const etag = `"${hash}${suffix}"`;
    const headers = { etag, 'cache-control': 'private, max-age=31536000, immutable' };
    // The address identifies the content, so 304 needs no read.
    if (hasAnswer(context.req.header('if-none-match'), etag)) return context.body(null, 304, headers);
    const bytes = await read({ hash, form });
    if (!bytes) return problemResponse('NOT_FOUND');
    return context.body(bytes, 200, {
      ...headers,
      'content-type': 'image/webp',
      'content-length': String(bytes.byteLength),
    });
  });
  app.get('/images/*', () => problemResponse('NOT_FOUND'));
  app.all('/images/*', () => problemResponse('METHOD_NOT_ALLOWED', { headers: { allow: 'GET, HEAD' } }));
}
