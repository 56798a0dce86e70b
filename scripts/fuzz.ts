import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * `npm run fuzz -- [requests] [seed]`: sends requests that the API's own document suggests, most of them well-formed, and
 * fails for server errors, slow answers, and answers that the document does not describe.
 */
const [requests = '100000', seed = String(Math.floor(Date.now() / 86_400_000))] = process.argv.slice(2);
const { status } = spawnSync('vitest', ['run', 'server/tests/fuzz.test.ts'], {
  cwd: join(import.meta.dirname, '..'),
  env: { ...process.env, FUZZED_REQUESTS: requests, FUZZ_SEED: seed },
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
