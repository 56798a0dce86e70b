import type pg from 'pg';

/**
 * Runs a task on one node at a time; other nodes wait and then run it too.
 *
 * @param name the same on every node, and unique to the task
 */
export async function holdingLock<T>(pool: pg.Pool, name: string, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = '60s'");
    await client.query("select pg_advisory_lock(hashtext('openhours'), hashtext($1))", [name]);
    return await work();
  } finally {
    // Closing the connection releases the lock and drops our settings.
    client.release(true);
  }
}

/** Runs a task on one node at a time; `undefined` if another node is running it. The name is as above. */
export async function holdingLockIfFree<T>(
  pool: pg.Pool,
  name: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ held: boolean }>(
      "select pg_try_advisory_lock(hashtext('openhours'), hashtext($1)) as held",
      [name],
    );
    if (!rows[0]?.held) return undefined;
    try {
      return await work();
    } finally {
      // Closing the connection would release the lock too, but a moment later.
      await client.query("select pg_advisory_unlock(hashtext('openhours'), hashtext($1))", [name]);
    }
  } finally {
    client.release(true);
  }
}
