import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * `npm run simulate -- [payments] [seed] [first]`: lives through many payments, a third of them with faults, and compares
 * the books. A run is told by its seed; any stretch of it can be run again by itself.
 */
const [payments = '10000', seed = new Date().toISOString().slice(0, 10), first = '0'] = process.argv.slice(2);
const { status } = spawnSync(
  'vitest',
  ['run', 'server/src/features/payments/simulation.test.ts', '-t', 'whatever goes wrong'],
  {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, SIMULATED_PAYMENTS: payments, SIMULATION_SEED: seed, SIMULATION_FIRST: first },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  },
);
process.exitCode = status ?? 1;
