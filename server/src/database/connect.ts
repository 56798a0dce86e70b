import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { errorText } from '../error-text.ts';
import type { Database } from './database.ts';
import type { DatabaseLog } from './database-log.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';
import type { ConnectionParameters } from './embedded/start-embedded-postgres.ts';
import { endingOf } from './end-or-destroy.ts';
import { createReplica, type Replica } from './replica.ts';
import * as schema from './schema/index.ts';

/** A pool, and Drizzle over it. */
export interface OpenDatabase {
  readonly pool: pg.Pool;
  readonly db: Database;
  /**
   * Connections to the server itself, for what belongs to a session: locks, settings, LISTEN, long statements. They have
   * no deadline for an answer: the caller sets one, unless the statement may take as long as it needs.
   */
  readonly sessions: pg.Pool;
  /**
   * Two more connections, for short reads that many requests wait for at once. Some of these have a connection of `pool`
   * meanwhile, and would wait for each other for ever.
   */
  readonly aside: { readonly pool: pg.Pool; readonly db: Database };
  /** Takes about a second at most. Queries still in progress then fail. */
  close(): Promise<void>;
}

/** What `pg` says of it. */
const WANTS_PASSWORD = /client password must be a/;
const OLDEST_SERVER = 15;
const CONNECT_MILLIS = 10_000;
/** Between the server's deadline for a statement and ours for its answer, which the server may be unable to send. */
const ANSWER_MILLIS = 2_000;
const KEEP_ALIVE_MILLIS = 30_000;
const SESSIONS = 10;
const ASIDE = 2;

/**
 * Opens a pool of connections and checks that the server is usable.
 *
 * Each connection works in UTC, cancels a statement after `statementTimeoutMillis` and a transaction that is idle for
 * three times that. If the server says nothing for two seconds longer, the connection is closed. Dates (`date`) are
 * strings, 'YYYY-MM-DD'.
 *
 * @param options.connection a URL, or the result of `startEmbeddedPostgres`
 * @param options.direct the server's own URL. If given, `connection` is that of a pooler that gives a connection for one
 *   transaction: then we name no statements, and the role must have the settings of a session.
 * @throws DatabaseUnavailable if the server does not answer, refuses us, is too old, or a pooler's role lacks settings
 */
export async function openDatabase(options: {
  readonly connection: string | ConnectionParameters;
  readonly direct?: string | undefined;
  readonly poolSize: number;
  readonly statementTimeoutMillis?: number;
  readonly log: DatabaseLog;
  /** Gets each pool before its first connection. */
  readonly watchPool?: ((pool: pg.Pool) => void) | undefined;
}): Promise<OpenDatabase> {
  const { connection, direct, poolSize, statementTimeoutMillis = 10_000, log, watchPool } = options;
  const ofSession = {
    statement_timeout: statementTimeoutMillis,
    idle_in_transaction_session_timeout: 3 * statementTimeoutMillis,
  };
  const poolOf = (max: number, name: string) => {
    const one = createPool(
      {
        ...(direct === undefined ? { ...addressOf(connection), ...ofSession } : addressOfPooler(connection)),
        max,
        application_name: name,
        query_timeout: statementTimeoutMillis + ANSWER_MILLIS,
      },
      log,
    );
    if (direct !== undefined) one.on('connect', nameNoStatements);
    return one.on('connect', closeWhenUnanswered);
  };
  const pool = poolOf(poolSize, 'openhours');
  const aside = poolOf(ASIDE, 'openhours aside');
  const sessions = createPool({ ...addressOf(direct ?? connection), ...ofSession, max: SESSIONS }, log);
  const pools = [pool, aside, sessions];
  if (watchPool) pools.forEach(watchPool);
  const endings = pools.map((one) => endingOf(one));
  const close = async () => void (await Promise.all(endings.map((end) => end())));
  try {
    await refuseOldServer(pool);
    if (direct !== undefined) {
      await refuseUnsetSession(pool);
      await sessions.query('select 1');
    }
  } catch (error) {
    await close();
    if (error instanceof DatabaseUnavailable) throw error;
    const text = errorText(error);
    const why = WANTS_PASSWORD.test(text) ? 'it wants a password, and DATABASE_URL has none' : text;
    throw new DatabaseUnavailable(`The database${placeOf(connection)} cannot be used: ${why}.`);
  }
  return { pool, db: databaseOf(pool), sessions, aside: { pool: aside, db: databaseOf(aside) }, close };
}

