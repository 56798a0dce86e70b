import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cleaningUp } from './cleaning-up.ts';
import { COLLECTS, startLiveClinic } from './live-clinic.ts';
import { memoryFileOf } from './memory-file.ts';
import type { BenchPatient } from './patients.ts';
import { percentile } from './rounds.ts';
import { startChildServer } from './start-child-server.ts';

/**
 * Live events: the memory of an idle connection, the time until everybody connected has an event, and the time of a
 * message from one node to a reader at another, each compared with a bare `node:http` server that does the same in one
 * process. `--quick` takes less time.
 */
const quick = process.argv.includes('--quick');
const CONNECTIONS = quick ? 500 : 5000;
const CONNECTIONS_A_PERSON = 10;
const MESSAGES = quick ? 100 : 500;
const ROUNDS = 3;
const BROADCASTS = 20;
const PAUSE_MILLIS = 5;
const BARE_SERVER = fileURLToPath(new URL('bare-sse-server.ts', import.meta.url));
const SETTLE_MILLIS = 1000;

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

interface Target {
  readonly name: string;
  readonly pid: number;
  readonly eventsUrl: (number: number) => { url: string; headers: Record<string, string> };
}

async function openStream(target: Target, number: number): Promise<IncomingMessage> {
  const { url, headers } = target.eventsUrl(number);
  const request = get(url, { headers, agent });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${target.name}: ${response.statusCode}`);
  await once(response, 'data');
  return response;
}

/**
 * A process's memory after garbage collection: its heap and external memory. Not the resident set, which includes a
 * varying number of free pages from the start, so that connections that fill these seem to need no memory.
 */
async function memoryOf(pid: number): Promise<number> {
  const file = memoryFileOf(pid);
  await sleep(SETTLE_MILLIS);
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await sleep(10);
  await sleep(100);
  const bytes = Number(readFileSync(file, 'utf8'));
  rmSync(file);
  return bytes;
}

/** Bytes per connection. Some are opened before, so that one-time costs of the first do not count. */
async function measureMemory(target: Target): Promise<number> {
  await holdOpen(target, CONNECTIONS / 20, () => memoryOf(target.pid));
  const before = await memoryOf(target.pid);
  const during = await holdOpen(target, CONNECTIONS, () => memoryOf(target.pid));
  return (during - before) / CONNECTIONS;
}

async function holdOpen<T>(
  target: Target,
  count: number,
  work: (open: readonly IncomingMessage[]) => Promise<T>,
): Promise<T> {
  const open: IncomingMessage[] = [];
  const BATCH = 50;
  for (let next = 0; next < count; next += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - next) }, (_, index) => next + index);
    open.push(...(await Promise.all(numbers.map((number) => openStream(target, number)))));
  }
  try {
    return await work(open);
  } finally {
    for (const stream of open) stream.destroy();
  }
}

/** Milliseconds from the request that causes an event until all connections have it. Waits for ever if one does not get it. */
function measureBroadcast(target: Target, send: () => Promise<unknown>): Promise<number[]> {
  return holdOpen(target, CONNECTIONS, async (open) => {
    let missing = 0;
    let whenAll = Promise.withResolvers<number>();
    for (const stream of open) {
      stream.on('data', (chunk: Buffer) => {
        // A frame of one event arrives whole.
        if (!chunk.includes('"type":"post"')) return;
        missing -= 1;
        if (missing === 0) whenAll.resolve(performance.now());
      });
    }
    const millis: number[] = [];
    for (let sent = 0; sent < BROADCASTS; sent += 1) {
      missing = open.length;
      whenAll = Promise.withResolvers();
      const started = performance.now();
      await send();
      millis.push((await whenAll.promise) - started);
      await sleep(PAUSE_MILLIS);
    }
    return millis;
  });
}

/** Milliseconds from the request that sends a message until a reader has it. */
async function measureDelivery(stream: IncomingMessage, send: (text: string) => Promise<unknown>): Promise<number[]> {
  const waiting = new Map<string, (at: number) => void>();
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const name = /bench-\d+/.exec(frame)?.[0];
      if (name) waiting.get(name)?.(performance.now());
    }
  });
  const millis: number[] = [];
  for (let number = 0; number < MESSAGES; number += 1) {
    const name = `bench-${number}`;
    const arrival = new Promise<number>((resolve) => waiting.set(name, resolve));
    const started = performance.now();
    await send(name);
    millis.push((await arrival) - started);
    waiting.delete(name);
    await sleep(PAUSE_MILLIS);
  }
  return millis;
}

async function post(url: string, by: BenchPatient | undefined, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(by ? { authorization: `bearer ${by.token}` } : {}) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

const at = (values: readonly number[], share: number) => percentile(values, share) ?? Number.NaN;
const median = (values: readonly number[]) => at(values, 0.5);
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} kB`.padStart(10);
const milliseconds = (values: readonly number[]) =>
  `${at(values, 0.5).toFixed(2).padStart(7)} ms median ${at(values, 0.99).toFixed(2).padStart(7)} ms p99`;

async function run(cleanUp: AsyncDisposableStack): Promise<void> {
  cleanUp.defer(() => agent.destroy());
  console.log(
    `Openhours live bench: ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}\n`,
  );
  const clinic = await startLiveClinic(cleanUp, CONNECTIONS / CONNECTIONS_A_PERSON + 2);
  const [author, writer, ...readers] = clinic.people;
  if (!author || !writer) throw new Error('There is nobody');
  const bare = await startChildServer(BARE_SERVER, {}, ['--expose-gc', `--import=${COLLECTS}`]);
  cleanUp.defer(() => bare.stop());

  const targets: readonly Target[] = [
    { name: 'bare node:http', pid: bare.pid, eventsUrl: () => ({ url: bare.url, headers: {} }) },
    {
      name: 'Openhours',
      pid: clinic.here.pid,
      eventsUrl: (number) => ({
        url: `${clinic.here.url}/api/events`,
        headers: { authorization: `bearer ${readers[number % readers.length]?.token}` },
      }),
    },
  ];
  console.log(`Memory of an idle live connection (${CONNECTIONS} open; heap and what hangs on it)`);
  const memory: number[] = [];
  for (const target of targets) {
    const bytes = await measureMemory(target);
    memory.push(bytes);
    console.log(`  ${target.name.padEnd(34)}${kilobytes(bytes)}`);
  }
  console.log(`  Openhours / bare: ${((memory[1] ?? 0) / (memory[0] ?? 1)).toFixed(2)}\n`);

  const write = () => post(`${clinic.here.url}/api/posts`, author, { description: 'Bench' });
  console.log(`An event for everybody, until all ${CONNECTIONS} connections have it (${BROADCASTS} in turn)`);
  const broadcasts: number[][] = [];
  for (const target of targets) {
    const send = target.pid === bare.pid ? () => post(bare.url, undefined, { type: 'post' }) : write;
    const millis = await measureBroadcast(target, send);
    broadcasts.push(millis);
    console.log(`  ${target.name.padEnd(36)}${milliseconds(millis)}`);
  }
  console.log(`  Openhours / bare: ${(median(broadcasts[1] ?? []) / median(broadcasts[0] ?? [])).toFixed(1)}\n`);

  const { insertedId } = (await write()) as { insertedId: string };
  const opened = (await post(`${clinic.here.url}/api/conversations`, writer, {
    email: writer.email,
    postId: insertedId,
  })) as { data: { conversations: { _id: string }[] } };
  const conversationId = opened.data.conversations[0]?._id ?? '';

  const bearer = { authorization: `bearer ${author.token}` };
  const contenders = [
    {
      name: 'bare node:http, one process',
      target: targets[0],
      send: (text: string) => post(bare.url, undefined, { text }),
    },
    { name: 'Openhours, to a reader at that node', target: clinic.here.url },
    { name: 'Openhours, to a reader at another', target: clinic.there.url },
  ];
  console.log(`A message, from being sent to being read (${MESSAGES} in turn, ${ROUNDS} rounds; saved with fsync)`);
  const all = contenders.map(() => new Array<number>());
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { target, send }] of contenders.entries()) {
      const url = typeof target === 'string' ? `${target}/api/events` : bare.url;
      const stream = await openStream({ name: url, pid: 0, eventsUrl: () => ({ url, headers: bearer }) }, 0);
      const toOpenhours = (message: string) =>
        post(`${clinic.here.url}/api/conversations/messages`, writer, {
          conversationId,
          message,
          senderEmail: writer.email,
        });
      all[index]?.push(...(await measureDelivery(stream, send ?? toOpenhours)));
      stream.destroy();
    }
  }
  for (const [index, { name }] of contenders.entries()) {
    console.log(`  ${name.padEnd(36)}${milliseconds(all[index] ?? [])}`);
  }
  console.log(`  across nodes / bare: ${(median(all[2] ?? []) / median(all[0] ?? [])).toFixed(1)}`);
}

await cleaningUp(run);
