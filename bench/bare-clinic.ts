import { createServer } from 'node:http';
import { startEmbeddedPostgres } from '@openhours/server/database/embedded/start-embedded-postgres.ts';
import pg from 'pg';

/**
 * The baseline for starting: `node:http` with the same embedded PostgreSQL, and one query. Its parent sends the folder of the
 * database and receives the port. It ends with its parent.
 */
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

process.once('message', ({ folder }: { folder: string }) => void start(folder));

async function start(dataDirectory: string): Promise<void> {
  const database = await startEmbeddedPostgres({ dataDirectory, durable: true, log: quiet });
  const pool = new pg.Pool(database.connection);
  const server = createServer(async (_request, response) => {
    const { rows } = await pool.query('select 1 as one');
    response.end(JSON.stringify(rows));
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' && address ? address.port : 0);
  });
  process.once(
    'disconnect',
    () =>
      void pool
        .end()
        .then(() => database.stop())
        .then(() => process.exit()),
  );
}
