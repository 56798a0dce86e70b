import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('bare-server.ts', import.meta.url));

/** The real server's body and headers, except those that `node:http` sets itself. */
export interface BareAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface BareServer {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const SET_BY_NODE = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);

/** Starts a process that answers every request with the current answer of `url`. */
export async function startBareServer(url: string): Promise<BareServer> {
  const response = await fetch(url);
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !SET_BY_NODE.has(name)));
  const answer: BareAnswer = { headers, body: await response.text() };

  const child = fork(PROGRAM);
  child.send(answer);
  const ended = once(child, 'exit');
  const [port]: unknown[] = await Promise.race([once(child, 'message'), ended]);
  if (!child.connected) throw new Error(`The bare server ended with ${String(port)}.`);
  return {
    url: `http://127.0.0.1:${String(port)}`,
    pid: child.pid ?? 0,
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
