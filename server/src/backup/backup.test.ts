import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { readConfig } from '../config/config.ts';
import { migrate } from '../database/migrate.ts';
import { seedDemoClinic } from '../demo/seed-demo-clinic.ts';
import { listSequences, listTables } from './catalog.ts';
import { BackupProblem } from './format.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const SECRET = 'a secret that only this test run knows';
const IMAGE = Buffer.from([0, 255, 10, 13, 92]);

const databases: TestDatabase[] = [];

const folder = await mkdtemp(join(tmpdir(), 'openhours-backup-'));
const clinic = await createTestDatabase();
databases.push(clinic);
const config = readConfig({ AUTH_SECRET: SECRET, DATA_DIR: folder, CLINIC_TIME_ZONE: 'UTC' });
await seedDemoClinic({ db: clinic.db, config, now: new Date() });
// Characters that COPY escapes, and `\.`, which ended its data in earlier versions.
await clinic.pool.query(
  String.raw`update people set name = E'tab\t newline\n back\\slash \\. \\N Ünï 🏥' where email = 'patient@openhours.example'`,
);
await clinic.pool.query(`
  with session as (
    insert into sessions (id, token, person_id, expires_at)
    select gen_random_uuid(), 'token', id, now() + interval '1 day' from people where email = 'patient@openhours.example' returning *)
  insert into busy_times (id, kind, calendar_id, day, start_minute, starts_at, busy_until, expires_at, holder_id, session_id, option_id)
  select gen_random_uuid(), 'hold', o.calendar_id, '2030-01-01', 0, '2030-01-01T00:00Z', '2030-01-01T00:30Z', now(), s.person_id, s.id, o.id
  from session s, (select * from appointment_options limit 1) o`);
const images = join(folder, 'images');
await mkdir(images);
await writeFile(join(images, 'a1b2.webp'), IMAGE);
await writeFile(join(images, 'c3.webp.0011.part'), 'an upload in progress');
const { rows: bookings } = await clinic.pool.query<{ id: string }>('select id from bookings limit 1');
const BOOKING = String(bookings[0]?.id);
const backup = join(folder, 'clinic.tar.gz');
await writeBackup({ pool: clinic.pool, imagesDirectory: images, secret: SECRET, file: backup });
afterAll(async () => {
  for (const database of databases) await database.close();
  await rm(folder, { recursive: true });
});

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase({ empty: true });
  databases.push(database);
  return database;
}

let restores = 0;

async function restore(pool: pg.Pool, options: { file?: string; migrationsFolder?: string } = {}) {
  const imagesDirectory = join(folder, `restored-${(restores += 1)}`);
  const secrets: string[] = [];
  const keepSecret = async (secret: string) => void secrets.push(secret);
  const totals = await restoreBackup({ pool, imagesDirectory, keepSecret, file: backup, ...options });
  return { totals, imagesDirectory, secrets };
}

/** A hash of all rows of each table, and where the sequences are. */
async function contentOf(pool: pg.Pool): Promise<Record<string, unknown>> {
  const client = await pool.connect();
  try {
    const content: Record<string, unknown> = { sequences: await listSequences(client) };
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query(
        `select count(*)::int as rows, md5(string_agg(t::text, E'\\n' order by t::text)) as hash from "${name}" t`,
      );
      content[name] = rows[0];
    }
    return content;
  } finally {
    client.release();
  }
}

/** The schema, as PostgreSQL describes it: constraints, triggers and whether they fire. */
async function schemaOf(pool: pg.Pool): Promise<unknown> {
  const { rows } = await pool.query(`
    select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as is, convalidated::text as state
    from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid), tgenabled::text
    from pg_trigger where not tgisinternal
    order by 1, 2, 3`);
  return rows;
}

test('restores every row, sequence, constraint and trigger, the images and the secret', async () => {
  const { pool } = await emptyDatabase();
  const { totals, imagesDirectory, secrets } = await restore(pool);
  const before = await contentOf(clinic.pool);
  expect(before).toMatchObject({ people: { rows: expect.any(Number) }, bookings: { rows: expect.any(Number) } });
  expect(totals.rows['bookings']).toBeGreaterThan(100);
  // Sessions are ended, and with them what they hold.
  const { busy_times: busyTimes, ...after } = await contentOf(pool);
  const { busy_times: busyBefore, ...kept } = before;
  expect(before['sessions']).toMatchObject({ rows: 1 });
  const none = { rows: 0, hash: null };
  expect(after).toEqual({ ...kept, sessions: none, idempotency_keys: none });
  expect((await pool.query('select kind from busy_times where session_id is not null')).rows).toEqual([]);
  expect(busyTimes).toMatchObject({ rows: Number(Object(busyBefore).rows) - 1 });
  expect(await schemaOf(pool)).toEqual(await schemaOf(clinic.pool));
  expect(await readdir(imagesDirectory)).toEqual(['a1b2.webp']);
  expect(await readFile(join(imagesDirectory, 'a1b2.webp'))).toEqual(IMAGE);
  expect(secrets).toEqual([SECRET]);
  expect(totals.overlaps).toEqual([]);
  // The next start finds nothing to migrate.
  await migrate(pool, { info: () => expect.unreachable(), warn: () => undefined, error: () => undefined });
});

