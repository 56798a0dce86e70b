import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Database } from '../src/database/database.ts';

/** The error with which the work of a process that died ends. */
class Died extends Error {
  override name = 'Died';
}

/**
 * The database for a process that dies after a number of statements: nothing runs after them, not even cleanup, and
 * PostgreSQL rolls back the open transaction.
 */
export function dyingDatabase(pool: pg.Pool, statements: number): { db: Database; hasDied: () => boolean } {
  let left = statements;
  let hasDied = false;

  function counting<Connection extends pg.Pool | pg.PoolClient>(connection: Connection): Connection {
    return new Proxy(connection, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        if (key !== 'query') return value.bind(target);
        return async (...given: unknown[]) => {
          const [statement] = given as [string | { text: string }];
          const isRollback = /^rollback/i.test(typeof statement === 'string' ? statement : statement.text);
          hasDied ||= left === 0;
          if (hasDied && !isRollback) throw new Died('The process is gone.');
          left -= 1;
          return value.apply(target, given);
        };
      },
    });
  }

  const db = Object.assign(drizzle(counting(pool)) as unknown as Database, {
    async transaction(...[work, config]: Parameters<Database['transaction']>) {
      const client = await pool.connect();
      try {
        return await (drizzle(counting(client)) as unknown as Database).transaction(work, config);
      } finally {
        client.release();
      }
    },
  });
  return { db, hasDied: () => hasDied };
}
