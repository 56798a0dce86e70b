import type pg from 'pg';

/**
 * Does something that only one node may do at a time; the others wait and then do it themselves.
 *
 * @param name the same on every node, and nobody else's
 */
export async function holdingLock<T>(pool: pg.Pool, name: string, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = '60s'");
    await client.query("select pg_advisory_lock(hashtext('openhours'), hashtext($1))", [name]);
    return await work();
  } finally {
    // Closing the connection gives the lock back and takes our settings with it.
    client.release(true);
  }
}
