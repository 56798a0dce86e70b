import { expect, test } from 'vitest';
import { MIGRATIONS } from './migrate.ts';
import { readMigrations, worksSince } from './rollback.ts';

const first = { tag: '0000_initial', at: 1, sql: 'CREATE TABLE "people" ("id" text NOT NULL); DROP TABLE "old";' };
const second = { tag: '0001_more', at: 2, sql: 'ALTER TABLE "people" ADD COLUMN "phone" text;' };
const third = (sql: string) => worksSince([first, second, { tag: '0002_next', at: 3, sql }]);

test('our migrations can be rolled back by one version, or say since when', () => {
  expect(worksSince(readMigrations(MIGRATIONS))).toBeGreaterThan(0);
});

test.each([
  'CREATE TABLE "new" ("id" text NOT NULL); ALTER TABLE "new" ADD CONSTRAINT "c" CHECK (true); CREATE UNIQUE INDEX "u" ON "new" ("id");',
  'ALTER TABLE "people" ADD COLUMN "a" text;',
  `ALTER TABLE "people" ADD COLUMN "a" text DEFAULT '' NOT NULL;`,
  'CREATE INDEX "i" ON "people" ("id");',
  'ALTER TABLE "people" DROP CONSTRAINT "c";',
  '-- DROP TABLE "people";',
])('old code works with %s', (sql) => {
  expect(third(sql)).toBe(1);
});

test.each([
  'DROP TABLE "people";',
  'ALTER TABLE "people" DROP COLUMN "phone";',
  'ALTER TABLE "people" RENAME COLUMN "phone" TO "number";',
  'ALTER TABLE "people" ALTER COLUMN "phone" SET NOT NULL;',
  'ALTER TABLE "people" ALTER COLUMN "phone" SET DATA TYPE integer;',
  'ALTER TABLE "people" ADD COLUMN "a" text NOT NULL;',
  'ALTER TABLE "people" ADD CONSTRAINT "c" CHECK ("phone" <> \'\');',
  'CREATE UNIQUE INDEX "u" ON "people" ("phone");',
])('a migration must say since when old code works with %s', (sql) => {
  expect(() => third(sql)).toThrow('0002_next breaks the code before it');
  expect(third(`-- Old code works since: 0001_more\n${sql}`)).toBe(2);
  expect(() => third(`-- Old code works since: 0002_next\n${sql}`)).toThrow('which is no migration before it');
});
