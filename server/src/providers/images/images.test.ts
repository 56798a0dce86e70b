import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startLocalServer } from '../../../testing/local-server.ts';
import { stripes } from '../../../testing/pictures.ts';
import { startSandbox } from '../../../testing/sandbox.ts';
import { createDiskStore } from './disk.ts';
import { createImgbbStore } from './imgbb.ts';
import type { ImageStore } from './port.ts';
import { createS3Store } from './s3.ts';

const sandbox = await startSandbox({ port: 0, production: false });
const folder = await mkdtemp(join(tmpdir(), 'openhours-images-'));
afterAll(async () => {
  await sandbox.stop();
  await rm(folder, { recursive: true });
});

const S3 = { region: 'local', bucket: 'openhours', accessKeyId: 'sandbox', secretAccessKey: 'sandbox-secret' };
const disk = () => createDiskStore({ directory: join(folder, 'images') });
const s3 = (changes: Partial<typeof S3> = {}) => createS3Store({ endpoint: `${sandbox.url}/s3`, ...S3, ...changes });
const imgbb = (key = 'sandbox-key') => createImgbbStore({ endpoint: `${sandbox.url}/imgbb`, key });
const picture = async (colour: number) =>
  new Uint8Array(await stripes({ width: 40, height: 40 }, colour).webp().toBuffer());

const adapters: [string, { store: () => ImageStore; deletes: boolean }][] = [
  ['disk', { store: disk, deletes: true }],
  ['s3', { store: s3, deletes: true }],
  ['imgbb', { store: imgbb, deletes: false }],
];

describe.each(adapters)('%s', (_name, { store, deletes }) => {
  it('returns stored files, in later processes too', async () => {
    const [one, other] = [await picture(1), await picture(2)];
    const first = await store().put({ name: 'one.webp', bytes: one });
    const second = await store().put({ name: 'other.webp', bytes: other });
    expect(Buffer.compare((await store().get(first)) ?? new Uint8Array(), one)).toBe(0);
    expect(Buffer.compare((await store().get(second)) ?? new Uint8Array(), other)).toBe(0);
  });

  it('stores the same file again, even in parallel', async () => {
    const bytes = await picture(3);
    const all = await Promise.all(Array.from({ length: 5 }, () => store().put({ name: 'same.webp', bytes })));
    for (const location of all) expect(await store().get(location)).toHaveLength(bytes.byteLength);
  });

  it('removes a file twice without an error', async () => {
    const location = await store().put({ name: 'gone.webp', bytes: await picture(4) });
    await store().remove(location);
    await store().remove(location);
    expect((await store().get(location)) === undefined).toBe(deletes);
  });
});

describe('a missing file', () => {
  it.each([
    ['disk', disk, 'never.webp'],
    ['s3', s3, 'never.webp'],
    ['imgbb', imgbb, 'https://i.ibb.co.evil.example/x.webp'],
    ['imgbb', imgbb, 'http://169.254.169.254/latest/meta-data'],
  ] as const)('%s returns undefined for %3$s', async (_name, store, location) => {
    expect(await store().get(location)).toBeUndefined();
  });
});

describe('the folder', () => {
  it('stores only complete files, and names cannot leave the folder', async () => {
    await writeFile(join(folder, 'secret.txt'), 'secret');
    expect(await disk().get('../secret.txt')).toBeUndefined();
    await disk().remove('../secret.txt');
    await disk().put({ name: '../secret.txt', bytes: await picture(5) });
    expect(await readdir(folder)).toEqual(['images', 'secret.txt']);
    expect((await readdir(join(folder, 'images'))).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('that is not writable is unavailable', async () => {
    const store = createDiskStore({ directory: join(folder, 'secret.txt', 'images') });
    await expect(store.put({ name: 'x.webp', bytes: await picture(6) })).rejects.toMatchObject({
      name: 'ImageStoreUnavailable',
    });
  });
});

describe('a remote store', () => {
  it.each([
    ['s3 with another secret', () => s3({ secretAccessKey: 'wrong' }), 403],
    ['s3 with another key', () => s3({ accessKeyId: 'wrong' }), 403],
    ['s3 with no such bucket', () => s3({ bucket: 'elsewhere' }), 404],
    ['imgbb with another key', () => imgbb('wrong'), 400],
  ] as const)('that refuses us is unavailable: %s', async (_name, store, status) => {
    const attempt = store().put({ name: 'x.webp', bytes: await picture(7) });
    await expect(attempt).rejects.toMatchObject({
      name: 'ImageStoreUnavailable',
      message: `The image store answered ${status}`,
    });
  });

  it('that cannot be reached is unavailable, without address or key in the error', async () => {
    const gone = createImgbbStore({ endpoint: 'http://127.0.0.1:9', key: 'a-secret-key' });
    const failure: unknown = await gone
      .put({ name: 'x.webp', bytes: await picture(8) })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ImageStoreUnavailable', message: 'The image store could not be reached' });
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('a-secret-key');
  });

  it('is refused if it names another host or redirects', async () => {
    const listener = createServer((request, response) => {
      if (request.method === 'GET') response.writeHead(302, { location: sandbox.url }).end();
      else response.end(JSON.stringify({ success: true, data: { url: 'https://evil.example/x.webp' } }));
    });
    const liar = await startLocalServer(listener);
    const endpoint = liar.url;
    const store = createImgbbStore({ endpoint, key: 'x' });
    await expect(store.put({ name: 'x.webp', bytes: await picture(9) })).rejects.toThrow('not valid');
    await expect(store.get(`${endpoint}/x.webp`)).rejects.toMatchObject({ name: 'ImageStoreUnavailable' });
    await liar.close();
  });
});
