import { connect, type Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import { afterEach, expect, it } from 'vitest';
import { type ConnectionLimits, type Listening, listen } from './listen.ts';

/** Too far away to matter, however busy the machine is. A test moves only the limit that it is about. */
const FAR = 600_000;
const LIMITS: ConnectionLimits = {
  headersMillis: FAR,
  requestMillis: FAR,
  keepAliveMillis: FAR,
  silenceMillis: FAR,
  checkMillis: 25,
  headerBytes: 16_384,
  connections: 20,
};
const HOST = '127.0.0.1';

let listening: Listening;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listening.cutOff();
});

/** @param onCutShort called when the server closes a connection before the whole answer was sent */
async function start(limits: Partial<ConnectionLimits> = {}, onCutShort: () => void = () => undefined) {
  const app = new Hono();
  app.onError((_error, context) => context.text('failed', 500));
  app.get('/', (context) => context.text('hello'));
  app.post('/', async (context) => context.text(`${(await context.req.text()).length} characters`));
  app.get('/live', (context) =>
    stream(context, async (out) => {
      for (let beat = 0; beat < 15; beat += 1) {
        await out.write('beat ');
        await sleep(100);
      }
      await out.write('end');
    }),
  );
  app.get('/large', (context) => {
    context.req.raw.signal.addEventListener('abort', () => onCutShort());
    return stream(context, async (out) => void (await out.write('x'.repeat(50_000_000))));
  });
  listening = await listen(app.fetch, { host: HOST, port: 0 }, { ...LIMITS, ...limits });
}

/** A connection, what arrived on it, and when it ended. */
function open() {
  const socket = connect(listening.port, HOST);
  sockets.push(socket);
  const started = performance.now();
  const state = { socket, text: '', endedAfter: Promise.resolve(0) };
  socket.on('data', (chunk: Buffer) => (state.text += chunk.toString()));
  socket.on('error', () => undefined);
  state.endedAfter = new Promise((resolve) => socket.once('close', () => resolve(performance.now() - started)));
  return state;
}

/** Sends a byte every 20 ms until the other side answers or closes. */
async function trickle({ socket }: ReturnType<typeof open>, text: string) {
  let isAnswered = false;
  socket.once('data', () => (isAnswered = true));
  for (const letter of text) {
    if (isAnswered || !socket.writable) return;
    socket.write(letter);
    await sleep(20);
    // Reads what arrived first: writing to a closed connection would discard the answer.
    await setImmediate();
  }
}

it('ends a connection with its answer before a stop, so that no proxy sends a request on one that closes', async () => {
  await start();
  const connection = open();
  const ask = () => connection.socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  ask();
  await expect.poll(() => connection.text).toContain('hello');
  expect(connection.text.toLowerCase()).not.toContain('connection: close');

  listening.endConnectionsAfterAnswers();
  ask();
  await connection.endedAfter;
  expect(connection.text.toLowerCase()).toContain('connection: close');
  expect(connection.text.match(/hello/g)).toHaveLength(2);
});

it('disconnects a client that sends headers too slowly', async () => {
  await start({ headersMillis: 150 });
  const slow = open();
  void trickle(slow, `GET / HTTP/1.1\r\nHost: clinic.example\r\nX-Slow: ${'x'.repeat(10_000)}`);
  await slow.endedAfter;
  expect(slow.text).toMatch(/^HTTP\/1\.1 408 /);
});

function postHead(length: number): string {
  return `POST / HTTP/1.1\r\nHost: clinic.example\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`;
}

it('disconnects a client that sends its body too slowly', async () => {
  const deadline = 500;
  await start({ requestMillis: deadline, headersMillis: deadline });
  const slow = open();
  slow.socket.write(postHead(10_000));
  void trickle(slow, 'x'.repeat(10_000));
  expect(await slow.endedAfter).toBeGreaterThan(deadline - 50);
  expect(slow.text).toMatch(/^HTTP\/1\.1 408 /);
});

it('answers a client that sends its body slowly but within the deadline', async () => {
  await start();
  const slow = open();
  slow.socket.write(postHead(10));
  void trickle(slow, 'x'.repeat(10));
  await slow.endedAfter;
  expect(slow.text).toContain('10 characters');
});

it('lets an answer take longer than the deadlines, for live events', async () => {
  const deadline = 1000;
  await start({ headersMillis: deadline, requestMillis: deadline, keepAliveMillis: 200, silenceMillis: deadline });
  const live = open();
  live.socket.write('GET /live HTTP/1.1\r\nHost: clinic.example\r\nConnection: close\r\n\r\n');
  expect(await live.endedAfter).toBeGreaterThan(deadline + 200);
  expect(live.text).toContain('end');
});

it('closes connections that are idle after an answer', async () => {
  await start({ keepAliveMillis: 200 });
  const idle = open();
  idle.socket.write('GET / HTTP/1.1\r\nHost: clinic.example\r\n\r\n');
  await idle.endedAfter;
  expect(idle.text).toContain('hello');
});

it('closes a connection whose client does not read the answer', async () => {
  const cutShort = Promise.withResolvers<void>();
  await start({ silenceMillis: 500 }, cutShort.resolve);
  // Nothing reads from this socket: the answer fills its buffers and then waits.
  const deaf = connect(listening.port, HOST);
  sockets.push(deaf);
  deaf.on('error', () => undefined);
  deaf.write('GET /large HTTP/1.1\r\nHost: clinic.example\r\n\r\n');
  await expect(cutShort.promise).resolves.toBeUndefined();
});

it('refuses headers that are too large', async () => {
  await start();
  const large = open();
  large.socket.write(`GET / HTTP/1.1\r\nHost: clinic.example\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`);
  await large.endedAfter;
  expect(large.text).toMatch(/^HTTP\/1\.1 431 /);
});

it('closes connections beyond the maximum, and accepts new ones when others have closed', async () => {
  await start({ connections: 1 });
  const first = open();
  await new Promise((resolve) => first.socket.once('connect', resolve));
  await open().endedAfter;
  expect(first.socket.destroyed).toBe(false);
  first.socket.destroy();
  await first.endedAfter;
  // The server notices that the first one has closed a moment later: try until it has.
  const statusOf = () => fetch(`http://${HOST}:${listening.port}/`).then(({ status }) => status);
  await expect.poll(statusOf, { timeout: FAR }).toBe(200);
});

it('says in one sentence why it cannot listen', async () => {
  await start();
  const again = (place: { host: string; port: number }) => listen(() => new Response(), place);
  await expect(again({ host: HOST, port: listening.port })).rejects.toThrow(
    `PORT: another program uses port ${listening.port}.`,
  );
  await expect(again({ host: '192.0.2.1', port: 0 })).rejects.toThrow('HOST: this machine has no address 192.0.2.1.');
});
