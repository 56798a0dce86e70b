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

test('creates the directory', () => {
  useDataDirectory(join(folder, 'a/b'));
  expect(statSync(join(folder, 'a/b')).isDirectory()).toBe(true);
});

test('a directory that cannot be created is refused with a sentence', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => useDataDirectory(join(folder, 'file/data'))).toThrow(/^DATA_DIR: this user cannot write .+ENOTDIR/);
});

// root may write everywhere.
test.skipIf(process.getuid?.() === 0)('a directory that cannot be written is refused with a sentence', () => {
  chmodSync(folder, 0o555);
  expect(() => useDataDirectory(folder)).toThrow(/^DATA_DIR: this user cannot write .+EACCES/);
  chmodSync(folder, 0o755);
});
