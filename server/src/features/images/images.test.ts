import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { heicStart, imageForm, paintedPng, SECRET, stripes, withSecrets } from '../../testing/pictures.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { UPLOADS_A_DAY } from './rules.ts';

/** A second is what people get; a busy machine may take longer. */
const PROMPTLY_MILLIS = 5000;

let app: TestApp;
let person: TestClient;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  app.clock = undefined;
  await app.database.db.execute(sql`delete from images`);
  person = await app.person();
});

const upload = (bytes: Uint8Array, claims: Parameters<typeof imageForm>[1] = {}, by = person) =>
  by.post('/api/images', imageForm(bytes, claims));
const uploaded = async (bytes: Uint8Array, by = person) =>
  (await upload(bytes, {}, by)).body['data'] as { url: string; thumb: { url: string } };
const served = (url: string, init: RequestInit = {}) => fetch(app.url + url, init);
const bytesOf = async (url: string) => Buffer.from(await (await served(url)).arrayBuffer());
const filesKept = () => readdir(join(app.config.dataDirectory, 'images'));

describe('an image that is taken', () => {
  it('is answered in the words of the image hosts, and served under the name of its content', async () => {
    const answer = await upload(await stripes({ width: 2000, height: 1000 }).png().toBuffer());
    expect(answer.status).toBe(200);
    const { data } = answer.body as unknown as { data: { id: string; url: string; size: number } };
    expect(answer.body).toEqual({
      success: true,
      status: 200,
      data: {
        id: expect.stringMatching(/^[0-9a-f]{64}$/),
        url: `/images/${data.id}.webp`,
        display_url: `/images/${data.id}.webp`,
        width: 1600,
        height: 800,
        size: expect.any(Number),
        time: expect.any(Number),
        image: { filename: `${data.id}.webp`, mime: 'image/webp', extension: 'webp', url: `/images/${data.id}.webp` },
        thumb: {
          filename: `${data.id}-320.webp`,
          mime: 'image/webp',
          extension: 'webp',
          url: `/images/${data.id}-320.webp`,
        },
      },
    });

    const response = await served(data.url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(data.size),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      etag: `"${data.id}"`,
    });
    const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
    expect(Buffer.from(digest).toString('hex')).toBe(data.id);
    expect(await sharp(await bytesOf(`/images/${data.id}-320.webp`)).metadata()).toMatchObject({
      format: 'webp',
      width: 320,
      height: 160,
    });
    expect(await sharp(await bytesOf(`/images/${data.id}-800.webp`)).metadata()).toMatchObject({
      width: 800,
      height: 400,
    });
  });

  it('is served whole where it was stored before there was a middle size', async () => {
    const { url } = await uploaded(await stripes({ width: 1200, height: 600 }).png().toBuffer());
    await app.database.db.execute(sql`update images set middle_location = null`);
    expect(await bytesOf(url.replace('.webp', '-800.webp'))).toEqual(await bytesOf(url));
  });

  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'may be a %s, whatever its name and type say',
    async (format) => {
      const bytes = await stripes({ width: 60, height: 40 }).toFormat(format).toBuffer();
      const answer = await upload(bytes, { name: '../../passwd.svg', type: 'text/html' });
      expect(answer).toMatchObject({ status: 200, body: { data: { width: 60, height: 40 } } });
    },
  );

  it('is the first frame of one that moves', async () => {
    const frames = await Promise.all(
      [0, 90, 180].map((colour) => stripes({ width: 50, height: 50 }, colour).png().toBuffer()),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { url } = await uploaded(moving);
    const { pages = 1, width, height } = await sharp(await bytesOf(url), { animated: true }).metadata();
    expect({ pages, width, height }).toEqual({ pages: 1, width: 50, height: 50 });
  });

  it('stands upright and says neither where it was taken nor by whom', async () => {
    const original = await withSecrets({ width: 300, height: 200 });
    expect(original.includes(SECRET)).toBe(true);
    const { url, thumb } = await uploaded(original);
    for (const address of [url, thumb.url]) {
      const stored = await bytesOf(address);
      expect(stored.includes(SECRET)).toBe(false);
      const { exif, xmp, iptc, orientation, width, height } = await sharp(stored).metadata();
      expect({ exif, xmp, iptc, orientation, width, height }).toEqual({ width: 200, height: 300 });
    }
  });

  it('is stored once, whoever sends it and however many do so at once', async () => {
    const bytes = await stripes({ width: 80, height: 80 }, 11).png().toBuffer();
    const other = await app.person();
    const all = await Promise.all([person, other, person, other].map((by) => uploaded(bytes, by)));
    expect(new Set(all.map(({ url }) => url)).size).toBe(1);
    const { rows } = await app.database.db.execute(sql`select count(*)::int as n from images`);
    expect(rows).toEqual([{ n: 1 }]);
    expect((await filesKept()).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('may be as large as 8 MB and 40 million pixels', async () => {
    const answer = await upload(paintedPng(8000, 5000));
    expect(answer).toMatchObject({ status: 200, body: { data: { width: 1600, height: 1000 } } });
  });
});

describe('a file that is refused', () => {
  const jpeg = () => stripes({ width: 400, height: 300 }).jpeg().toBuffer();
  const cases: Record<string, { bytes: () => Promise<Buffer> | Buffer; status: number; says: string }> = {
    'a drawing (SVG)': {
      bytes: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      status: 415,
      says: 'Please choose a JPEG, PNG, WebP, AVIF or GIF picture.',
    },
    'a page (HTML)': {
      bytes: () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      status: 415,
      says: 'Please choose a JPEG, PNG, WebP, AVIF or GIF picture.',
    },
    'a PDF': {
      bytes: () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
      status: 415,
      says: 'Please choose a JPEG, PNG, WebP, AVIF or GIF picture.',
    },
    'a TIFF': {
      bytes: () => Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), Buffer.alloc(64)]),
      status: 415,
      says: 'Please choose a JPEG, PNG, WebP, AVIF or GIF picture.',
    },
    'a HEIC of a telephone': { bytes: heicStart, status: 415, says: 'HEIC pictures cannot be read here.' },
    'an empty file': { bytes: () => Buffer.alloc(0), status: 422, says: 'That file is empty.' },
    'a picture with a page behind it': {
      bytes: async () => Buffer.concat([await jpeg(), Buffer.from('<html><body>hello</body></html>')]),
      status: 422,
      says: 'something else besides a picture',
    },
    'a picture with a script in a comment': {
      bytes: async () =>
        Buffer.concat([Buffer.from('GIF89a/*'), Buffer.from('*/=1;/*<script src=x>*/'), Buffer.alloc(99)]),
      status: 422,
      says: 'something else besides a picture',
    },
    'a picture that is an archive too': {
      bytes: async () => Buffer.concat([await jpeg(), Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]),
      status: 422,
      says: 'something else besides a picture',
    },
    'a JPEG that is cut off': {
      bytes: async () => (await jpeg()).subarray(0, -4000),
      status: 422,
      says: 'damaged or incomplete',
    },
    'a PNG that is cut off': {
      bytes: async () => (await stripes({ width: 400, height: 300 }).png().toBuffer()).subarray(0, -2000),
      status: 422,
      says: 'damaged or incomplete',
    },
    'the beginning of a JPEG and then nothing of one': {
      bytes: () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5000, 7)]),
      status: 422,
      says: 'damaged or incomplete',
    },
    'a bomb of 50,000 × 50,000 pixels': {
      bytes: () => paintedPng(50_000, 50_000),
      status: 422,
      says: 'more than 40 million pixels',
    },
    'one of more than 8 MB': {
      bytes: () => Buffer.alloc(8 * 1024 * 1024 + 1, 0xff),
      status: 413,
      says: 'larger than 8 MB',
    },
    'one of much more than 8 MB': {
      bytes: () => Buffer.alloc(12_000_000, 0xff),
      status: 413,
      says: 'larger than 8 MB',
    },
  };

  it.each(Object.entries(cases))('%s: within a second, with a sentence, and nothing is kept', async (_name, file) => {
    const bytes = await file.bytes();
    const memory = process.memoryUsage().rss;
    const started = performance.now();
    const answer = await upload(bytes);
    expect(performance.now() - started).toBeLessThan(PROMPTLY_MILLIS);
    expect(answer.status).toBe(file.status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.body).toMatchObject({
      success: false,
      status: file.status,
      code: expect.any(String),
      message: expect.stringContaining(file.says),
      error: { message: answer.body['message'] },
    });
    // The server is this process: what it took for the file, it took here. (The test's own copies are in it too.)
    expect(process.memoryUsage().rss - memory).toBeLessThan(200_000_000);
    const { rows } = await app.database.db.execute(sql`select count(*)::int as n from images`);
    expect(rows).toEqual([{ n: 0 }]);
  });
});

