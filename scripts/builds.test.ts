import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isCurrent, publish } from './builds.ts';

const ROOT = join(import.meta.dirname, '..');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openhours-builds-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** A build of these files that started at this hour. */
function build(hour: number, files: Readonly<Record<string, string>>): void {
  mkdirSync(join(folder, '.new/assets'), { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, '.new', name), content);
  publish(folder, { last: 'main.js', started: new Date(Date.UTC(2030, 0, 1, hour)) });
}

const files = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .toSorted();

it('keeps the files of the build before, which a running server still loads, and deletes those older than a day', () => {
  build(1, { 'main.js': 'first', 'assets/a-1.js': '', 'assets/same.js': '' });
  build(40, { 'main.js': 'second', 'assets/a-2.js': '', 'assets/same.js': '' });
  expect(files()).toEqual(['assets/a-1.js', 'assets/a-2.js', 'assets/same.js', 'main.js']);
  expect(readFileSync(join(folder, 'main.js'), 'utf8')).toBe('second');

  build(42, { 'main.js': 'third', 'assets/a-3.js': '', 'assets/same.js': '' });
  expect(files()).toEqual(['assets/a-2.js', 'assets/a-3.js', 'assets/same.js', 'main.js']);
});

it('keeps the files of all builds of the last day, because open pages and a running server still need them', () => {
  for (const hour of [1, 2, 3]) build(hour, { 'main.js': '', [`assets/a-${hour}.js`]: '' });
  expect(files()).toEqual(['assets/a-1.js', 'assets/a-2.js', 'assets/a-3.js', 'main.js']);
  build(26, { 'main.js': '', 'assets/a-26.js': '' });
  expect(files()).toEqual(['assets/a-2.js', 'assets/a-26.js', 'assets/a-3.js', 'main.js']);
});

it('leaves the folder as it is when a build has not written its last file', () => {
  build(1, { 'main.js': 'first' });
  expect(() => build(2, { 'assets/a-2.js': '' })).toThrow();
  expect(readFileSync(join(folder, 'main.js'), 'utf8')).toBe('first');
});

it('is current until a source changes; editing a test in place changes nothing', () => {
  build(2, { 'main.js': 'first' });
  const sources = join(folder, 'sources');
  mkdirSync(sources);
  const at = (hour: number) => new Date(Date.UTC(2030, 0, 1, hour));
  const write = (name: string, hour: number) => {
    writeFileSync(join(sources, name), '');
    utimesSync(join(sources, name), at(hour), at(hour));
    utimesSync(sources, at(1), at(1));
  };
  const isStillCurrent = () => {
    const places = { sources: [relative(ROOT, sources)], folder: relative(ROOT, folder) };
    return isCurrent({ name: 'server', command: [], last: 'main.js', ...places });
  };
  write('book.ts', 1);
  write('book.test.ts', 3);
  write('page.test.tsx', 3);
  expect(isStillCurrent()).toBe(true);
  write('book.ts', 3);
  expect(isStillCurrent()).toBe(false);
});

it('needs no development package, so that NODE_ENV=production npm ci && npm start works', () => {
  const lock: { packages: Record<string, { dev?: boolean }> } = JSON.parse(
    readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
  );
  const programs = ['scripts/build.ts', 'scripts/builds.ts', 'scripts/build-server.ts', 'web/vite.config.ts'];
  const plugins = readdirSync(join(ROOT, 'web/build')).map((name) => `web/build/${name}`);
  const imported = [...programs, ...plugins].flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/from '((?:@[\w-]+\/)?[\w-]+)/g)].map(([, name = '']) => name),
  );
  const packages = new Set(imported).difference(new Set(['node']));
  expect(packages).toContain('vite');
  expect([...packages].filter((name) => lock.packages[`node_modules/${name}`]?.dev !== undefined)).toEqual([]);
});