/** Does not connect yet, because the clinic works without a replica too. */
export function openReplica(options: {
  readonly connection: string;
  readonly poolSize: number;
  readonly statementTimeoutMillis: number;
  readonly log: DatabaseLog;
  readonly watchPool?: ((pool: pg.Pool) => void) | undefined;
  /** How long it is not used after it did not answer. Ten seconds by default. */
  readonly restMillis?: number;
}): Replica {
  const { connection, poolSize, statementTimeoutMillis, log, watchPool, restMillis } = options;
  const pool = createPool(
    {
      ...addressOf(connection),
      max: poolSize,
      statement_timeout: statementTimeoutMillis,
      query_timeout: statementTimeoutMillis + ANSWER_MILLIS,
      // Requests should not wait long for what the other server has too.
      connectionTimeoutMillis: 1_000,
    },
    log,
  );
  pool.on('connect', closeWhenUnanswered);
  watchPool?.(pool);
  return createReplica({ pool, db: databaseOf(pool), log, restMillis, close: endingOf(pool) });
}

function createPool(config: pg.PoolConfig, log: DatabaseLog): pg.Pool {
  const pool = new pg.Pool({
    application_name: 'openhours',
    connectionTimeoutMillis: CONNECT_MILLIS,
    keepAlive: true,
    // The kernel asks after that much silence whether the other machine is there. Its own default is two hours.
    keepAliveInitialDelayMillis: KEEP_ALIVE_MILLIS,
    types: { getTypeParser },
    ...config,
  });
  // The pool replaces idle connections that break. Without a listener, the error would end the process.
  // While the pool ends, PostgreSQL may stop before each connection has closed.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn(`A connection to the database broke: ${error.message}`);
  });
  // The pool listens only to idle connections. One that breaks in use fails its query, which is enough.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

type Ask = (query: unknown, ...rest: readonly unknown[]) => unknown;

/** A named statement belongs to a connection of the server, and the next transaction may get another one. */
function nameNoStatements(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as Ask;
  const unnamed = (query: unknown) =>
    typeof query === 'object' && query !== null && 'name' in query ? { ...query, name: undefined } : query;
  Object.assign(client, { query: (query: unknown, ...rest: unknown[]) => ask(unnamed(query), ...rest) });
}

/**
 * `pg` gives up waiting for an answer but keeps the connection, on which what follows (a rollback, the next request) waits
 * again. So it is closed.
 */
function closeWhenUnanswered(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as Ask;
  const query = (...query: Parameters<Ask>) => {
    const answer = ask(...query);
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        if (error instanceof Error && error.message === UNANSWERED) client.connection.stream.destroy();
      });
    }
    return answer;
  };
  Object.assign(client, { query });
}

const UNANSWERED = 'Query read timeout';

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
  if (url === undefined) throw notAnAddress();
  const given = url.searchParams.get('options');
  url.searchParams.set('options', given === null ? SESSION : `${given} ${SESSION}`);
  // URL writes a space in the query as '+', which only forms read as a space.
  url.search = url.search.replaceAll('+', '%20');
  return { connectionString: url.href };
}

/** Poolers refuse the parameters of a session, or ignore them. */
function addressOfPooler(connection: string | ConnectionParameters): pg.PoolConfig {
  if (typeof connection !== 'string') return { ...connection };
  if (parsed(connection) === undefined) throw notAnAddress();
  return { connectionString: connection };
}

const notAnAddress = () => new DatabaseUnavailable('DATABASE_URL is not a URL like postgresql://user@host/name.');

function parsed(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}

/** The server's address without the password, for messages. */
function placeOf(connection: string | ConnectionParameters): string {
  if (typeof connection !== 'string') return '';
  const host = parsed(connection)?.host;
  return host === undefined || host === '' ? '' : ` at ${host}`;
}

async function refuseOldServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const major = Math.floor((rows[0]?.version ?? 0) / 10_000);
  if (major >= OLDEST_SERVER) return;
  throw new DatabaseUnavailable(`The database is PostgreSQL ${major}; Openhours needs ${OLDEST_SERVER} or later.`);
}

/** Through a pooler we cannot set what every session of ours needs, so the role has to. */
async function refuseUnsetSession(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ isSet: boolean; role: string }>(`
    select quote_ident(current_user) as role,
      current_setting('timezone') in ('UTC', 'Etc/UTC', 'GMT') and current_setting('datestyle') like 'ISO%'
      and current_setting('statement_timeout') <> '0'
      and current_setting('idle_in_transaction_session_timeout') <> '0' as "isSet"`);
  const [found] = rows;
  if (found === undefined || found.isSet) return;
  const set = ["timezone = 'UTC'", "statement_timeout = '10s'", "idle_in_transaction_session_timeout = '30s'"];
  throw new DatabaseUnavailable(
    `Behind a pooler the role must have our settings. Run this on the database, then reconnect the pooler (RECONNECT): ` +
      set.map((setting) => `alter role ${found.role} set ${setting};`).join(' '),
  );
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
