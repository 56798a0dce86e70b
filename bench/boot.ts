import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startServerProcess } from '@openhours/server/testing/test-process.ts';
import { cpuMillisOfTree } from './cpu-time.ts';
import { memoryOfTree } from './memory.ts';
import { percentile } from './rounds.ts';
import { startChildServer } from './start-child-server.ts';
import { ratio } from './table.ts';

const ROUNDS = 3;
/** Until nothing is left of the start. */
const IDLE_MILLIS = 15_000;
const MB = 1024 * 1024;

/** Something that runs, and whose folder is kept for another start. */
interface Started {
  readonly pid: number;
  stop(): Promise<void>;
}

const contenders: Readonly<Record<string, (folder: string) => Promise<Started>>> = {
  'bare node:http with PostgreSQL': async (folder) => {
    const bare = await startChildServer(fileURLToPath(new URL('bare-clinic.ts', import.meta.url)), { folder });
    await (await fetch(bare.url)).arrayBuffer();
    return bare;
  },
  'Openhours, the demo clinic': async (DATA_DIR) => {
    const server = await startServerProcess({ DATA_DIR });
    return { pid: server.pid, stop: () => server.kill('SIGTERM') };
  },
};

/** The processor time and the time until the first answer, and the memory when nothing is asked. PostgreSQL is included. */
interface Boot {
  readonly first: Cost;
  readonly second: Cost;
  readonly idleBytes: number;
}
interface Cost {
  readonly cpuMillis: number;
  readonly millis: number;
}

/** Starts each server in an empty folder, and again in the same one. Prints medians of three rounds in turns. */
export async function measureBoot(cleanUp: AsyncDisposableStack): Promise<void> {
  const boots = new Map<string, Boot[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, start] of Object.entries(contenders)) {
      boots.set(name, [...(boots.get(name) ?? []), await boot(start, cleanUp)]);
    }
  }
  console.log(`Starting, with PostgreSQL (${ROUNDS} rounds in turns, medians)\n`);
  console.log(row(['', 'first: CPU ms', 'ms', 'second: CPU ms', 'ms', 'idle MB']));
  for (const [name, all] of boots) {
    console.log(
      row([
        name,
        whole(middle(all, ({ first }) => first.cpuMillis)),
        whole(middle(all, ({ first }) => first.millis)),
        whole(middle(all, ({ second }) => second.cpuMillis)),
        whole(middle(all, ({ second }) => second.millis)),
        whole(middle(all, ({ idleBytes }) => idleBytes / MB)),
      ]),
    );
  }
  const [bare = [], ours = []] = [...boots.values()];
  const times = (read: (one: Boot) => number) => ratio(middle(ours, read), middle(bare, read));
  console.log(
    `  Openhours / bare: ${times(({ second }) => second.cpuMillis)} of the processor time of a second start, ` +
      `${times(({ idleBytes }) => idleBytes)} of the memory`,
  );
}

async function boot(start: (folder: string) => Promise<Started>, cleanUp: AsyncDisposableStack): Promise<Boot> {
  const folder = await mkdtemp(join(tmpdir(), 'openhours-boot-'));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  const measured = async () => {
    const started = performance.now();
    const running = await start(folder);
    const millis = performance.now() - started;
    return { running, cost: { millis, cpuMillis: (await cpuMillisOfTree(running.pid)) ?? 0 } };
  };
  const first = await measured();
  await first.running.stop();
  const second = await measured();
  await sleep(IDLE_MILLIS);
  const idleBytes = await memoryOfTree(second.running.pid);
  await second.running.stop();
  return { first: first.cost, second: second.cost, idleBytes };
}

function middle(boots: readonly Boot[], read: (boot: Boot) => number): number | undefined {
  return percentile(boots.map(read), 0.5);
}

function whole(figure: number | undefined): string {
  return figure === undefined ? '–' : figure.toFixed(0);
}

function row([name = '', ...cells]: readonly string[]): string {
  return `  ${name.padEnd(32)}${cells.map((cell) => cell.padStart(15)).join('')}`;
}
