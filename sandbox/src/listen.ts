import { once } from 'node:events';
import type { Server } from 'node:net';

/**
 * Waits until the server listens on the loopback interface, and returns its port. `port` 0 is any free one. Rejects
 * with a message if the port is taken.
 */
export async function listenOnLoopback(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  return portOnceListening(server, port);
}

/** The same for a server whose `listen` a library has called. */
export async function portOnceListening(server: Server, port: number): Promise<number> {
  try {
    await once(server, 'listening');
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw taken ? new Error(`The sandbox cannot use port ${port}: another program does.`, { cause: error }) : error;
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address.port;
}
