import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

interface Build {
  readonly name: string;
  readonly command: readonly string[];
  readonly sources: readonly string[];
  /** Where its files are. The command writes to `.new` in it. */
  readonly folder: string;
  /** The file that loads or names the others. Its time is the time of the build. */
  readonly last: string;
}

/** What `npm run build` makes. */
export const PAGES: Build = {
  name: 'pages',
  command: ['vite', 'build', 'web', '--logLevel', 'warn'],
  sources: ['web/src', 'web/build', 'web/public', 'web/vite.config.ts', 'contract/src', 'package-lock.json'],
  folder: 'web/dist',
  last: 'pages.json',
};
export const SERVER: Build = {
  name: 'server',
  command: ['node', 'scripts/build-server.ts'],
  sources: ['server/src', 'sandbox/src', 'contract/src', 'scripts/build-server.ts', 'package-lock.json'],
  folder: 'server/dist',
  last: 'main.js',
};

/** Whether no source has changed since a build started. */
export function isCurrent({ sources, folder, last }: Build): boolean {
  const built = statSync(join(ROOT, folder, last), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return sources.every((source) => newest(join(ROOT, source)) <= built);
}

const TEST = /\.test\.tsx?$/;

/** A folder's own time is that of the last file that was added or deleted. Tests are not part of a build. */
function newest(path: string): number {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  const names = readdirSync(path).filter((name) => !TEST.test(name));
  return names.reduce((latest, name) => Math.max(latest, newest(join(path, name))), found.mtimeMs);
}

/** How long files of earlier builds stay. */
const KEPT_MILLIS = 24 * 3_600_000;

/**
 * Moves a finished build from `.new` to its folder, `last` as the last file. Files of the build before stay, and so do
 * those of all builds of the last day: a running server loads some of them later, and so do open pages. All files of a
 * build have the time at which it started, so what is older is deleted.
 */
export function publish(folder: string, { last, started }: { last: string; started: Date }): void {
  const fresh = join(folder, '.new');
  const before = statSync(join(folder, last), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const oldest = Math.min(before, started.getTime() - KEPT_MILLIS);
  const others = filesIn(fresh).filter((file) => file !== last);
  for (const file of [...others, last]) {
    utimesSync(join(fresh, file), started, started);
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    renameSync(join(fresh, file), join(folder, file));
  }
  rmSync(fresh, { recursive: true });
  for (const file of filesIn(folder)) {
    if (statSync(join(folder, file)).mtimeMs < oldest) rmSync(join(folder, file));
  }
}

/** The files of the last build, without those that `publish` keeps of earlier ones. */
export function filesOf({ folder, last }: Build): readonly string[] {
  const built = statSync(join(ROOT, folder, last)).mtimeMs;
  return filesIn(join(ROOT, folder)).filter((file) => statSync(join(ROOT, folder, file)).mtimeMs >= built);
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
}
