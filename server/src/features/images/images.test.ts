import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { heicStart, imageForm, paintedPng, SECRET, stripes, withSecrets } from '../../../testing/pictures.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { UPLOADS_A_DAY } from './rules.ts';

/** People get one second; a busy test machine gets more. */
const PROMPTLY_MILLIS = 20_000;

let person: TestClient;

const app = await startTestApp();

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

describe('an accepted image', () => {
  it('is answered in the format of image hosts, and served under its content hash', async () => {
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
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
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

  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'may be a %s, whatever its name and type',
    async (format) => {
      const bytes = await stripes({ width: 60, height: 40 }).toFormat(format).toBuffer();
      const answer = await upload(bytes, { name: '../../passwd.svg', type: 'text/html' });
      expect(answer).toMatchObject({ status: 200, body: { data: { width: 60, height: 40 } } });
    },
  );

  it('is the first frame of an animation', async () => {
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

  it('is upright and has no metadata', async () => {
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

  it.each([
    ['a page', '<html><body><script>alert(1)</script></body></html>'],
    ['an archive', `PK\x05\x06${'\0'.repeat(18)}`],
    ['a PDF', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'],
  ])('is stored without appended %s', async (_what, appended) => {
    const jpeg = await stripes({ width: 400, height: 300 }).jpeg().toBuffer();
    const plain = await uploaded(jpeg);
    const { url, thumb } = await uploaded(Buffer.concat([jpeg, Buffer.from(appended, 'latin1')]));
    expect({ url, thumb: thumb.url }).toEqual({ url: plain.url, thumb: plain.thumb.url });
    for (const address of [url, thumb.url]) expect((await bytesOf(address)).includes(appended)).toBe(false);
  });

  it('is stored once, even for parallel uploads by several people', async () => {
    const bytes = await stripes({ width: 80, height: 80 }, 11).png().toBuffer();
    const other = await app.person();
    const all = await Promise.all([person, other, person, other].map((by) => uploaded(bytes, by)));
    expect(new Set(all.map(({ url }) => url)).size).toBe(1);
    const { rows } = await app.database.db.execute(sql`select count(*)::int as n from images`);
    expect(rows).toEqual([{ n: 1 }]);
    expect((await filesKept()).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it.each([
    ['its files are lost', () => rm(join(app.config.dataDirectory, 'images'), { recursive: true })],
    ['it is in a store that is no longer set', () => app.database.db.execute(sql`update images set store = 's3'`)],
  ])('is stored again if %s', async (_what, lose) => {
    const bytes = await stripes({ width: 80, height: 80 }, 12).png().toBuffer();
    const { url } = await uploaded(bytes);
    await lose();
    expect((await served(url)).status).toBe(404);
    await uploaded(bytes);
    expect((await served(url)).status).toBe(200);
  });

  it('may be as large as 8 MB and 40 million pixels', async () => {
    const answer = await upload(paintedPng(8000, 5000));
    expect(answer).toMatchObject({ status: 200, body: { data: { width: 1600, height: 1000 } } });
  });
});

describe('a refused file', () => {
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
    'a HEIC from a phone': { bytes: heicStart, status: 415, says: 'We cannot read HEIC pictures.' },
    'an empty file': { bytes: () => Buffer.alloc(0), status: 422, says: 'That file is empty.' },
    'a truncated JPEG': {
      bytes: async () => (await jpeg()).subarray(0, -4000),
      status: 422,
      says: 'damaged or incomplete',
    },
    'a truncated PNG': {
      bytes: async () => (await stripes({ width: 400, height: 300 }).png().toBuffer()).subarray(0, -2000),
      status: 422,
      says: 'damaged or incomplete',
    },
    'the start of a JPEG followed by other bytes': {
      bytes: () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5000, 7)]),
      status: 422,
      says: 'damaged or incomplete',
    },
    'a decompression bomb of 50,000 × 50,000 pixels': {
      bytes: () => paintedPng(50_000, 50_000),
      status: 422,
      says: 'more than 40 million pixels',
    },
    'an AVIF of 7000 × 5700 pixels in 2 kB, which would take 700 MB': {
      // Kept as a file: to make it takes seconds.
      bytes: () => readFile(join(import.meta.dirname, '../../../testing/avif-7000x5700.avif')),
      status: 422,
      says: 'That AVIF picture has more than 13 million pixels.',
    },
    'a file of more than 8 MB': {
      bytes: () => Buffer.alloc(8 * 1024 * 1024 + 1, 0xff),
      status: 413,
      says: 'larger than 8 MB',
    },
    'a file of much more than 8 MB': {
      bytes: () => Buffer.alloc(12_000_000, 0xff),
      status: 413,
      says: 'larger than 8 MB',
    },
  };

  it.each(Object.entries(cases))('%s: within a second, with a message, and nothing is stored', async (_name, file) => {
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
    // Server and test run in this process, each with its own copies of the file.
    expect(process.memoryUsage().rss - memory).toBeLessThan(150_000_000);
    const { rows } = await app.database.db.execute(sql`select count(*)::int as n from images`);
    expect(rows).toEqual([{ n: 0 }]);
  });
});

describe('uploading', () => {
  it('requires a session, checked before the body is read, and our own origin', async () => {
    const bytes = await stripes({ width: 20, height: 20 }).png().toBuffer();
    const nobody = await upload(bytes, {}, app.client());
    expect(nobody).toMatchObject({ status: 401, body: { success: false, status: 401, code: 'UNAUTHORIZED' } });
    const forged = await person.post('/api/images', imageForm(bytes), { origin: 'https://evil.example' });
    expect(forged).toMatchObject({ status: 403, body: { success: false, error: { message: forged.body['message'] } } });
  });

  it('requires a form with exactly one file', async () => {
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
    const send = (body: string, type = 'multipart/form-data; boundary=x') =>
      person.post('/api/images', body, { 'content-type': type });
    expect((await send('no form at all')).status).toBe(400);
    // Each bracket of a name would be a list in memory, and each part a field.
    const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n`;
    const tooMuch = { status: 400, body: { success: false, message: 'Please send a form with one file.' } };
    expect(await send(`${part(`a${'[]'.repeat(1000)}`)}--x--`)).toMatchObject(tooMuch);
    expect(await send(`${part('a').repeat(11)}--x--`)).toMatchObject(tooMuch);
    expect(await send(`${part('a')}--x--`, 'multipart/form-data; boundary=y; boundary=x')).toMatchObject(tooMuch);
  });

  it('is limited per day', async () => {
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

  it('is limited to five a day until the address is confirmed, except for staff', async () => {
    const [unconfirmed, doctor] = [
      await personWith(app, { emailVerified: false }),
      await personWith(app, { emailVerified: false, isDoctor: true }),
    ];
    const bytes = Buffer.from('not a picture at all');
    for (let at = 0; at < 5; at += 1) {
      expect((await upload(bytes, {}, unconfirmed)).status).toBe(415);
      expect((await upload(bytes, {}, doctor)).status).toBe(415);
    }
    expect((await upload(bytes, {}, doctor)).status).toBe(415);
    expect(await upload(bytes, {}, unconfirmed)).toMatchObject({
      status: 429,
      body: { code: 'UPLOADS_USED_UP', message: expect.stringContaining('until you confirm your email address') },
    });
    await app.database.db.execute(sql`update people set email_verified = true where id = ${unconfirmed.id}`);
    expect((await upload(bytes, {}, unconfirmed)).status).toBe(415);
  });

  it('is limited to three at once', async () => {
    const bytes = await stripes({ width: 1200, height: 900 }).png().toBuffer();
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(bytes)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(3);
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
    expect((await upload(bytes)).status).toBe(200);
  });
});

describe('an image address', () => {
  it('answers HEAD and conditional requests without a body', async () => {
    const { url } = await uploaded(await stripes({ width: 30, height: 30 }).png().toBuffer());
    const head = await served(url, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
    expect((await head.arrayBuffer()).byteLength).toBe(0);
    await app.database.db.execute(sql`update images set location = 'no-such-file.webp'`);
    const etag = head.headers.get('etag') ?? '';
    for (const tags of [etag, `W/${etag}`, `"another", ${etag}`]) {
      expect((await served(url, { headers: { 'if-none-match': tags } })).status, tags).toBe(304);
    }
  });

  it.each([`/images/${'0'.repeat(64)}.webp`, '/images/..%2fauth-secret', '/images/x.svg', '/images/', '/images/a/b'])(
    '%s is 404',
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

  it('may be an uploaded image', async () => {
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
  ])('cannot be %s, which is never fetched', async (image) => {
    expect(await setPhoto(image)).toMatchObject({
      status: 400,
      body: { message: 'The photo must be an image that was uploaded here' },
    });
  });
});

describe('an unused image', () => {
  const at = (time: string) => {
    app.clock = new Date(time);
  };
  const isServed = async (url: string) => (await served(url)).status === 200;

  it('is deleted after a day, with its files; a used one stays', async () => {
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
    for (const url of [unused.url, unused.thumb.url]) expect(names).not.toContain(url.slice('/images/'.length));
  });

  it('stays another day when it is uploaded again or used', async () => {
    at('2024-01-05T10:00:00Z');
    const bytes = await stripes({ width: 30, height: 30 }, 3).png().toBuffer();
    const { url } = await uploaded(bytes);
    at('2024-01-06T09:00:00Z');
    await uploaded(bytes, await app.person());
    at('2024-01-06T11:00:00Z');
    await app.sweep();
    expect(await isServed(url)).toBe(true);
  });

  it('is not kept by refused requests', async () => {
    at('2024-01-05T10:00:00Z');
    const { url } = await uploaded(await stripes({ width: 30, height: 30 }, 6).png().toBuffer());
    const admin = await personWith(app, { isAdmin: true });
    const doctor = { name: 'Dora Doc', email: 'dora@example.org', password: 'Correct1!', photoURL: url };
    at('2024-01-06T09:00:00Z');
    const refused = await Promise.all([
      app.client().post('/api/auth/update-user', { image: url }),
      app.client().post('/api/auth/sign-up/email', { ...doctor, image: url }),
      person.post('/api/auth/update-user', { name: '', image: url }),
      admin.post('/api/doctors', { ...doctor, specialty: 'Unheard of' }),
      admin.request('PUT', '/api/v2/updateAppointmentOptions', {
        body: { specialty: 'Unheard of', doctorName: 'Dora Doc', doctorPhoto: url },
      }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([401, 400, 400, 409, 409]);
    at('2024-01-06T10:01:00Z');
    await app.sweep();
    expect(await isServed(url)).toBe(false);
  });

  it('is complete when it is uploaded while being deleted', async () => {
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
