import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * `npm run simulate -- [payments] [seed] [first]`: makes many payments, a third of them with faults, and compares our
 * books with the providers'. A run depends only on the seed, and any part of it can be repeated on its own.
 */
const [payments = '10000', seed = new Date().toISOString().slice(0, 10), first = '0'] = process.argv.slice(2);
const { status } = spawnSync(
  'vitest',
  ['run', 'server/simulations/payments/simulation.test.ts', '-t', 'whatever goes wrong'],
  {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, SIMULATED_PAYMENTS: payments, SIMULATION_SEED: seed, SIMULATION_FIRST: first },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  },
);
process.exitCode = status ?? 1;
