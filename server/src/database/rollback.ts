import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A migration as it is in its file, the oldest first. */
interface WrittenMigration {
  /** The name of the file without its ending. */
  readonly tag: string;
  /** When it was generated, in milliseconds: the key of the table of applied migrations. */
  readonly at: number;
  readonly sql: string;
}

/**
 * What code that does not know a migration may trip over: something is missing, has another name or type, or must be
 * given. Everything else only adds.
 */
const BREAKS_OLD_CODE: readonly RegExp[] = [
  /^drop (table|view|schema|type|sequence|function)\b/,
  /^alter table .*\bdrop column\b/,
  /^alter (table|type|view|sequence|function|schema) .*\brename\b/,
  /^alter table .*\bset not null\b/,
  /^alter table .*\b(set data type|alter column \S+ type)\b/,
  /^alter table .*\badd column\b(?!.*\b(default|generated)\b).*\bnot null\b/,
  /^alter table .*\badd constraint\b/,
  /^create unique index\b/,
];

const DECLARATION = /^-- Old code works since: (\S+)$/m;

/**
 * Since when the code of a version works with the schema of the newest migration: the time of the migration that it has
 * to know. So an operator can go back to that version without a backup.
 *
 * A migration that only adds works with all code before it. One that takes away or demands something comes a version
 * after the code stopped using it, and says since when that is, in a line of its file:
 * `-- Old code works since: 0004_name`, the migration with which that code was released.
 *
 * @throws Error if a migration takes away or demands something and does not say so, or names no migration before it
 */
export function worksSince(migrations: readonly WrittenMigration[]): number {
  let since = migrations[0]?.at ?? 0;
  for (const [index, { tag, sql }] of migrations.entries()) {
    if (index === 0) continue;
    const [, declared] = DECLARATION.exec(sql) ?? [];
    if (declared !== undefined) {
      const found = migrations.slice(0, index).find((earlier) => earlier.tag === declared);
      if (!found) throw new Error(`${tag} names ${declared}, which is no migration before it.`);
      since = Math.max(since, found.at);
      continue;
    }
    const breaking = statementsOf(sql).find((statement) => BREAKS_OLD_CODE.some((pattern) => pattern.test(statement)));
    if (breaking !== undefined) {
      throw new Error(
        `${tag} breaks the code before it (${breaking.slice(0, 120)}). Add first and take away a version later, ` +
          'then add the line "-- Old code works since: TAG" to it.',
      );
    }
  }
  return since;
}

/** The statements in small letters, without comments and quotes, and without those about tables that are new in the file. */
function statementsOf(sql: string): readonly string[] {
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim().toLowerCase());
  const created = new Set(statements.flatMap((statement) => /^create table (\S+)/.exec(statement)?.[1] ?? []));
  const isAboutNew = (statement: string) => {
    const [, table] = /^(?:alter table(?: only)?|create unique index \S+ on) (\S+)/.exec(statement) ?? [];
    return table !== undefined && created.has(table);
  };
  return statements.filter((statement) => !isAboutNew(statement));
}

/** The migrations of a folder, in the order of its journal. */
export function readMigrations(folder: string): readonly WrittenMigration[] {
  const journal = join(folder, 'meta/_journal.json');
  if (!existsSync(journal)) return [];
  const { entries }: { entries: { tag: string; when: number }[] } = JSON.parse(readFileSync(journal, 'utf8'));
  return entries.map(({ tag, when }) => ({ tag, at: when, sql: readFileSync(join(folder, `${tag}.sql`), 'utf8') }));
}
