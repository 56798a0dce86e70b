import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { isCurrent, PAGES, publish, SERVER } from './builds.ts';

/** Builds the server and the pages. With `--if-needed`, only those that are older than one of their sources. */
const ROOT = join(import.meta.dirname, '..');
const ifNeeded = process.argv.includes('--if-needed');

for (const build of [SERVER, PAGES]) {
  if (ifNeeded && isCurrent(build)) continue;
  console.log(`Building the ${build.name} …`);
  const started = new Date();
  const [program = '', ...options] = build.command;
  const { status } = spawnSync(program, options, {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    // With another value, for example in a test, React's development version would be built in.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) process.exit(status ?? 1);
  publish(join(ROOT, build.folder), { last: build.last, started });
}
