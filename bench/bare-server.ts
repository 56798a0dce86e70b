import { createServer } from 'node:http';
import { serveChild } from './serve-child.ts';
import type { BareAnswer } from './start-bare-server.ts';

/**
 * The baseline for the options call: a process with only `node:http`, which gives every request the same answer. Its
 * parent sends the answer and receives the port. It ends with its parent.
 */
process.once('message', (answer: BareAnswer) => {
  const headers = Object.entries(answer.headers);
  const body = Buffer.from(answer.body);
  const server = createServer((_request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    response.end(body);
  });
  serveChild(server);
});
