import type { Server } from 'node:http';

/** Serves in a process that `startChildServer` has started: sends the parent the port, and ends with it. */
export function serveChild(server: Server, stop = async () => {}): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' && address ? address.port : 0);
  });
  process.once('disconnect', () => void stop().then(() => process.exit()));
}
