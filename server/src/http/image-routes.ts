import type { Hono } from 'hono';
import { isPassingFailure, problemResponse } from './problems.ts';
import type { RequestVariables } from './request-log.ts';

const FILE = /^([0-9a-f]{64})(-320|-800)?\.webp$/;
const FORMS = { '-320': 'thumbnail', '-800': 'middle' } as const;

export type ReadImage = (wanted: {
  hash: string;
  form: 'full' | (typeof FORMS)[keyof typeof FORMS];
}) => Promise<Uint8Array<ArrayBuffer> | undefined>;

/**
 * Serves uploaded images under /images/<hash>.webp, whichever store has them, so that the browsers of patients ask
 * nobody but us. An address never changes its content: it may be kept for ever, and its hash is its entity tag.
 */
export function mountImages(app: Hono<{ Variables: RequestVariables }>, { read }: { read: ReadImage }): void {
  app.get('/images/:file', async (context) => {
    const [, hash, small] = FILE.exec(context.req.param('file')) ?? [];
    if (hash === undefined) return problemResponse('NOT_FOUND');
    const etag = `"${hash}${small ?? ''}"`;
    const headers = { etag, 'cache-control': 'public, max-age=31536000, immutable' };
    try {
      const bytes = await read({ hash, form: formOf(small) });
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

function formOf(suffix: string | undefined) {
  return suffix === '-320' || suffix === '-800' ? FORMS[suffix] : 'full';
}
