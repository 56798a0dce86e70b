import { connect, createServer, type Socket } from 'node:net';
import { startLocalServer } from './local-server.ts';
import { type TestDatabase, urlOf } from './test-database.ts';

/** A relay to the database that can be frozen. It then forwards nothing and closes nothing, like a frozen machine. */
interface DatabaseRelay {
  readonly url: string;
  readonly port: number;
  freeze(): void;
  /** Connections that were open while it was frozen are closed: they have lost data. */
  thaw(): void;
  stop(): Promise<void>;
}

export async function startDatabaseRelay(connection: TestDatabase['connection']): Promise<DatabaseRelay> {
  const url = new URL(urlOf(connection));
  const host = url.searchParams.get('host') ?? url.hostname;
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432));
  const sockets = new Set<Socket>();
  let isFrozen = false;
  // The end of one side is passed on by us: a frozen machine does not answer it.
  const listener = createServer({ allowHalfOpen: true }, (near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('data', (part) => isFrozen || to.write(part));
      from.on('end', () => isFrozen || to.end());
      from.on('close', () => {
        sockets.delete(from);
        if (!isFrozen) to.destroy();
      });
    }
  });
  const { port: ownPort, close } = await startLocalServer(listener);
  url.searchParams.delete('host');
  url.searchParams.delete('port');
  url.hostname = '127.0.0.1';
  url.port = String(ownPort);
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    port: ownPort,
    freeze() {
      isFrozen = true;
    },
    thaw() {
      isFrozen = false;
      destroyAll();
    },
    stop() {
      destroyAll();
      return close();
    },
  };
}
