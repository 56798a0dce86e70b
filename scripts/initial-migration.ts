import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run db:initial`: regenerates the first migration, the tables, from the schema. The others are handwritten: what
 * Drizzle cannot express. For use before the first release only: after it, databases hold data, and each change is a new
 * migration (`npm run db:generate`).
 */
const SERVER = join(import.meta.dirname, '../server');
const MIGRATIONS = join(SERVER, 'src/database/migrations');
const INITIAL = '0000_initial.sql';
const SNAPSHOT = join(MIGRATIONS, 'meta/0000_snapshot.json');
const JOURNAL = join(MIGRATIONS, 'meta/_journal.json');

rmSync(join(MIGRATIONS, INITIAL));
rmSync(join(MIGRATIONS, 'meta'), { recursive: true });
const kit = join(import.meta.dirname, '../node_modules/drizzle-kit/bin.cjs');
execFileSync(process.execPath, [kit, 'generate', '--name', 'initial'], { cwd: SERVER, stdio: 'inherit' });
writeFileSync(join(MIGRATIONS, INITIAL), `${readFileSync(join(MIGRATIONS, INITIAL), 'utf8').trimEnd()}\n`);

const journal: { entries: { idx: number; when: number; tag: string }[] } = JSON.parse(readFileSync(JOURNAL, 'utf8'));
const tags = readdirSync(MIGRATIONS).flatMap((name) => (name.endsWith('.sql') ? name.slice(0, -'.sql'.length) : []));
// The journal and the snapshot change only if the schema does.
const entries = tags
  .toSorted()
  .map((tag, idx) => ({ ...journal.entries[0], idx, when: Date.UTC(2026, 10, 22) + idx, tag }));
writeFileSync(JOURNAL, `${JSON.stringify({ ...journal, entries }, undefined, 2)}\n`);
const snapshot: object = JSON.parse(readFileSync(SNAPSHOT, 'utf8'));
writeFileSync(SNAPSHOT, JSON.stringify({ ...snapshot, id: '00000000-0000-7000-8000-000000000000' }, undefined, 2));
