import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { ProviderUnavailable } from '../../providers/provider-unavailable.ts';
import type { Preparation } from './prepare-image.ts';
import { DECODER_DEADLINE_MILLIS } from './rules.ts';

const PROGRAM = fileURLToPath(new URL('./decoder-process.ts', import.meta.url));
const START_MILLIS = 30_000;
/** How long an idle process is kept: starting one takes about a quarter of a second. */
const IDLE_MILLIS = 30_000;

export interface ImageDecoder {
  /**
   * Prepares an uploaded file in the decoder process, one file at a time, in order. A file that crashes the process, or
   * takes too much memory or time, is refused. Rejects with `ProviderUnavailable` if the process cannot be started.
   */
  prepare(file: Uint8Array): Promise<Preparation>;
  /** Ends the process, even while it decodes. */
  stop(): Promise<void>;
}

/**
 * Decodes pictures in a separate process, so that a hostile file can crash only that process. It is started for the
 * first picture, reused, and ended after an idle time.
 */
export function createImageDecoder({
  log,
  deadlineMillis = DECODER_DEADLINE_MILLIS,
}: {
  log: Logger;
  deadlineMillis?: number;
}): ImageDecoder {
  let current: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let previous: Promise<unknown> = Promise.resolve();

  async function start(): Promise<ChildProcess> {
    // No environment variables, which contain secrets, and no Node options of the server.
    const child = fork(PROGRAM, [], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // Neither the process nor its channel keeps the server running. When the server ends, the process ends too.
    child.unref();
    child.channel?.unref();
    child.on('error', (error) => log.warn({ err: error }, 'the image decoder failed'));
    child.once('exit', () => {
      if (current === child) current = undefined;
    });
    if ((await nextMessage(child, START_MILLIS)) === undefined) {
      throw new ProviderUnavailable('The image decoder did not start');
    }
    return child;
  }

  async function decode(file: Uint8Array): Promise<Preparation> {
    clearTimeout(idle);
    current ??= await start();
    const child = current;
    const answer = nextMessage(child, deadlineMillis);
    // A failure to send means that the process has ended, which `nextMessage` notices.
    child.send(file, () => undefined);
    const preparation = await answer;
    if (preparation === undefined) {
      current = undefined;
      log.warn({ signal: child.signalCode, exitCode: child.exitCode }, 'a picture ended the image decoder');
      return { kind: 'refused', refusal: { code: 'IMAGE_TOO_DEMANDING' } };
    }
    idle = setTimeout(stop, IDLE_MILLIS).unref();
    // The process is our own program and sends nothing else.
    return preparation as Preparation;
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const child = current;
    current = undefined;
    if (child) await end(child);
  }

  return {
    prepare(file) {
      const turn = previous.then(() => decode(file));
      previous = turn.catch(() => undefined);
      return turn;
    },
    stop,
  };
}

/** The next message of the process; `undefined` if it ends first, or is killed at the deadline. */
async function nextMessage(child: ChildProcess, millis: number): Promise<unknown> {
  const deadline = setTimeout(() => child.kill('SIGKILL'), millis);
  const settled = new AbortController();
  const { signal } = settled;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]: unknown[]) => message),
      once(child, 'exit', { signal }).then(() => undefined),
    ]);
  } catch {
    // An 'error': it could not be started or written to.
    await end(child);
    return undefined;
  } finally {
    clearTimeout(deadline);
    settled.abort();
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
