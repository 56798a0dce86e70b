import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

interface Build {
  readonly name: string;
  readonly command: readonly string[];
  readonly sources: readonly string[];
  /** A file that it writes last. */
  readonly result: string;
}

/** What `npm run build` makes. */
export const PAGES: Build = {
  name: 'pages',
  command: ['vite', 'build', 'web', '--logLevel', 'warn'],
  sources: ['web/src', 'web/build', 'web/public', 'web/vite.config.ts', 'contract/src', 'package-lock.json'],
  result: 'web/dist/app.html',
};
export const SERVER: Build = {
  name: 'server',
  command: ['node', 'scripts/build-server.ts'],
  sources: ['server/src', 'sandbox/src', 'contract/src', 'scripts/build-server.ts', 'package-lock.json'],
  result: 'server/dist/main.js',
};

/** Whether a build is newer than all of its sources. */
export function isCurrent({ sources, result }: Build): boolean {
  const built = statSync(join(ROOT, result), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return sources.every((source) => newest(join(ROOT, source)) <= built);
}

/** A folder's own time is that of the last file that was added or deleted. */
function newest(path: string): number {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), found.mtimeMs);
}
