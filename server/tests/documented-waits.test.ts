import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** docs/operations.md lists how long anything waits, and where the code says so. */
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const operations = read('../../docs/operations.md');

const valueIn = (file: string, name: string) => {
  const [, digits = '', minutes] =
    new RegExp(`const ${name} = ([\\d_]+)( \\* MINUTE)?;`).exec(read(`../src/${file}`)) ?? [];
  return (Number(digits.replaceAll('_', '')) * (minutes ? 60_000 : 1)) / 1000;
};

const listed = [...operations.matchAll(/^\| (.+) \| (.+) \| `([A-Z_]+_MILLIS)` in `(\S+\.ts)` \|$/gm)]
  .map(([, what = '', wait = '', name = '', file = '']) => ({ what, wait, seconds: valueIn(file, name) }))
  .filter(({ wait }) => /^[\d.]+ (s|minutes)\b/.test(wait));

test.each(listed)('$what waits: $wait', ({ wait, seconds }) => {
  expect([`${seconds} s`, `${seconds / 60} minutes`]).toContain(/^[\d.]+ \w+/.exec(wait)?.[0]);
});

test('the probe waits for the database as long as is said about it', () => {
  const seconds = valueIn('http/readiness.ts', 'DEADLINE_MILLIS');
  expect(operations).toContain(`503 if its database does not answer within ${seconds} seconds`);
  expect(listed.length).toBeGreaterThan(10);
});
