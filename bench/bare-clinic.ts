import { createServer } from 'node:http';
import { startEmbeddedPostgres } from '@openhours/server/database/embedded/start-embedded-postgres.ts';
import { silent } from '@openhours/server/testing/test-server.ts';
import pg from 'pg';
import { serveChild } from './serve-child.ts';

/**
 * The baseline for starting: `node:http` with the same embedded PostgreSQL, and one query. Its parent sends the folder of the
 * database and receives the port. It ends with its parent.
 */
process.once('message', ({ folder }: { folder: string }) => void start(folder));

async function start(dataDirectory: string): Promise<void> {
  const database = await startEmbeddedPostgres({ dataDirectory, durable: true, log: silent });
  const pool = new pg.Pool(database.connection);
  const server = createServer(async (_request, response) => {
    const { rows } = await pool.query('select 1 as one');
    response.end(JSON.stringify(rows));
  });
  serveChild(server, async () => {
    await pool.end();
    await database.stop();
  });
}
