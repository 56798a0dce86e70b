import { fileURLToPath } from 'node:url';
import { type ChildServer, startChildServer } from './start-child-server.ts';

const PROGRAM = fileURLToPath(new URL('bare-server.ts', import.meta.url));

/** The real server's body and headers, except those that `node:http` sets itself. */
export interface BareAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const SET_BY_NODE = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);

/** Starts a process that answers every request with the current answer of `url`. */
export async function startBareServer(url: string): Promise<ChildServer> {
  const response = await fetch(url);
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !SET_BY_NODE.has(name)));
  const answer: BareAnswer = { headers, body: await response.text() };
  return startChildServer(PROGRAM, answer);
}
