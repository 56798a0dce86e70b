import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * `npm run simulate -- [payments] [seed] [first]`: makes many payments, a third of them with faults, and compares our
 * books with the providers'. A run depends only on the seed, and any part of it can be repeated on its own.
 *
 * `npm run simulate:messages -- [messages] [seed]`: sends many messages, every fifth as a text message, a third of them
 * with faults, and compares what was queued with what arrived. `npm run simulate:text-messages` sends text messages only.
 *
 * `npm run simulate:waiting-list -- [freed] [seed]`: frees slots of full days, while people wait and nodes die in the middle of
 * offering, and checks after each step who was offered what.
 *
 * `npm run simulate:faults -- [kills] [seed]`: kills nodes and PostgreSQL, and does other harm, while patients use
 * everything; then compares what was acknowledged with what is there.
 */
const [
  what = 'payments',
  many = what === 'faults' ? '100' : '10000',
  seed = new Date().toISOString().slice(0, 10),
  first = '0',
] = process.argv.slice(2);
const counts = { [`SIMULATED_${what.toUpperCase().replace('-', '_')}`]: many };
const textShare = what === 'text-messages' ? { SIMULATED_TEXT_SHARE: '1', SIMULATED_MESSAGES: many } : {};
const test = `server/simulations/${what.replace('text-', '')}/simulation.test.ts`;
const { status } = spawnSync('vitest', ['run', test], {
  cwd: join(import.meta.dirname, '..'),
  env: { ...process.env, ...counts, ...textShare, SIMULATION_SEED: seed, SIMULATION_FIRST: first },
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
