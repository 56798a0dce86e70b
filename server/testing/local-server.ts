import { once } from 'node:events';
import type { Server, Socket } from 'node:net';

/** A server of a test, on the loopback interface. */
interface LocalServer {
  readonly port: number;
  readonly url: string;
  /** Refuses new connections, and breaks those that there are. */
  readonly close: () => Promise<void>;
}

/** @param port by default any free one */
export async function startLocalServer(server: Server, port = 0): Promise<LocalServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('close', () => sockets.delete(socket))));
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
