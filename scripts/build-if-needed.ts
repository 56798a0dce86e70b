import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Builds the web client unless the last build is newer than all of its sources. */
const ROOT = join(import.meta.dirname, '..');
const SOURCES = ['web/src', 'web/build', 'web/public', 'web/vite.config.ts', 'contract/src', 'package-lock.json'];
const RESULT = 'web/dist/app.html';

function newest(path: string): number {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), 0);
}

const built = statSync(join(ROOT, RESULT), { throwIfNoEntry: false })?.mtimeMs ?? 0;
if (SOURCES.some((source) => newest(join(ROOT, source)) > built)) {
  console.log('Building the pages …');
  const { status } = spawnSync('npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}
