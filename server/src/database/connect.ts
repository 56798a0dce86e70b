import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database } from './database.ts';
import type { DatabaseLog } from './database-log.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';
import type { ConnectionParameters } from './embedded/start-embedded-postgres.ts';
import * as schema from './schema/index.ts';

/** A pool, and Drizzle over it. */
export interface OpenDatabase {
  readonly pool: pg.Pool;
  readonly db: Database;
  close(): Promise<void>;
}

const OLDEST_SERVER = 15;
const CONNECT_MILLIS = 10_000;

/**
 * Opens a pool of connections and checks that the server is usable.
 *
 * Each connection works in UTC, cancels a statement after `statementTimeoutMillis` and a transaction that is idle for
 * three times that. Dates (`date`) are strings, 'YYYY-MM-DD'. A pooler in front of the server must pass the parameters
 * `statement_timeout`, `idle_in_transaction_session_timeout` and `options`.
 *
 * @param options.connection a URL, or the result of `startEmbeddedPostgres`
 * @throws DatabaseUnavailable if the server does not answer, refuses us or is too old
 */
export async function openDatabase(options: {
  readonly connection: string | ConnectionParameters;
  readonly poolSize: number;
  readonly statementTimeoutMillis?: number;
  readonly log: DatabaseLog;
}): Promise<OpenDatabase> {
  const { connection, poolSize, statementTimeoutMillis = 10_000, log } = options;
  const pool = new pg.Pool({
    ...addressOf(connection),
    max: poolSize,
    application_name: 'openhours',
    statement_timeout: statementTimeoutMillis,
    idle_in_transaction_session_timeout: 3 * statementTimeoutMillis,
    connectionTimeoutMillis: CONNECT_MILLIS,
    types: { getTypeParser },
  });
  // The pool replaces idle connections that break. Without a listener, the error would end the process.
  pool.on('error', (error) => log.warn(`A connection to the database broke: ${error.message}`));
  // The pool listens only to idle connections. One that breaks in use fails its query, which is enough.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await refuseOldServer(pool);
  } catch (error) {
    await pool.end();
    if (error instanceof DatabaseUnavailable) throw error;
    throw new DatabaseUnavailable(`The database${placeOf(connection)} cannot be used: ${reasonOf(error)}.`);
  }
  return { pool, db: databaseOf(pool), close: () => pool.end() };
}

/**
 * Drizzle over a pool. Its own transactions leak the connection if `begin` fails, for example because the server has
 * just stopped. This one always releases it.
 */
function databaseOf(pool: pg.Pool): Database {
  const db = drizzle(pool, { schema });
  return Object.assign(db, {
    async transaction(...[work, config]: Parameters<Database['transaction']>) {
      const client = await pool.connect();
      try {
        // Without the schema: only relational queries need it, and loading it takes time on every transaction.
        return await (drizzle(client) as unknown as Database).transaction(work, config);
      } finally {
        client.release();
      }
    },
  });
}

const SESSION = '-c timezone=UTC -c datestyle=ISO';

/** In `pg`, options in the URL override options next to it, so ours must go into the URL. */
function addressOf(connection: string | ConnectionParameters): pg.PoolConfig {
  if (typeof connection !== 'string') return { ...connection, options: SESSION };
  const url = parsed(connection);
  if (url === undefined) throw new DatabaseUnavailable('DATABASE_URL is not a URL like postgresql://user@host/name.');
  const given = url.searchParams.get('options');
  url.searchParams.set('options', given === null ? SESSION : `${given} ${SESSION}`);
  // URL writes a space in the query as '+', which only forms read as a space.
  url.search = url.search.replaceAll('+', '%20');
  return { connectionString: url.href };
}

function parsed(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}

/** The server's address without the password, for messages. */
function placeOf(connection: string | ConnectionParameters): string {
  if (typeof connection !== 'string') return '';
  const host = parsed(connection)?.host;
  return host === undefined || host === '' ? '' : ` at ${host}`;
}

/** Node tries every address of a host and reports the failures together, with an empty message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

async function refuseOldServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const major = Math.floor((rows[0]?.version ?? 0) / 10_000);
  if (major >= OLDEST_SERVER) return;
  throw new DatabaseUnavailable(`The database is PostgreSQL ${major}; Openhours needs ${OLDEST_SERVER} or later.`);
}

const asIs = (text: string) => text;
const { builtins, getTypeParser: defaultParser } = pg.types;
const TEXT_ARRAY = 1009;
const DATE_ARRAY = 1182;

// By default pg reads a date as midnight in the server's zone, which is another day elsewhere.
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (format === 'binary') return defaultParser(oid, 'binary');
  if (oid === builtins.DATE) return asIs;
  return defaultParser(oid === DATE_ARRAY ? TEXT_ARRAY : oid);
};
