import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageForm, stripes } from '../../testing/pictures.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { createSpool } from './spool.ts';
import { createUploads } from './uploads.ts';

const MEGABYTE = 1024 * 1024;
const upload = { maxFileBytes: MEGABYTE };
const from = '198.51.100.1';

const directory = await mkdtemp(join(tmpdir(), 'openhours-uploads-'));
afterAll(() => rm(directory, { recursive: true }));

/** A form whose body the test provides. */
function formOf(chunks: AsyncGenerator<Uint8Array>) {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  return new Request('http://localhost/', {
    method: 'POST',
    headers,
    body: ReadableStream.from(chunks),
    duplex: 'half',
  });
}
async function* bytesOf(...sizes: number[]) {
  for (const size of sizes) yield new Uint8Array(size).fill(size % 251);
}
async function* trickle() {
  for (;;) {
    yield new Uint8Array(1);
    await sleep(10);
  }
}
function startUploads(options: { deadlineMillis?: number; maxSpooledBytes?: number } = {}) {
  const { deadlineMillis = 10_000, maxSpooledBytes = 100 * MEGABYTE } = options;
  const spool = createSpool({ directory, maxSpooledBytes });
  return createUploads({ limits: { refuse: async () => undefined }, spool, deadlineMillis });
}
const answer = async (body: Uint8Array) => new Response(String(body.byteLength));

describe('the body of an upload', () => {
  it('reaches the call complete, through an unlinked file', async () => {
    const take = startUploads();
    const sizes = [70_000, 1, 400_000];
    const whole = Buffer.concat(sizes.map((size) => new Uint8Array(size).fill(size % 251)));
    let got: Uint8Array | undefined;
    await take(formOf(bytesOf(...sizes)), {
      who: 'a',
      from,
      upload,
      answer: async (body) => {
        got = body;
        expect(await readdir(directory)).toEqual([]);
        return new Response();
      },
    });
    expect(Buffer.compare(got ?? new Uint8Array(), whole)).toBe(0);
  });

  it('has a deadline', async () => {
    const response = await startUploads({ deadlineMillis: 100 })(formOf(trickle()), { who: 'a', from, upload, answer });
    expect([response.status, response.headers.get('connection')]).toEqual([408, 'close']);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('took too long') });
  });

  it("is not received beyond the call's maximum", async () => {
    const response = await startUploads()(formOf(trickleMegabytes()), { who: 'a', from, upload, answer });
    expect(response.status).toBe(413);
  });

  it('frees its disk space', async () => {
    const take = startUploads({ maxSpooledBytes: MEGABYTE, deadlineMillis: 1000 });
    const large = (who: string) => take(formOf(bytesOf(900_000)), { who, from, upload, answer });
    const isSpooled = Promise.withResolvers<void>();
    async function* stops() {
      yield new Uint8Array(900_000);
      isSpooled.resolve();
      await sleep(10_000, undefined, { ref: false });
    }
    const slow = take(formOf(stops()), { who: 'slow', from, upload, answer });
    await isSpooled.promise;
    const refused = await large('b');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await slow).status).toBe(408);
    for (const who of ['c', 'd', 'e']) expect((await large(who)).status).toBe(200);
    async function* breaks() {
      yield new Uint8Array(900_000);
      throw new Error('The client disconnected');
    }
    await expect(take(formOf(breaks()), { who: 'f', from, upload, answer })).rejects.toThrow('The client disconnected');
    expect((await large('g')).status).toBe(200);
  });
});

async function* trickleMegabytes() {
  for (;;) yield new Uint8Array(MEGABYTE / 4);
}

describe('many uploads at once', () => {
  it('run two at a time, with sixteen waiting; further ones get 503', async () => {
    const take = startUploads();
    let running = 0;
    let most = 0;
    const all = await Promise.all(
      Array.from({ length: 25 }, (_, number) =>
        take(formOf(bytesOf(1000)), {
          who: `person ${number}`,
          from,
          upload,
          answer: async (body) => {
            running += 1;
            most = Math.max(most, running);
            await sleep(50);
            running -= 1;
            return answer(body);
          },
        }),
      ),
    );
    const count = (status: number) => all.filter((response) => response.status === status).length;
    expect({ most, done: count(200), later: count(503) }).toEqual({ most: 2, done: 18, later: 7 });
    expect(all.filter(({ status, headers }) => status === 503 && !headers.has('retry-after'))).toEqual([]);
  });
});

describe('six accounts that each send three bodies a byte at a time', () => {
  let app: TestApp;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });

  it('do not block other uploads', async () => {
    const { port, host } = new URL(app.url);
    for (const _account of Array.from({ length: 6 })) {
      const { cookies } = await app.person();
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      for (const _body of Array.from({ length: 3 })) {
        const socket = connect(Number(port), 'localhost');
        sockets.push(socket);
        socket.write(
          `POST /api/images HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${app.url}\r\nCookie: ${cookie}\r\n` +
            'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000000\r\n\r\n--x\r\n',
        );
        const timer = setInterval(() => socket.write('x'), 50);
        socket.once('close', () => clearInterval(timer));
      }
    }
    await sleep(300);
    expect(sockets.filter(({ closed, bytesRead }) => closed || bytesRead > 0)).toEqual([]);

    const picture = await stripes({ width: 40, height: 30 }).png().toBuffer();
    const other = await app.person();
    expect((await other.post('/api/images', imageForm(picture))).status).toBe(200);
    expect(sockets.filter(({ closed, bytesRead }) => closed || bytesRead > 0)).toEqual([]);
  });
});
