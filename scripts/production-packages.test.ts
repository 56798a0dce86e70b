import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PAGES, SERVER } from './builds.ts';
import { listPackages } from './installed-packages.ts';

/** `NODE_ENV=production npm ci && npm start` builds and starts without development packages. */
const ROOT = join(import.meta.dirname, '..');
const installed = new Map(listPackages().map((one) => [one.folder, one]));

const IMPORTS = [
  /^(?:import|export)\s(?!type\s)(?:[^'";]*\sfrom\s)?'([^'"]+)';$/gm,
  /\bimport\('([^']+)'\)/g,
  /^@import "([^"]+)"/gm,
];

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** The packages that a source imports, but not its types. */
function packagesIn(file: string): readonly string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, specifier = '']) => specifier))
    .filter((specifier) => !/^[./]|^@openhours\/|^virtual:/.test(specifier) && !isBuiltin(specifier))
    .map(packageOf);
}

const sources = ['scripts/build.ts', ...PAGES.sources, ...SERVER.sources]
  .flatMap((source) => (/\.\w+$/.test(source) ? source : globSync(`${source}/**/*.{ts,tsx,css}`, { cwd: ROOT })))
  .filter((file) => /(?<!\.test)\.(ts|tsx|css)$/.test(file));

test('the build and the server import no development package', () => {
  const [command = ''] = PAGES.command;
  const imported = sources.flatMap((file) => packagesIn(file).map((name) => ({ file, name })));
  const needed = [{ file: 'web/', name: command }, ...imported];
  const missing = needed.filter(({ file, name }) => {
    const [workspace] = file.split('/');
    const found = installed.get(`${workspace}/node_modules/${name}`) ?? installed.get(`node_modules/${name}`);
    return found === undefined || found.isDevelopment;
  });
  expect(missing).toEqual([]);
  for (const name of ['vite', 'rolldown', 'tailwindcss', 'react', 'hono', 'pg']) {
    expect(needed).toContainEqual({ file: expect.anything(), name });
  }
});
