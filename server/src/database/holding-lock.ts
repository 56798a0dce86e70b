import type pg from 'pg';

/** How long a starting node waits for another node that runs the same task. */
const LOCK_SECONDS = 60;
/** How long the server may take to answer. The connections of sessions have no deadline of their own. */
const ANSWER_MILLIS = 5_000;

/**
 * Runs a task on one node at a time; other nodes wait and then run it too.
 *
 * @param name the same on every node, and unique to the task
 */
export async function holdingLock<T>(pool: pg.Pool, name: string, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await ask(client, { text: `set statement_timeout = 0; set lock_timeout = '${LOCK_SECONDS}s'` });
    await ask(client, {
      text: "select pg_advisory_lock(hashtext('openhours'), hashtext($1))",
      values: [name],
      query_timeout: LOCK_SECONDS * 1000 + ANSWER_MILLIS,
    });
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
    const { rows } = await ask<{ held: boolean }>(client, {
      text: "select pg_try_advisory_lock(hashtext('openhours'), hashtext($1)) as held",
      values: [name],
    });
    if (!rows[0]?.held) return undefined;
    try {
      return await work();
    } finally {
      // Closing the connection releases the lock too, but a moment later: so it does not matter if this fails.
      const unlock = { text: "select pg_advisory_unlock(hashtext('openhours'), hashtext($1))", values: [name] };
      await ask(client, unlock).catch(() => undefined);
    }
  } finally {
    client.release(true);
  }
}

/** `pg` reads `query_timeout` from a query too, which its types do not say. */
interface Question extends pg.QueryConfig<string[]> {
  readonly query_timeout?: number;
}

function ask<Row extends pg.QueryResultRow>(client: pg.PoolClient, question: Question): Promise<pg.QueryResult<Row>> {
  const withDeadline: Question = { query_timeout: ANSWER_MILLIS, ...question };
  return client.query<Row, string[]>(withDeadline);
}
