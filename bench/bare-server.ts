import { createServer } from 'node:http';
import type { BareAnswer } from './start-bare-server.ts';

/**
 * The measure of the options call: a process of `node:http` and nothing else, which gives every request one answer. It
 * is told the answer by its parent, tells it the port, and ends with it.
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
