import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listPackages } from './installed-packages.ts';

const ROOT = join(import.meta.dirname, '..');
const sources = globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

/** The files of the program with this in them, apart from those in which somebody has looked at it. */
const filesWith = (pattern: RegExp, lookedAt: readonly string[]) => {
  expect(sources.filter(({ file, text }) => lookedAt.includes(file) && pattern.test(text))).toHaveLength(
    lookedAt.length,
  );
  return sources.filter(({ file, text }) => pattern.test(text) && !lookedAt.includes(file)).map(({ file }) => file);
};

it.each([
  [
    'code from text',
    /\beval\(|new Function\(|node:vm|set(?:Timeout|Interval)\(\s*['"`]/,
    // The name of Node's function that frees memory.
    ['server/src/start/release-memory.ts'],
  ],
  ['a shell', /^import[^;]*(?:\bexec(?:Sync)?\b|\*)[^;]* from 'node:child_process'|\bshell: (?:true|['"`])/m, []],
  [
    'markup from text',
    /[iI]nnerHTML|outerHTML|insertAdjacentHTML|document\.write/,
    // Its own style sheet.
    ['server/src/features/messages/mail-document.ts'],
  ],
  [
    'a regular expression from text',
    /\bRegExp\(/,
    // Paths of the identity service, of the built pages and of the table of pages, and our own alphabet.
    [
      'server/src/http/identity-routes.ts',
      'server/src/http/pages.ts',
      'web/src/pages.ts',
      'contract/src/booking-reference.ts',
    ],
  ],
  [
    'random numbers that can be guessed',
    /Math\.random/,
    // How long a browser waits before it connects again.
    ['web/src/features/live/connection.ts'],
  ],
  ['an XML parser', /DOMParser|parseFromString/, []],
] as const)('the program has no %s', (_what, pattern, lookedAt) => {
  expect(sources.length).toBeGreaterThan(1_000);
  expect(filesWith(pattern, lookedAt)).toEqual([]);
});

it('an installation has no package that parses XML', () => {
  const names = listPackages().flatMap(({ name, isDevelopment }) => (isDevelopment ? [] : name));
  expect(names).toContain('hono');
  expect(names.filter((name) => /xml|sax|soap/i.test(name))).toEqual([]);
});

it('every package has a hash in the lock file, and comes from the registry', () => {
  const { packages }: { packages: Record<string, { link?: boolean; integrity?: string; resolved?: string }> } =
    JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const installed = Object.entries(packages).filter(([folder, { link }]) => folder.includes('node_modules/') && !link);
  expect(installed.length).toBeGreaterThan(400);
  const odd = installed.filter(
    ([, { integrity, resolved }]) => !integrity?.startsWith('sha512-') || resolved !== undefined,
  );
  expect(odd.map(([folder]) => folder)).toEqual([]);
});
