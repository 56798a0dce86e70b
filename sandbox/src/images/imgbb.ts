import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Shelf } from './shelf.ts';

/** The API key of the only account. */
export const IMGBB_KEY = 'sandbox-key';

const MOST_BYTES = 32 * 1024 * 1024;

/** imgbb's one call, as documented at https://api.imgbb.com/, and the host of its images. */
export function imgbbPages(shelf: Shelf): Hono {
  return new Hono()
    .post('/imgbb/1/upload', async (c) => {
      const form = await c.req.parseBody();
      const key = c.req.query('key') ?? form['key'];
      if (key !== IMGBB_KEY) return failure(c, { message: 'Invalid API v1 key.', code: 100 });
      const bytes = await sentBytes(form['image']);
      if (bytes.byteLength === 0) return failure(c, { message: 'Empty upload source.', code: 130 });
      const type = typeOf(bytes);
      if (type === undefined || bytes.byteLength > MOST_BYTES) {
        return failure(c, { message: 'Invalid image file.', code: 310 });
      }

      const id = randomBytes(4).toString('hex').slice(0, 7);
      const extension = type.slice('image/'.length);
      const title = (typeof form['name'] === 'string' && form['name']) || id;
      const filename = `${title.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 100)}.${extension}`;
      const path = `${id}/${filename}`;
      shelf.put(path, { bytes, type });
      const { origin } = new URL(c.req.url);
      const url = `${origin}/imgbb/i/${path}`;
      return c.json({
        data: {
          id,
          title,
          url_viewer: `${origin}/images`,
          url,
          display_url: url,
          size: bytes.byteLength,
          time: Math.floor(Date.now() / 1000),
          expiration: 0,
          image: { filename, name: title, mime: type, extension, url },
          delete_url: `${origin}/images`,
        },
        success: true,
        status: 200,
      });
    })
    .get('/imgbb/i/:path{.+}', (c) => {
      const file = shelf.get(c.req.param('path'));
      return file ? c.body(file.bytes, 200, { 'content-type': file.type }) : c.text('There is no such image.', 404);
    });
}

/** The field is a file, or the same in base64. */
async function sentBytes(image: unknown): Promise<Uint8Array<ArrayBuffer>> {
  if (image instanceof File) return new Uint8Array(await image.arrayBuffer());
  return Buffer.from(typeof image === 'string' ? image : '', 'base64');
}

function typeOf(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp';
  if (start.startsWith('\x89PNG')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return start.startsWith('GIF8') ? 'image/gif' : undefined;
}

function failure(c: Context, error: { message: string; code: number }) {
  return c.json({ status_code: 400, error, status_txt: 'Bad Request' }, 400);
}
