import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, or '' if the package names none. */
  readonly license: string;
  /** Its folder, relative to the project: 'node_modules/zod'. */
  readonly folder: string;
  readonly isDevelopment: boolean;
}

function readLock(): Readonly<Record<string, Locked>> {
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
  );
  return packages;
}

/** All packages of the lockfile but our own: also those for other platforms, which are not on this disk. */
export function listPackages(): readonly InstalledPackage[] {
  return Object.entries(readLock())
    .filter(([folder, { link }]) => folder.includes('node_modules/') && link !== true)
    .map(([folder, { version = '', license = '', dev, devOptional }]) => ({
      name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
      folder,
      isDevelopment: dev === true || devOptional === true,
    }));
}

/** The folders of these packages and of all that they need on this platform. */
export function foldersWithNeeds(names: readonly string[]): readonly string[] {
  const lock = readLock();
  const folders = new Set<string>();
  const add = (name: string): void => {
    const folder = `node_modules/${name}`;
    const locked = lock[folder];
    if (folders.has(folder) || !locked || !existsSync(join(ROOT, folder))) return;
    folders.add(folder);
    for (const needed of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })) add(needed);
  };
  for (const name of names) {
    if (!existsSync(join(ROOT, 'node_modules', name))) throw new Error(`${name} is not installed: run npm ci.`);
    add(name);
  }
  return [...folders];
}

/** The texts of a package's licence files. */
export function licenceTexts(folder: string): readonly string[] {
  const path = join(ROOT, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name) && /\.(md|txt|mit|apache)$|^[^.]+$/i.test(name))
    .map((name) => readFileSync(join(path, name), 'utf8').trim());
}
