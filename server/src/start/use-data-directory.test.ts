import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useDataDirectory } from './use-data-directory.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openhours-data-directory-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('creates the directory, if there is none', () => {
  for (const _ of ['first start', 'next start']) useDataDirectory(join(folder, 'a/b'));
  expect(statSync(join(folder, 'a/b')).isDirectory()).toBe(true);
});

test.each(['file', 'file/data'])('%s is refused with a sentence if it cannot be created', (path) => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => useDataDirectory(join(folder, path))).toThrow(/^DATA_DIR: this user cannot write .+(EEXIST|ENOTDIR)/);
});

test('a directory where nobody can create one is refused with a sentence', () => {
  expect(() => useDataDirectory('/proc/openhours/data')).toThrow(/^DATA_DIR: this user cannot write/);
});

// root may write everywhere.
test.skipIf(process.getuid?.() === 0)('a directory that cannot be written is refused with a sentence', () => {
  chmodSync(folder, 0o555);
  expect(() => useDataDirectory(folder)).toThrow(/^DATA_DIR: this user cannot write .+EACCES/);
  chmodSync(folder, 0o755);
});
