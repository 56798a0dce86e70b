import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { isCurrent, PAGES, SERVER } from './builds.ts';

/** Builds the web client and the server unless the last builds are newer than all of their sources. */
for (const build of [SERVER, PAGES]) {
  if (isCurrent(build)) continue;
  console.log(`Building the ${build.name} …`);
  const [program = '', ...options] = build.command;
  const { status } = spawnSync(program, options, {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}
