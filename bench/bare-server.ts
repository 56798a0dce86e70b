import { createServer } from 'node:http';
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
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' && address ? address.port : 0);
  });
});
process.once('disconnect', () => process.exit());
