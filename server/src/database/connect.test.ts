import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startDatabaseRelay } from '../../testing/database-relay.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { silent } from '../../testing/test-server.ts';
import { openDatabase } from './connect.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';

const database = await createTestDatabase({ empty: true, statementTimeoutMillis: 100 });

test('cancels a statement that takes too long', async () => {
  await expect(database.pool.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' });
});

test('a date is a string, alone and in an array, in any time zone', async () => {
  const { rows } = await database.pool.query(
    "select '2024-01-05'::date as day, array['2024-01-05'::date, null] as days",
  );
  expect(rows).toEqual([{ day: '2024-01-05', days: ['2024-01-05', null] }]);
});

test('an instant is a Date, and the session is in UTC', async () => {
  const { rows } = await database.pool.query(
    "select '2024-01-05T09:00+03'::timestamptz as at, '2024-01-05T09:00+03'::timestamptz::text as text, " +
      "current_setting('application_name') as name",
  );
  expect(rows).toEqual([{ at: new Date('2024-01-05T06:00:00Z'), text: '2024-01-05 06:00:00+00', name: 'openhours' }]);
});

test('a broken connection is logged, and the next query gets a new one', async () => {
  const warnings: string[] = [];
  const log = { ...silent, warn: (message: string) => void warnings.push(message) };
  const second = await openDatabase({ connection: database.connection, poolSize: 1, log });
  const { rows } = await second.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await expect.poll(() => warnings).toHaveLength(1);
  await expect(second.db.execute(sql`select 1 as one`)).resolves.toMatchObject({ rows: [{ one: 1 }] });
  await second.close();
});

test('a transaction that fails to begin releases its connection', async () => {
  const second = await openDatabase({ connection: database.connection, poolSize: 1, log: silent });
  second.pool.once('acquire', (client) => client.connection.stream.destroy());
  await expect(second.db.transaction(async () => 'done')).rejects.toThrow();
  await expect(second.db.transaction(async () => 'done')).resolves.toBe('done');
  expect(second.pool.waitingCount).toBe(0);
  await second.close();
});

test('an unreachable server is reported with its address and without the password', async () => {
  const opening = openDatabase({ connection: 'postgresql://me:secret@127.0.0.1:1/clinic', poolSize: 1, log: silent });
  const error = await opening.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DatabaseUnavailable);
  expect(String(error)).toContain('The database at 127.0.0.1:1 cannot be used');
  expect(String(error)).not.toContain('secret');
});

function urlOf(connection: TestDatabase['connection']): URL {
  if (typeof connection === 'string') return new URL(connection);
  const url = new URL(`postgresql://${connection.user}:${connection.password}@localhost/${connection.database}`);
  url.searchParams.set('host', connection.host);
  url.searchParams.set('port', String(connection.port));
  return url;
}

test('an address without a password is refused in a sentence', async () => {
  const url = urlOf(database.connection);
  url.password = '';
  await expect(openDatabase({ connection: url.href, poolSize: 1, log: silent })).rejects.toThrow(
    'it wants a password, and DATABASE_URL has none',
  );
});

test('options in the URL are combined with our own', async () => {
  const url = urlOf(database.connection);
  url.searchParams.set('options', '-c work_mem=12MB');
  const second = await openDatabase({ connection: url.href.replaceAll('+', '%20'), poolSize: 1, log: silent });
  const { rows } = await second.pool.query(
    "select current_setting('work_mem') as memory, current_setting('timezone') as zone, current_setting('statement_timeout') as timeout",
  );
  expect(rows).toEqual([{ memory: '12MB', zone: 'UTC', timeout: '10s' }]);
  await second.close();
});

test('a frozen server fails a transaction once, soon, and its connection is not used again', async () => {
  const way = await startDatabaseRelay(database.connection);
  const second = await openDatabase({
    connection: way.url,
    poolSize: 1,
    statementTimeoutMillis: 100,
    log: silent,
  });
  const began = performance.now();
  const failed = second.db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    way.freeze();
    await tx.execute(sql`select 2`);
  });
  await expect(failed).rejects.toMatchObject({ cause: { message: expect.stringMatching('Connection terminated') } });
  // Not twice: the rollback does not wait for an answer too.
  expect(performance.now() - began).toBeLessThan(4_000);
  way.thaw();
  await expect(second.db.execute(sql`select 1 as one`)).resolves.toMatchObject({ rows: [{ one: 1 }] });
  await second.close();
  await way.stop();
});

test('closes within seconds although the server is frozen and a connection is in use', async () => {
  const way = await startDatabaseRelay(database.connection);
  const second = await openDatabase({ connection: way.url, poolSize: 2, log: silent });
  const used = await second.pool.connect();
  way.freeze();
  const failed = expect(used.query('select 1')).rejects.toThrow('Connection terminated');
  const began = performance.now();
  await second.close();
  await failed;
  expect(performance.now() - began).toBeLessThan(5_000);
  await way.stop();
});

test('behind a pooler it names no statement, and says which settings the role lacks', async () => {
  const url = urlOf(database.connection).href;
  const opening = openDatabase({ connection: url, direct: url, poolSize: 1, log: silent });
  await expect(opening).rejects.toThrow(/alter role \w+ set timezone = 'UTC'; alter role \w+ set statement_timeout/);

  const withSettings = urlOf(database.connection);
  const settings = ['timezone=UTC', 'statement_timeout=10s', 'idle_in_transaction_session_timeout=30s'];
  withSettings.searchParams.set('options', settings.map((setting) => `-c ${setting}`).join(' '));
  const connection = withSettings.href.replaceAll('+', '%20');
  const pooled = await openDatabase({ connection, direct: url, poolSize: 1, log: silent });
  await pooled.pool.query({ name: 'named', text: 'select $1::int', values: [1] });
  await pooled.db.execute(sql`select 1`);
  const { rows } = await pooled.pool.query('select name from pg_prepared_statements');
  expect(rows).toEqual([]);
  await pooled.close();
});