const BLOCK = '00000000-0000-7000-8000-00000000b10c';

test('names what overlaps in a damaged database', async () => {
  const { pool } = clinic;
  const { rows } = await pool.query(`
    select b.id, b.reference from bookings b join busy_times t on t.id = b.id
    where exists (select from busy_times o where o.calendar_id = t.calendar_id and o.busy_until <= t.starts_at)
    order by b.starts_at desc limit 1`);
  const [{ id, reference }] = rows;
  const move = async (where: string) => {
    await pool.query(`
      alter table busy_times disable trigger user;
      update busy_times t set starts_at = ${where} from busy_times o where t.id = '${id}' and o.id = (
        select id from busy_times e where e.calendar_id = t.calendar_id and e.starts_at < t.starts_at order by e.starts_at desc limit 1);
      alter table busy_times enable trigger user`);
  };
  const file = join(folder, 'overlaps.tar.gz');
  await move("o.busy_until - interval '1 minute'");
  await pool.query('alter table busy_times disable trigger user');
  await pool.query(`
    insert into busy_times (id, kind, calendar_id, day, start_minute, starts_at, busy_until, reason)
      select '${BLOCK}', 'block', calendar_id, '2027-01-31', 605, busy_until - interval '1 second', busy_until, 'Training'
      from busy_times where id = '${id}'`);
  await pool.query('alter table busy_times enable trigger user');
  await writeBackup({ pool, imagesDirectory: images, secret: SECRET, file });
  await pool.query(`delete from busy_times where id = '${BLOCK}'`);
  await move('o.busy_until');
  const { totals } = await restore((await emptyDatabase()).pool, { file });
  expect(totals.overlaps).toEqual([
    `appointment ${reference}`,
    expect.stringMatching(/^what .+ has on 2027-01-31 at 10:05$/),
  ]);
});

test('is of one moment, while others write', async () => {
  const { db, pool } = clinic;
  const file = join(folder, 'busy.tar.gz');
  const written = new AbortController();
  // Every change is in both tables or in neither.
  const write = (n: number) =>
    db.transaction(async (tx) => {
      await tx.execute(`update clinic set phone = '${n}'`);
      await tx.execute(`update receipt_counter set last = ${n}`);
    });
  await write(0);
  const writer = (async () => {
    for (let n = 1; !written.signal.aborted; n += 1) await write(n);
  })();
  await writeBackup({ pool, imagesDirectory: join(folder, 'images'), secret: SECRET, file });
  written.abort();
  await writer;
  const { pool: restored } = await emptyDatabase();
  await restore(restored, { file });
  const { rows } = await restored.query('select phone, last::text from clinic, receipt_counter');
  expect(rows[0].phone).toBe(rows[0].last);
});

test('leaves out what is not ours: tables, sequences, hidden files and folders', async () => {
  const { pool } = clinic;
  const images = join(folder, 'images-and-others');
  await mkdir(join(images, 'lost+found'), { recursive: true });
  await mkdir(join(images, 'folder.webp'));
  await writeFile(join(images, 'a1b2.webp'), IMAGE);
  await writeFile(join(images, '.nfs0001'), 'deleted, but still open');
  await writeFile(join(images, '.DS_Store'), '');
  await pool.query('create table notes_of_the_operator (id serial primary key); create sequence of_the_operator');
  const file = join(folder, 'with-others.tar.gz');
  try {
    const { otherTables } = await writeBackup({ pool, imagesDirectory: images, secret: SECRET, file });
    expect(otherTables).toEqual(['notes_of_the_operator']);
  } finally {
    await pool.query('drop table notes_of_the_operator; drop sequence of_the_operator');
  }
  const { pool: restored } = await emptyDatabase();
  const { totals, imagesDirectory } = await restore(restored, { file });
  expect(totals.images).toBe(1);
  expect(await readdir(imagesDirectory)).toEqual(['a1b2.webp']);
  expect(Object.keys(await contentOf(restored))).toEqual(Object.keys(await contentOf(clinic.pool)));
});

test('only its owner may read it', async () => {
  expect((await stat(backup)).mode & 0o777).toBe(0o600);
});

test('refuses a database that is not empty, and changes nothing in it', async () => {
  const { pool } = await emptyDatabase();
  await pool.query('create table mine as select 1 as one');
  await expect(restore(pool)).rejects.toThrow('The database is not empty');
  const { rows } = await pool.query("select relname from pg_class where relnamespace = 'public'::regnamespace");
  expect(rows).toEqual([{ relname: 'mine' }]);
});

