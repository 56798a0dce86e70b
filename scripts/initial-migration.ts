import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run db:initial`: regenerates the only migration from the schema, and keeps its handwritten end. For use before
 * the first release only: after it, databases hold data, and each change is a new migration (`npm run db:generate`).
 */
const SERVER = join(import.meta.dirname, '../server');
const MIGRATIONS = join(SERVER, 'src/database/migrations');
const FILE = join(MIGRATIONS, '0000_initial.sql');
const SNAPSHOT = join(MIGRATIONS, 'meta/0000_snapshot.json');
const JOURNAL = join(MIGRATIONS, 'meta/_journal.json');
const MARKER = "-- What Drizzle's schema cannot say";

const others = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql') && name !== '0000_initial.sql');
if (others.length > 0) throw new Error(`${others.join(', ')} would be lost. Move what it says into ${FILE} first.`);

const before = readFileSync(FILE, 'utf8');
const start = before.indexOf(MARKER);
if (start < 0) throw new Error(`${FILE} has no line that begins with "${MARKER}".`);
const handwritten = before.slice(start);

rmSync(FILE);
rmSync(join(MIGRATIONS, 'meta'), { recursive: true });
const kit = join(import.meta.dirname, '../node_modules/drizzle-kit/bin.cjs');
execFileSync(process.execPath, [kit, 'generate', '--name', 'initial'], { cwd: SERVER, stdio: 'inherit' });
writeFileSync(FILE, `${readFileSync(FILE, 'utf8').trimEnd()}\n--> statement-breakpoint\n${handwritten}`);
// The journal and the snapshot change only if the schema does.
const journal: { entries: { when: number }[] } = JSON.parse(readFileSync(JOURNAL, 'utf8'));
for (const entry of journal.entries) entry.when = Date.UTC(2026, 10, 22);
writeFileSync(JOURNAL, `${JSON.stringify(journal, undefined, 2)}\n`);
const snapshot: object = JSON.parse(readFileSync(SNAPSHOT, 'utf8'));
writeFileSync(SNAPSHOT, JSON.stringify({ ...snapshot, id: '00000000-0000-7000-8000-000000000000' }, undefined, 2));