describe('who may upload', () => {
  it('only people signed in, before a byte is read, and only from our own pages', async () => {
    const bytes = await stripes({ width: 20, height: 20 }).png().toBuffer();
    const nobody = await upload(bytes, {}, app.client());
    expect(nobody).toMatchObject({ status: 401, body: { success: false, status: 401, code: 'UNAUTHORIZED' } });
    const forged = await person.post('/api/images', imageForm(bytes), { origin: 'https://evil.example' });
    expect(forged).toMatchObject({ status: 403, body: { success: false, error: { message: forged.body['message'] } } });
  });

  it('a form with one file, and nothing else', async () => {
    expect(await person.post('/api/images', { image: 'x' })).toMatchObject({
      status: 415,
      body: { message: 'Please send a form with one file (multipart/form-data).' },
    });
    const without = new FormData();
    without.set('photo', 'x');
    expect(await person.post('/api/images', without)).toMatchObject({
      status: 400,
      body: { success: false, message: 'Please send one file in the field image.' },
    });
    const broken = await person.post('/api/images', 'no form at all', {
      'content-type': 'multipart/form-data; boundary=x',
    });
    expect(broken.status).toBe(400);
  });

  it('as much as one day allows, however fast, and on the next day again', async () => {
    app.clock = new Date('2024-03-01T12:00:00Z');
    const bytes = Buffer.from('not a picture at all');
    const statuses: number[] = [];
    for (let at = 0; at < UPLOADS_A_DAY + 4; at += 3) {
      const three = await Promise.all([upload(bytes), upload(bytes), upload(bytes)]);
      statuses.push(...three.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 415)).toHaveLength(UPLOADS_A_DAY);
    expect(await upload(bytes)).toMatchObject({ status: 429, body: { success: false, code: 'UPLOADS_USED_UP' } });
    expect((await upload(bytes, {}, await app.person())).status).toBe(415);
    app.clock = new Date('2024-03-02T00:00:01Z');
    expect((await upload(bytes)).status).toBe(415);
  });

  it('three at once: the fourth hears that it is too many', async () => {
    const bytes = await stripes({ width: 1200, height: 900 }).png().toBuffer();
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(bytes)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(3);
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
    expect((await upload(bytes)).status).toBe(200);
  });
});

