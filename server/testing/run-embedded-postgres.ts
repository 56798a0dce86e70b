import { DatabaseUnavailable } from '../src/database/database-unavailable.ts';
import { startEmbeddedPostgres } from '../src/database/embedded/start-embedded-postgres.ts';

// Runs an embedded server, for tests that kill it, and prints events as JSON lines.
const tell = (event: object) => process.stdout.write(`${JSON.stringify(event)}\n`);
const say = (message: string) => tell({ log: message });

try {
  const dataDirectory = process.argv[2] ?? '';
  const postgres = await startEmbeddedPostgres({
    dataDirectory,
    durable: true,
    log: { info: say, warn: say, error: say },
  });
  process.once('SIGTERM', () => void postgres.stop());
  tell({ connection: postgres.connection });
  tell({ ended: (await postgres.exited)?.message ?? 'stopped' });
} catch (error) {
  if (!(error instanceof DatabaseUnavailable)) throw error;
  tell({ refused: error.message });
}
