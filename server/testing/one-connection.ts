import { AsyncLocalStorage } from 'node:async_hooks';
import type { OpenDatabase } from '../src/database/connect.ts';

/**
 * Makes it an error to ask for a connection of a pool in a transaction on the same pool. With as many such transactions
 * at once as the pool has connections, each would wait for another one.
 */
export function refuseSecondConnection<Opened extends OpenDatabase>(database: Opened): Opened {
  for (const { pool, db } of [database, database.aside]) {
    const inTransaction = new AsyncLocalStorage<true>();
    const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
    const transaction = db.transaction.bind(db);
    Object.assign(pool, {
      connect(...given: unknown[]) {
        if (inTransaction.getStore()) throw new Error('A transaction asks for a second connection of its pool');
        return connect(...given);
      },
    });
    Object.assign(db, {
      transaction: (...[work, config]: Parameters<typeof transaction>) =>
        transaction((tx) => inTransaction.run(true, () => work(tx)), config),
    });
  }
  return database;
}
