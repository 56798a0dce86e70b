import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A server in a process of its own, which ends with this one. */
export interface ChildServer {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a program, sends it the settings as a message, and waits for the message with its port.
 *
 * @param execArgv options of Node itself
 */
export async function startChildServer(
  program: string,
  settings: object,
  execArgv: readonly string[] = [],
): Promise<ChildServer> {
  const child = fork(program, { execArgv: [...execArgv] });
  child.send(settings);
  const ended = once(child, 'exit');
  const [port]: unknown[] = await Promise.race([once(child, 'message'), ended]);
  if (!child.connected) throw new Error(`${program} ended with ${String(port)}.`);
  return {
    url: `http://127.0.0.1:${String(port)}`,
    pid: child.pid ?? 0,
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
