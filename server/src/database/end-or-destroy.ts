import type pg from 'pg';

/** How long a server may take to close a connection that we end. */
const END_MILLIS = 1_000;

/**
 * Ends a connection. `pg` waits for the server to close its side, which one that is frozen never does: then the socket is
 * destroyed. Resolves when the connection is closed, and never rejects.
 */
export async function endOrDestroy(client: pg.Client, millis: number = END_MILLIS): Promise<void> {
  const destroy = setTimeout(() => client.connection.stream.destroy(), millis);
  await client.end().catch(() => undefined);
  clearTimeout(destroy);
}

/**
 * Ends a pool. What is still in use a second later, or not closed by the server, is destroyed: a query in progress
 * fails. Called before the pool's first connection; returns the function that ends it, which never takes much longer.
 */
export function endingOf(pool: pg.Pool, millis: number = END_MILLIS): () => Promise<void> {
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client)).on('remove', (client) => open.delete(client));
  return async () => {
    const ended = pool.end();
    const destroyed = new Promise<void>((resolve) => {
      const destroy = setTimeout(() => {
        for (const client of open) client.connection.stream.destroy();
        resolve();
      }, millis);
      // The pool has ended before its idle connections are closed, and the process may exit meanwhile.
      void ended.finally(() => destroy.unref()).catch(() => undefined);
    });
    await Promise.race([ended, destroyed]);
  };
}
