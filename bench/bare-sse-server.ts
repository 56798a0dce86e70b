import { createServer, type ServerResponse } from 'node:http';
import { serveChild } from './serve-child.ts';

/**
 * The baseline for live events: a process with only `node:http`, which keeps streams open and writes every posted body
 * to all of them. It sends its parent the port, and ends with it.
 */
const streams = new Set<ServerResponse>();

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write('data: {"type":"ready"}\n\n');
    streams.add(response);
    response.once('close', () => streams.delete(response));
    return;
  }
  let body = '';
  for await (const chunk of request) body += String(chunk);
  for (const stream of streams) stream.write(`data: ${body}\n\n`);
  response.end('{}');
});
serveChild(server);
