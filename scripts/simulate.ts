import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * `npm run simulate -- [payments] [seed] [first]`: makes many payments, a third of them with faults, and compares our
 * books with the providers'. A run depends only on the seed, and any part of it can be repeated on its own.
 *
 * `npm run simulate:messages -- [messages] [seed]`: sends many messages, a third of them with faults, and compares what
 * was queued with what arrived.
 */
const [what = 'payments', many = '10000', seed = new Date().toISOString().slice(0, 10), first = '0'] =
  process.argv.slice(2);
const counts = what === 'messages' ? { SIMULATED_MESSAGES: many } : { SIMULATED_PAYMENTS: many };
const { status } = spawnSync('vitest', ['run', `server/simulations/${what}/simulation.test.ts`], {
  cwd: join(import.meta.dirname, '..'),
  env: { ...process.env, ...counts, SIMULATION_SEED: seed, SIMULATION_FIRST: first },
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
