import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const text = readFileSync(join(ROOT, 'docs/asvs.md'), 'utf8');
const rows = [...text.matchAll(/^\| (?<id>\d+\.\d+\.\d+) \| [12] \| (?<disposition>[^|]+) \|/gm)].map(
  ({ groups }) => groups,
);
const count = (disposition: string) => rows.filter((row) => row?.['disposition'] === disposition).length;

it('names every requirement once, and only files that exist', () => {
  expect(new Set(rows.map((row) => row?.['id'])).size).toBe(rows.length);
  const named = [...text.matchAll(/`(?<file>[\w./@-]+\.(?:ts|tsx|md|json|sql))`/g)].map(
    ({ groups }) => groups?.['file'],
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((file) => !existsSync(join(ROOT, file ?? '')))).toEqual([]);
});

it('counts what it lists', () => {
  expect(text.replaceAll('\n', ' ')).toContain(
    `Of ${rows.length} requirements, ${count('met')} are met, ${count('**not met**')} are not, ` +
      `${count('operator')} are the operator's, and ${count('not applicable')} do not apply.`,
  );
});
