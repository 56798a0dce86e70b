import type pg from 'pg';

/** How long a server may take to close a connection that we end. */
const END_MILLIS = 1_000;

/**
 * Ends a connection. `pg` waits until the server closes its side. A frozen server never does, so the socket is destroyed
 * after a second. Resolves when the connection is closed, and never rejects.
 */
export async function endOrDestroy(client: pg.Client): Promise<void> {
  const destroy = setTimeout(() => client.connection.stream.destroy(), END_MILLIS);
  await client.end().catch(() => undefined);
  clearTimeout(destroy);
}

/**
 * Returns a function that ends a pool. After a second it destroys the connections that are still in use or that the
 * server has not closed; queries in progress then fail. Call it before the pool's first connection.
 */
export function endingOf(pool: pg.Pool): () => Promise<void> {
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client)).on('remove', (client) => open.delete(client));
  return async () => {
    const ended = pool.end();
    const destroyed = new Promise<void>((resolve) => {
      const destroy = setTimeout(() => {
        for (const client of open) client.connection.stream.destroy();
        resolve();
      }, END_MILLIS);
      // `pool.end()` resolves before idle connections are closed. From then on the timer keeps no process running.
      void ended.finally(() => destroy.unref()).catch(() => undefined);
    });
    await Promise.race([ended, destroyed]);
  };
}
