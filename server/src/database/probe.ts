import pg from 'pg';
import { endOrDestroy } from './end-or-destroy.ts';

/** Checks whether a server answers. */
interface Probe {
  /** Never takes longer than the deadline, twice that if it has to connect first. */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Asks on a connection of its own, so that a busy pool does not look like an outage. Calls at the same time share
 * one query. A connection that fails is replaced at the next call.
 */
export function createProbe(options: { pool: pg.Pool; name: string; deadlineMillis: number }): Probe {
  const { pool, name, deadlineMillis } = options;
  let client: pg.Client | undefined;
  let asking: Promise<boolean> | undefined;

  function drop(broken: pg.Client): void {
    if (client === broken) client = undefined;
    void endOrDestroy(broken);
  }

  async function connected(): Promise<pg.Client> {
    if (client) return client;
    const fresh = new pg.Client({
      ...pool.options,
      // The pool's password is not enumerable.
      password: pool.options.password,
      application_name: name,
      connectionTimeoutMillis: deadlineMillis,
      query_timeout: deadlineMillis,
    });
    fresh.on('error', () => drop(fresh));
    client = fresh;
    await fresh.connect();
    return fresh;
  }

  async function ask(): Promise<boolean> {
    try {
      await (await connected()).query('select 1');
      return true;
    } catch {
      if (client) drop(client);
      return false;
    } finally {
      asking = undefined;
    }
  }

  return {
    answers: () => (asking ??= ask()),
    async close() {
      if (client) await endOrDestroy(client);
    },
  };
}