describe('an address under /images', () => {
  it('answers HEAD and repeated questions without the bytes', async () => {
    const { url } = await uploaded(await stripes({ width: 30, height: 30 }).png().toBuffer());
    const head = await served(url, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
    expect((await head.arrayBuffer()).byteLength).toBe(0);
    const again = await served(url, { headers: { 'if-none-match': head.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  it.each([`/images/${'0'.repeat(64)}.webp`, '/images/..%2fauth-secret', '/images/x.svg', '/images/', '/images/a/b'])(
    '%s has nothing',
    async (path) => {
      const answer = await served(path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    },
  );

  it('cannot be written to', async () => {
    const answer = await served(`/images/${'0'.repeat(64)}.webp`, { method: 'PUT' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('a profile photo', () => {
  const setPhoto = (image: unknown) => person.post('/api/auth/update-user', { image });

  it('is an image that was uploaded here', async () => {
    const { url } = await uploaded(await stripes({ width: 30, height: 30 }, 5).png().toBuffer());
    expect((await setPhoto(url)).status).toBe(200);
    expect((await person.get('/api/session')).body['user']).toMatchObject({ photoURL: url });
  });

  it.each([
    'https://evil.example/x.png',
    '//evil.example/x.png',
    `/images/${'0'.repeat(64)}.webp`,
    '/images/../api/session',
    '/api/session',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
  ])('is never %s, and that is never fetched', async (image) => {
    expect(await setPhoto(image)).toMatchObject({
      status: 400,
      body: { message: 'The photo must be an image that was uploaded here' },
    });
  });
});

describe('an image that nothing refers to', () => {
  const at = (time: string) => {
    app.clock = new Date(time);
  };
  const isServed = async (url: string) => (await served(url)).status === 200;

  it('goes after a day, with its files; one that is in use stays', async () => {
    at('2024-01-05T10:00:00Z');
    const used = await uploaded(await stripes({ width: 30, height: 30 }, 1).png().toBuffer());
    const unused = await uploaded(await stripes({ width: 30, height: 30 }, 2).png().toBuffer());
    await app.database.db.execute(sql`update people set image = ${used.url} where email = ${person.email}`);

    at('2024-01-06T09:59:00Z');
    await app.sweep();
    expect(await isServed(unused.url)).toBe(true);

    at('2024-01-06T10:01:00Z');
    await app.sweep();
    expect([await isServed(unused.url), await isServed(used.url)]).toEqual([false, true]);
    const names = await filesKept();
    for (const { url, thumb } of [unused]) {
      expect(names).not.toContain(url.slice('/images/'.length));
      expect(names).not.toContain(thumb.url.slice('/images/'.length));
    }
  });

  it('stays another day when someone uploads it again or puts it to use', async () => {
    at('2024-01-05T10:00:00Z');
    const bytes = await stripes({ width: 30, height: 30 }, 3).png().toBuffer();
    const { url } = await uploaded(bytes);
    at('2024-01-06T09:00:00Z');
    await uploaded(bytes, await app.person());
    at('2024-01-06T11:00:00Z');
    await app.sweep();
    expect(await isServed(url)).toBe(true);
  });

  it('is whole again when it is uploaded in the moment in which it goes', async () => {
    const bytes = await stripes({ width: 30, height: 30 }, 4).png().toBuffer();
    for (let round = 0; round < 10; round += 1) {
      at('2024-01-05T10:00:00Z');
      const { url } = await uploaded(bytes);
      at('2024-01-07T10:00:00Z');
      await Promise.all([app.sweep(), uploaded(bytes), app.sweep()]);
      expect(await isServed(url)).toBe(true);
    }
  });
});
