import { spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPrograms } from '../server/simulations/failover/cluster.ts';
import { has, hasDocker } from './trial.ts';

/**
 * `npm run trials`: everything that `npm test` leaves out because it takes long or needs other programs, each in a short
 * form, one after another. A trial whose programs are missing is skipped, which is not a pass. What a trial prints is in a
 * file, and its last lines are here if it fails. `npm run trials -- database` runs those whose command contains the word.
 */
const TRIALS: readonly { readonly command: string; readonly needs?: readonly string[] }[] = [
  { command: 'try:deployment', needs: ['postgresql', 'nginx', 'caddy', 'openssl', 'certbot', 'pebble'] },
  { command: 'try:database', needs: ['postgresql', 'pgbouncer', 'openssl'] },
  { command: 'try:docker', needs: ['docker with compose'] },
  { command: 'simulate:failover -- 3', needs: ['postgresql', 'nginx'] },
  { command: 'simulate:failover -- 5 --patroni', needs: ['postgresql', 'patroni', 'etcd', 'haproxy', 'nginx'] },
  { command: 'simulate -- 1000' },
  { command: 'simulate:messages -- 1000' },
  { command: 'simulate:text-messages -- 500' },
  { command: 'simulate:waiting-list -- 300' },
  { command: 'simulate:faults -- 10' },
  { command: 'fuzz -- 20000' },
  // Starts once from each screen, with different keys each day.
  { command: `walks -- 168 ${Math.floor(Date.now() / 86_400_000)}` },
  { command: 'steps' },
  { command: 'bench -- --quick' },
];

/** Checks for the needs that are not simply the name of a program. */
const PRESENT: Readonly<Record<string, () => boolean>> = {
  postgresql: () => findPrograms() !== undefined,
  'docker with compose': hasDocker,
};
const isMissing = (need: string): boolean => !(PRESENT[need]?.() ?? has(need));
const folder = mkdtempSync(join(tmpdir(), 'openhours-trials-'));
const wanted = TRIALS.filter(({ command }) => command.includes(process.argv[2] ?? ''));
if (wanted.length === 0) throw new Error(`No trial has '${process.argv[2]}' in its command.`);
const outcomes: string[] = [];
for (const [at, { command, needs = [] }] of wanted.entries()) {
  const missing = needs.filter(isMissing);
  if (missing.length > 0) {
    outcomes.push('skipped');
    console.log(`skipped  ${command}: needs ${missing.join(', ')}`);
    continue;
  }
  const file = join(folder, `${at}-${command.replaceAll(/[^a-z]+/g, '-')}.txt`);
  const output = openSync(file, 'w');
  const startedAt = performance.now();
  const { status } = spawnSync(`npm run ${command}`, { shell: true, stdio: ['ignore', output, output] });
  const outcome = status === 0 ? 'passed' : 'failed';
  outcomes.push(outcome);
  console.log(`${outcome}   ${command} (${Math.round((performance.now() - startedAt) / 1000)} s): ${file}`);
  if (status !== 0) console.log(readFileSync(file, 'utf8').trim().split('\n').slice(-20).join('\n'));
}
const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
console.log(`\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
process.exitCode = count('failed') === 0 ? 0 : 1;
