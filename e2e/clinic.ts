import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serverProgram } from '@openhours/server/testing/server-program.ts';
import { freePort } from '@openhours/server/testing/test-process.ts';

/** A running Openhours: the server, its database and its sandbox. */
export interface Clinic {
  /** Without a trailing slash. */
  url: string;
  sandboxUrl: string;
  /** The last part of the server's output. */
  log(): string;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const readyWithinMs = 100_000;
// Longer than the server waits for requests in progress.
const stopsWithinMs = 20_000;
const keptLogLength = 200_000;

/**
 * Starts the real server as its own process, on free ports and a data directory of its own, with the demo clinic in it.
 * `env` is added to its settings. Rejects with the server's log where it is not ready within 100 s.
 *
 * If CLINIC_URL (and SANDBOX_URL) are set, that clinic is used and left running: for a short loop while writing a test.
 */
export async function startClinic(env: Readonly<Record<string, string>> = {}): Promise<Clinic> {
  if (process.env.CLINIC_URL) return runningClinic(process.env.CLINIC_URL);

  const port = await freePort();
  const sandboxPort = await freePort();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'openhours-e2e-'));
  const kept = demoFor(env);
  if (kept) await cp(kept, dataDirectory, { recursive: true });
  const environment = {
    ...process.env,
    NODE_ENV: 'development',
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: dataDirectory,
    RATE_LIMITS: 'off',
    CLINIC_TIME_ZONE: 'UTC',
    ...env,
  };
  let log = '';
  const server = spawn(pinnedNode(), serverProgram, { cwd: root, env: environment, stdio: 'pipe' });
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-keptLogLength);
    });
  }

  const stop = async () => {
    await endProcess(server);
    await rm(dataDirectory, { recursive: true, force: true, maxRetries: 3 });
  };
  const url = `http://localhost:${port}`;
  try {
    await untilReady(`${url}/readyz`, server);
  } catch (error) {
    await stop();
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${log}`, { cause: error });
  }
  return { url, sandboxUrl: `http://127.0.0.1:${sandboxPort}`, log: () => log, stop };
}

/**
 * Starts and stops a clinic once: later ones with these settings start on a copy of its data, in half of the
 * processor time. Returns a function that deletes the data. Call it before the workers start; they get its environment.
 */
export async function keepDemo(env: Readonly<Record<string, string>>): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'openhours-e2e-demo-'));
  const clinic = await startClinic({ ...env, DATA_DIR: folder });
  await clinic.stop();
  process.env.KEPT_DEMO = JSON.stringify({ folder, env });
  return () => rm(folder, { recursive: true });
}

/** The kept data for a clinic with these settings. Other settings may be added, such as keys, but not those that shape a demo. */
function demoFor(env: Readonly<Record<string, string>>): string | undefined {
  const { folder, env: kept = {} }: { folder?: string; env?: object } = JSON.parse(process.env.KEPT_DEMO ?? '{}');
  return Object.entries(kept).every(([name, value]) => env[name] === value) ? folder : undefined;
}

function runningClinic(url: string): Clinic {
  return {
    url: url.replace(/\/+$/, ''),
    sandboxUrl: (process.env.SANDBOX_URL ?? 'http://127.0.0.1:3100').replace(/\/+$/, ''),
    log: () => `The log is where the server at ${url} was started.`,
    stop: () => Promise.resolve(),
  };
}

/** The project's pinned Node, even if the test runner was started with another one. */
function pinnedNode(): string {
  const pinned = join(root, 'node_modules', '.bin', 'node');
  return process.platform !== 'win32' && existsSync(pinned) ? pinned : process.execPath;
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline) {
    if (hasEnded(server)) throw new Error('The server ended before it was ready.');
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(2000) });
      await answer.body?.cancel();
      if (answer.status === 200) return;
    } catch {
      // Nobody listens yet.
    }
    await delay(50);
  }
  throw new Error(`The server was not ready within ${readyWithinMs / 1000} s.`);
}

async function endProcess(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  const inTime = await Promise.race([ended.then(() => true), delay(stopsWithinMs, false, { ref: false })]);
  if (inTime) return;
  server.kill('SIGKILL');
  await ended;
}

function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null;
}
