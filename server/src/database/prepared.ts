import type { Database } from './database.ts';

/**
 * A query that is built once for each `Database`: building it costs more than sending it. If it ends with `.prepare(name)`,
 * PostgreSQL also plans it only a few times for each connection. For a query with many columns, that costs more than its
 * execution.
 */
export function prepared<Query>(build: (db: Database) => Query): (db: Database) => Query {
  const built = new WeakMap<Database, Query>();
  return (db) => {
    const query = built.get(db) ?? build(db);
    built.set(db, query);
    return query;
  };
}
