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
 * Opens a pool of connections and makes sure that there is a server which serves us.
 *
 * Each connection works in UTC, gives up a statement after `statementTimeoutMillis` and a transaction that idles after
 * three times that. Days (`date`) are strings, 'YYYY-MM-DD'. A pooler in front of the server has to let the parameters
 * `statement_timeout`, `idle_in_transaction_session_timeout` and `options` pass.
 *
 * @param options.connection a URL, or what `startEmbeddedPostgres` answers
 * @throws DatabaseUnavailable when the server does not answer, lets us not in or is too old
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
  // An idle connection that breaks is replaced by the pool. Without a listener, the process would end of it.
  pool.on('error', (error) => log.warn(`A connection to the database broke: ${error.message}`));
  // The pool listens to idle connections only. One that breaks in use fails its query, and that is enough.
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
 * Drizzle over a pool. Its own transaction on a pool keeps the connection for ever when already its `begin` fails, as
 * when the server has just gone: so we take the connection, and give it back whatever happens.
 */
function databaseOf(pool: pg.Pool): Database {
  const db = drizzle(pool, { schema });
  return Object.assign(db, {
    async transaction(...[work, config]: Parameters<Database['transaction']>) {
      const client = await pool.connect();
      try {
        // Without the schema: only relational queries read it, which we have none of, and to take it in costs each time.
        return await (drizzle(client) as unknown as Database).transaction(work, config);
      } finally {
        client.release();
      }
    },
  });
}

const SESSION = '-c timezone=UTC -c datestyle=ISO';

/** In `pg`, what a URL says wins over what stands beside it, so our options have to go into the URL. */
function addressOf(connection: string | ConnectionParameters): pg.PoolConfig {
  if (typeof connection !== 'string') return { ...connection, options: SESSION };
  const url = parsed(connection);
  if (url === undefined) throw new DatabaseUnavailable('DATABASE_URL is not a URL like postgresql://user@host/name.');
  const given = url.searchParams.get('options');
  url.searchParams.set('options', given === null ? SESSION : `${given} ${SESSION}`);
  // URL writes a space in the query as a plus sign, which only forms read as one.
  url.search = url.search.replaceAll('+', '%20');
  return { connectionString: url.href };
}

function parsed(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}

/** Without the password: this goes into a sentence that is printed. */
function placeOf(connection: string | ConnectionParameters): string {
  if (typeof connection !== 'string') return '';
  const host = parsed(connection)?.host;
  return host === undefined || host === '' ? '' : ` at ${host}`;
}

/** Node tries every address of a name and reports the failures together, with an empty message. */
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

// A civil date is not an instant: the default reading of one, midnight in the server's zone, is a day off elsewhere.
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (format === 'binary') return defaultParser(oid, 'binary');
  if (oid === builtins.DATE) return asIs;
  return defaultParser(oid === DATE_ARRAY ? TEXT_ARRAY : oid);
};
