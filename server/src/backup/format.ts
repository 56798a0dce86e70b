import * as z from 'zod';

/**
 * A backup is a gzipped tar archive. Its entries, in this order:
 *
 * - `backup.json`: what it was made of (`Manifest`)
 * - `auth-secret`: signs sessions and encrypts second factors
 * - `tables/NAME/NUMBER`: rows of a table in PostgreSQL's text format of COPY, in parts
 * - `images/NAME`: the files of DATA_DIR/images
 * - `complete.json`: what must have been read up to here (`Totals`). Without it, the archive is incomplete.
 */
export const FORMAT = 1;

export const MANIFEST_ENTRY = 'backup.json';
export const SECRET_ENTRY = 'auth-secret';
export const TOTALS_ENTRY = 'complete.json';

export const manifestSchema = z.object({
  format: z.number(),
  /** When the backup was made: the state of the database is that of this moment. */
  madeAt: z.string(),
  /** The version of PostgreSQL that it was read from. It can be restored into another one. */
  postgres: z.string(),
  /** The applied migrations, the oldest first: which schema the rows fit. */
  migrations: z.array(z.object({ hash: z.string(), at: z.number() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
});
export type Manifest = z.output<typeof manifestSchema>;

export const totalsSchema = z.object({ rows: z.record(z.string(), z.number()), images: z.number() });
export type Totals = z.output<typeof totalsSchema>;

export const tableEntry = (table: string, part: number) => `tables/${table}/${String(part).padStart(6, '0')}`;
export const imageEntry = (name: string) => `images/${name}`;

/**
 * The kind of an entry, or undefined if backups contain no entry of this name. Names have no slash, so that no file gets
 * another place.
 */
export function entryNamed(path: string): { readonly kind: 'table' | 'image'; readonly name: string } | undefined {
  const [, table] = /^tables\/([a-z_0-9]+)\/\d+$/.exec(path) ?? [];
  if (table !== undefined) return { kind: 'table', name: table };
  const [, image] = /^images\/(\w[\w.-]*)$/.exec(path) ?? [];
  return image === undefined ? undefined : { kind: 'image', name: image };
}

/** A backup that cannot be made or restored. The message is a sentence for the operator. */
export class BackupProblem extends Error {
  override name = 'BackupProblem';
}
