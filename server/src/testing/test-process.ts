import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const READY_MILLIS = 30_000;

/** The real server as a process of its own, as `npm start` runs it. */
export interface TestProcess {
  readonly url: string;
  readonly pid: number;
  readonly output: () => string;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Settles with the exit code when it has ended. */
  readonly ended: Promise<number | null>;
}

/** Starts it on free ports and waits until it is ready. */
export async function startServerProcess(environment: Readonly<Record<string, string>>): Promise<TestProcess> {
  const [port, sandboxPort] = await Promise.all([freePort(), freePort()]);
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      CLINIC_TIME_ZONE: 'UTC',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
  const url = `http://localhost:${port}`;
  await ready({ url, child, output: () => output });
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    async kill(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

async function ready({
  url,
  child,
  output,
}: {
  url: string;
  child: ChildProcess;
  output: () => string;
}): Promise<void> {
  const deadline = Date.now() + READY_MILLIS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}:\n${output()}`);
    }
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return;
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error(`The server was not ready in time:\n${output()}`);
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
