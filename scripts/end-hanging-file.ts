import { beforeAll, expect } from 'vitest';

/**
 * Run before each test file. The time limits of tests and hooks do not apply to what a file awaits at its top, so a start that
 * hangs would never end the run. Nothing can interrupt the file, so its process ends, and the run fails.
 */
const { testPath } = expect.getState();
const limit = setTimeout(() => {
  // A file whose tests are all skipped runs no hook. The next one has begun since.
  if (expect.getState().testPath !== testPath) return;
  process.stderr.write(`${testPath} did not get to its first test in 90 seconds.\n`);
  process.kill(process.pid, 'SIGKILL');
}, 90_000);

beforeAll(() => clearTimeout(limit));
