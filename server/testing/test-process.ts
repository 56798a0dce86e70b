import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from './sandbox.ts';
import { serverProgram } from './server-program.ts';

// Enough for a machine that is busy with other tests.
const READY_MILLIS = 80_000;
// Below the range from which systems choose ports for outgoing connections (from 32768 on Linux, 49152 elsewhere).
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** What a server needs to know about a sandbox. */
type Elsewhere = Pick<Sandbox, 'url' | 'smtpUrl' | 'stripe' | 'sslcommerz'>;

/** The real server in its own process, as `npm start` runs it. */
export interface TestProcess {
  readonly url: string;
  readonly pid: number;
  readonly output: () => string;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

/**
 * Starts it on free ports and waits until it is ready.
 *
 * @param options.sandbox one that runs in the test replaces the server's own: it survives the server
 * @param options.command starts another build of the server
 * @param options.user who runs it
 */
export async function startServerProcess(
  environment: Readonly<Record<string, string>>,
  options: {
    sandbox?: Elsewhere;
    command?: readonly string[];
    user?: { readonly uid?: number; readonly gid?: number };
  } = {},
): Promise<TestProcess> {
  const { sandbox, user = {} } = options;
  const [anyPort, sandboxPort] = await Promise.all([freePort(), freePort()]);
  const port = Number(environment['PORT'] ?? anyPort);
  const instead = sandbox ? ['--import', sandboxElsewhere(sandbox)] : [];
  const [program = '', ...parameters] = options.command ?? [process.execPath, ...instead, ...serverProgram];
  const child = spawn(program, parameters, {
    ...user,
    env: {
      ...passedOn(),
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      CLINIC_TIME_ZONE: 'UTC',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      // In production a stop waits five seconds for a balancer, which no test has.
      DRAIN_SECONDS: '0',
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

/** Of the test's own environment, what a process of ours gets: it starts quicker where its code was compiled before. */
export function passedOn(): Readonly<Record<string, string>> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? { PATH } : { PATH, NODE_COMPILE_CACHE };
}

/** A module that gives the server an existing sandbox instead of starting one. */
function sandboxElsewhere({ url, smtpUrl, stripe, sslcommerz }: Elsewhere): string {
  const there = JSON.stringify({ url, smtpUrl, stripe, sslcommerz });
  const module = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;
  const stub = module(
    `export const startSandbox = async () => ({ ...${there}, stop: async () => undefined }); export const isHere = () => true;`,
  );
  return module(`
    import { registerHooks } from 'node:module';
    registerHooks({
      resolve: (specifier, context, next) =>
        ['@openhours/sandbox', './sandbox.js'].includes(specifier) ? { url: '${stub}', shortCircuit: true } : next(specifier, context),
    });
  `);
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

let lastPort = FIRST_PORT + ((process.pid * 977) % (LAST_PORT - FIRST_PORT));

/**
 * A port that nobody listens on. Not one that the system chooses: it gives those to outgoing connections as well, of
 * which the tests make thousands, between this answer and the start of the server. Each process begins elsewhere.
 */
export async function freePort(): Promise<number> {
  lastPort = lastPort < LAST_PORT ? lastPort + 1 : FIRST_PORT;
  const port = lastPort;
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