test('refuses an archive that ends too early, is damaged or is none, and leaves the database empty', async () => {
  const { pool } = await emptyDatabase();
  const bytes = await readFile(backup);
  const archive = gunzipSync(bytes);
  const damaged = {
    'cut in the gzip': bytes.subarray(0, bytes.length - 2_000),
    'without its end': gzipSync(archive.subarray(0, archive.indexOf('complete.json'))),
    'no gzip': Buffer.from('a text'),
    'no tar': gzipSync(Buffer.alloc(2048, 'a text')),
    'an image less': gzipSync(withOtherTotals(archive)),
    'another checksum': withOtherChecksum(archive),
    'a value of another type': gzipSync(withOther(archive, BOOKING, 'not-a-uuid')),
    'a manifest that is no JSON': gzipSync(withOther(archive, '"format"', ':')),
    'another table': gzipSync(withOther(archive, '"people"', '"peopke"')),
    'another manifest': gzipSync(withOther(archive, '"format"', '"former"')),
  };
  for (const [how, content] of Object.entries(damaged)) {
    const file = join(folder, 'damaged.tar.gz');
    await writeFile(file, content);
    await expect(restore(pool, { file }), how).rejects.toMatchObject({
      name: 'BackupProblem',
      message: expect.not.stringMatching(/not-a-uuid/),
    });
    const { rows } = await pool.query("select from pg_class where relnamespace = 'public'::regnamespace");
    expect(rows, how).toEqual([]);
  }
  await expect(restore(pool, { file: join(folder, 'missing') })).rejects.toThrow('There is no file');
  await expect(restore(pool, { file: folder })).rejects.toThrow('is not a complete backup');
});

test('says why the caller does not keep the secret', async () => {
  const { pool } = await emptyDatabase();
  const keepSecret = () => Promise.reject(new BackupProblem('Another secret (tar -xzOf FILE auth-secret).'));
  const restored = restoreBackup({ pool, imagesDirectory: join(folder, 'other-secret'), keepSecret, file: backup });
  await expect(restored).rejects.toThrow('Another secret');
});

/** The same archive with another text over the beginning of the first one. */
function withOther(archive: Buffer, text: string, other: string): Buffer {
  const changed = Buffer.from(archive);
  changed.write(other, changed.indexOf(text));
  return changed;
}

/**
 * The same archive with a wrong checksum, as if a byte of a row had changed. Zeros may follow an archive: they are read after
 * its last entry and before the checksum.
 */
function withOtherChecksum(archive: Buffer): Buffer {
  const changed = gzipSync(Buffer.concat([archive, Buffer.alloc(8_000_000)]));
  changed.writeUInt32LE(0, changed.length - 8);
  return changed;
}

/** The same archive with other totals: as long as before, so that only the comparison can notice. */
function withOtherTotals(archive: Buffer): Buffer {
  const changed = Buffer.from(archive);
  const at = changed.indexOf('"images":1', changed.indexOf('complete.json'));
  changed.write('"images":2', at);
  return changed;
}

test('refuses a backup of another schema', async () => {
  const { pool } = await emptyDatabase();
  const other = await mkdtemp(join(folder, 'migrations-'));
  await mkdir(join(other, 'meta'));
  const entries = [{ idx: 0, version: '7', when: 1, tag: '0000_other', breakpoints: true }];
  await writeFile(join(other, 'meta/_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }));
  await writeFile(join(other, '0000_other.sql'), 'create table other ()');
  await expect(restore(pool, { migrationsFolder: other })).rejects.toThrow('a version of Openhours that this one does');
});

test('a backup that was killed does not stop the next one, which deletes what it left', async () => {
  const left = join(folder, 'Mon.tar.gz.0123456789ab.part');
  const before = new Date(Date.now() - 7 * 86_400_000);
  await writeFile(left, 'of last week');
  await utimes(left, before, before);
  await writeFile(join(folder, 'Mon.tar.gz.part'), 'of an older version');
  await utimes(join(folder, 'Mon.tar.gz.part'), before, before);
  await writeBackup({ pool: clinic.pool, imagesDirectory: folder, secret: SECRET, file: join(folder, 'Mon.tar.gz') });
  expect((await readdir(folder)).filter((name) => name.startsWith('Mon'))).toEqual(['Mon.tar.gz']);
});

test('two backups at the same time into one file leave a whole one', async () => {
  const file = join(folder, 'both.tar.gz');
  const write = () => writeBackup({ pool: clinic.pool, imagesDirectory: folder, secret: SECRET, file });
  await Promise.all([write(), write()]);
  expect((await readdir(folder)).filter((name) => name.startsWith('both'))).toEqual(['both.tar.gz']);
  await restore((await emptyDatabase()).pool, { file });
});

test('a backup that cannot be written leaves no file', async () => {
  const { pool } = clinic;
  const file = join(folder, 'no-such-folder', 'clinic.tar.gz');
  await expect(writeBackup({ pool, imagesDirectory: folder, secret: SECRET, file })).rejects.toThrow(
    /^The backup cannot be written to .+ENOENT/,
  );
  const empty = await emptyDatabase();
  const unwritten = join(folder, 'unwritten.tar.gz');
  await expect(
    writeBackup({ pool: empty.pool, imagesDirectory: folder, secret: SECRET, file: unwritten }),
  ).rejects.toThrow('There is no clinic in this database');
  expect((await readdir(folder)).filter((name) => name.startsWith('unwritten'))).toEqual([]);
});
