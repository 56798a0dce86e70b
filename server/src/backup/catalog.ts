import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { MIGRATIONS } from '../database/migrate.ts';
import type { Manifest } from './format.ts';

type Reader = Pick<pg.ClientBase, 'query'>;

/** All tables with the columns that can be written, in the order of their names. */
export async function listTables(client: Reader): Promise<Manifest['tables']> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname collate "C"`);
  return rows;
}

/**
 * The names of the tables that exist after these migrations. Undefined if a newer version has migrated the database, whose
 * migrations this one does not know.
 */
export function tablesAfter(migrations: Manifest['migrations']): ReadonlySet<string> | undefined {
  const newest = migrations.length - 1;
  if (readMigrationFiles({ migrationsFolder: MIGRATIONS })[newest]?.hash !== migrations[newest]?.hash) return undefined;
  // Handwritten migrations have no snapshot, and no tables.
  const last = `${String(newest).padStart(4, '0')}_snapshot.json`;
  const snapshots = readdirSync(join(MIGRATIONS, 'meta')).filter(
    (name) => name.endsWith('_snapshot.json') && name <= last,
  );
  const file = join(MIGRATIONS, 'meta', snapshots.toSorted().at(-1) ?? last);
  const { tables }: { tables: Record<string, { name: string }> } = JSON.parse(readFileSync(file, 'utf8'));
  return new Set(Object.values(tables).map(({ name }) => name));
}

/** The sequences with their values: all, or those of the columns of these tables. */
export async function listSequences(client: pg.ClientBase, tables?: readonly string[]): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `
    select s.relname as name from pg_class s
    where s.relnamespace = 'public'::regnamespace and s.relkind = 'S' and ($1::text[] is null or exists (
      select from pg_depend d join pg_class t on t.oid = d.refobjid
      where d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype in ('a', 'i')
        and t.relnamespace = 'public'::regnamespace and t.relname = any($1)
    ))
    order by s.relname collate "C"`,
    [tables],
  );
  const sequences: Manifest['sequences'] = [];
  for (const { name } of rows) {
    const { rows: at } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${client.escapeIdentifier(name)}`,
    );
    for (const one of at) sequences.push({ name, ...one });
  }
  return sequences;
}

/** The applied migrations, the oldest first; none if it is not a database of ours. */
export async function listMigrations(client: Reader): Promise<Manifest['migrations']> {
  const table = await client.query<{ name: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations') as name",
  );
  if (table.rows[0]?.name == null) return [];
  const { rows } = await client.query<{ hash: string; at: string }>(
    'select hash, created_at as at from drizzle.__drizzle_migrations order by created_at',
  );
  return rows.map(({ hash, at }) => ({ hash, at: Number(at) }));
}

/** Whether nobody has created anything in this database. Extensions do not count. */
export async function isEmpty(client: Reader): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(`
    select not exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
        and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
    ) as empty`);
  return rows[0]?.empty === true;
}
