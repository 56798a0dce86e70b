import pg from 'pg';
import { endOrDestroy } from '../database/end-or-destroy.ts';

/** Longer than any healthy database takes; shorter than the usual deadline of a probe (Kubernetes: one second, set two). */
const DEADLINE_MILLIS = 1500;

/** Whether this process should get requests. */
export interface Readiness {
  /** Why not, as a sentence without a full stop; `undefined` if it should. Never takes longer than its deadline. */
  whyNot(): Promise<string | undefined>;
  /** Says from now on that the process is stopping, so that balancers send it nothing more. */
  beginToStop(): void;
  close(): Promise<void>;
}

/**
 * Asks the database on a connection of its own, so that a busy pool does not look like an outage. Probes at the same
 * time share one question. A connection that fails is replaced at the next probe.
 */
export function createReadiness({
  pool,
  deadlineMillis = DEADLINE_MILLIS,
}: {
  pool: pg.Pool;
  deadlineMillis?: number;
}): Readiness {
  let client: pg.Client | undefined;
  let asking: Promise<boolean> | undefined;
  let isStopping = false;

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
      application_name: 'openhours readiness',
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
    async whyNot() {
      if (isStopping) return 'the server is stopping';
      asking ??= ask();
      return (await asking) ? undefined : 'the database does not answer';
    },
    beginToStop() {
      isStopping = true;
    },
    async close() {
      isStopping = true;
      if (client) await endOrDestroy(client);
    },
  };
}
