import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  copyEmbedded,
  type Keeper,
  linksOf,
  serverPid,
  startKeeper,
  untilGone,
} from '../../../testing/embedded-copy.ts';
import type { ConnectionParameters } from './start-embedded-postgres.ts';

const asRoot = process.getuid?.() === 0;
/** An ordinary user that exists on every Unix. */
const DAEMON = 1;
const NAMELESS = 41_234;

let root: string;
let copy: string;
/** A data directory whose server was started and stopped once. */
let used: string;
let count = 0;
const keepers: Keeper[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'openhours-embedded-'));
  await chmod(root, 0o777);
  copy = join(root, 'copy');
  await copyEmbedded(copy);
  used = freshDirectory();
  const keeper = start(used);
  await keeper.connection;
  keeper.process.kill('SIGTERM');
  await keeper.gone;
  for (const link of await linksOf(copy)) await rm(link);
});
afterEach(async () => {
  for (const keeper of keepers.splice(0)) {
    keeper.process.kill('SIGTERM');
    await keeper.gone;
  }
});
afterAll(() => rm(root, { recursive: true }));

function freshDirectory(): string {
  count += 1;
  return join(root, `data-${count}`);
}

/** A first start takes a second of processor time: tests of later ones use a copy. */
async function usedDirectory(): Promise<string> {
  const dataDirectory = freshDirectory();
  await cp(used, dataDirectory, { recursive: true });
  return dataDirectory;
}

function start(dataDirectory: string, options: { uid?: number; folder?: string } = {}): Keeper {
  const keeper = startKeeper({ folder: options.folder ?? copy, dataDirectory, uid: options.uid });
  keepers.push(keeper);
  return keeper;
}

async function ask(connection: ConnectionParameters, text: string): Promise<unknown[][]> {
  const client = new pg.Client({ ...connection });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
    return rows;
  } finally {
    await client.end();
  }
}

async function killHard(keeper: Keeper): Promise<void> {
  keeper.process.kill('SIGKILL');
  await keeper.gone;
}

test('two parallel first starts create the missing library links; both servers are durable and have no network', async () => {
  const starts = [start(freshDirectory()), start(freshDirectory())];
  for (const keeper of starts) {
    const settings = [
      'fsync',
      'synchronous_commit',
      'full_page_writes',
      'listen_addresses',
      'timezone',
      'server_encoding',
    ];
    const shown = settings.map((name) => `current_setting('${name}')`).join(', ');
    expect(await ask(await keeper.connection, `select ${shown}`)).toEqual([['on', 'on', 'on', '', 'UTC', 'UTF8']]);
  }
  for (const link of await linksOf(copy)) expect(existsSync(link)).toBe(true);
});

test('requires the password, and refuses the superuser', async () => {
  const connection = await start(await usedDirectory()).connection;
  await expect(ask({ ...connection, password: 'guessed' }, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  await expect(ask({ ...connection, user: 'postgres' }, 'select 1')).rejects.toMatchObject({ code: '28000' });
  expect(await ask(connection, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([[false]]);
});

test('allows the extensions that we need', async () => {
  const connection = await start(await usedDirectory()).connection;
  expect(await ask(connection, 'create extension btree_gist')).toEqual([]);
});

for (const [who, uid] of asRoot ? ([['a normal user', DAEMON]] as const) : ([['a normal user', undefined]] as const)) {
  test(`starts twice as ${who} if the binaries are read-only`, async () => {
    const folder = join(root, 'read-only');
    await copyEmbedded(folder);
    for (const link of await linksOf(folder)) await chmod(dirname(link), 0o555);
    const dataDirectory = freshDirectory();
    for (let run = 0; run < 2; run += 1) {
      const keeper = start(dataDirectory, { folder, ...(uid === undefined ? {} : { uid }) });
      expect(await ask(await keeper.connection, 'select 1')).toEqual([[1]]);
      keeper.process.kill('SIGTERM');
      await keeper.gone;
    }
    expect((await readdir(dataDirectory)).filter((name) => name.startsWith('binaries-'))).toHaveLength(1);
    for (const link of await linksOf(folder)) await chmod(dirname(link), 0o755);
  });
}

if (asRoot) {
  const namespaces = spawnSync('unshare', ['--user', '--map-user=65534', 'true']).status === 0;
  const startsOrExplains = async (keeper: Keeper, sentence: string) => {
    if (namespaces) return expect(await ask(await keeper.connection, 'select 1')).toEqual([[1]]);
    return expect(keeper.connection).rejects.toThrow(sentence);
  };

  test('starts as a user without a name', async () => {
    await startsOrExplains(start(freshDirectory(), { uid: NAMELESS }), 'could not look up effective user ID');
  });

  test('starts as root if data and binaries are readable by root only, and keeps the data', async () => {
    const folder = join(root, 'closed');
    const dataDirectory = join(folder, 'data');
    await mkdir(folder, { mode: 0o755 });
    const first = start(dataDirectory);
    await ask(await first.connection, 'create table kept as select 42 as n');
    first.process.kill('SIGTERM');
    await first.gone;

    await chmod(folder, 0o700);
    await copyEmbedded(join(folder, 'copy'));
    await startsOrExplains(start(dataDirectory, { folder: join(folder, 'copy') }), 'nobody must be able to enter');
    if (namespaces) {
      const again = keepers.at(-1);
      expect(again && (await ask(await again.connection, 'select n from kept'))).toEqual([[42]]);
    }
  });
}

test('starts if the path is too long for a socket', async () => {
  const dataDirectory = join(root, 'a-long-name-'.repeat(10), 'data');
  await cp(used, dataDirectory, { recursive: true });
  const { host } = await start(dataDirectory).connection;
  expect(dataDirectory.length).toBeGreaterThan(120);
  expect(host.startsWith(root)).toBe(false);
});

test('loses nothing after kill -9 of our process: the orphaned server is stopped', async () => {
  const dataDirectory = await usedDirectory();
  const first = start(dataDirectory);
  const connection = await first.connection;
  await ask(connection, 'create table kept as select generate_series(1, 1000) as n');
  const leftover = await serverPid(dataDirectory);
  await killHard(first);
  expect(await ask(connection, 'select 1')).toEqual([[1]]);

  const second = start(dataDirectory);
  expect(await ask(await second.connection, 'select count(*)::int from kept')).toEqual([[1000]]);
  expect(second.said).toEqual([expect.stringContaining(`process ${leftover}`)]);
});

test('loses nothing after kill -9 of our process and the server', async () => {
  const dataDirectory = await usedDirectory();
  const first = start(dataDirectory);
  await ask(await first.connection, 'create table kept as select 42 as n');
  process.kill(await serverPid(dataDirectory), 'SIGKILL');
  await killHard(first);
  expect(await ask(await start(dataDirectory).connection, 'select n from kept')).toEqual([[42]]);
});

test('starts if a stale file names a foreign process, and leaves that process alone', async () => {
  const dataDirectory = await usedDirectory();
  const first = start(dataDirectory);
  await first.connection;
  process.kill(await serverPid(dataDirectory), 'SIGKILL');
  await killHard(first);
  const file = join(dataDirectory, 'cluster/postmaster.pid');
  const lines = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, [process.pid, ...lines.slice(1)].join('\n'));
  expect(await ask(await start(dataDirectory).connection, 'select 1')).toEqual([[1]]);
});

test.runIf(process.platform === 'linux')(
  'restarts a killed server although one of its processes does not end',
  async () => {
    const dataDirectory = await usedDirectory();
    const keeper = start(dataDirectory);
    const connection = await keeper.connection;
    const client = new pg.Client({ ...connection });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGSTOP');
    process.kill(await serverPid(dataDirectory), 'SIGKILL');
    await expect.poll(() => keeper.said.join('\n'), { timeout: 20_000 }).toContain('is running again');
    expect(await ask(connection, 'select 1')).toEqual([[1]]);
  },
);

test('restarts a killed server without data loss, and gives up after the third time', async () => {
  const dataDirectory = await usedDirectory();
  const keeper = start(dataDirectory);
  const connection = await keeper.connection;
  await ask(connection, 'create table kept (n int)');
  for (let round = 1; round <= 2; round += 1) {
    await ask(connection, `insert into kept values (${round})`);
    process.kill(await serverPid(dataDirectory), 'SIGKILL');
    await expect
      .poll(() => keeper.said.filter((said) => said.includes('is running again')).length, { timeout: 10_000 })
      .toBe(round);
    expect(await ask(connection, 'select count(*)::int from kept')).toEqual([[round]]);
  }
  process.kill(await serverPid(dataDirectory), 'SIGKILL');
  expect(await keeper.ended).toContain('died 3 times within a minute');
});

test('refuses a second process on the same data and names the first, until that is killed', async () => {
  const dataDirectory = await usedDirectory();
  const first = start(dataDirectory);
  await first.connection;
  const sentence = `Another Openhours (process ${first.process.pid}) is using the data directory`;
  await expect(start(dataDirectory).connection).rejects.toThrow(sentence);
  await killHard(first);
  expect(await ask(await start(dataDirectory).connection, 'select 1')).toEqual([[1]]);
});

test('stopping leaves no process, socket or lock', async () => {
  const dataDirectory = await usedDirectory();
  const keeper = start(dataDirectory);
  const { host } = await keeper.connection;
  const pid = await serverPid(dataDirectory);
  keeper.process.kill('SIGTERM');
  expect(await keeper.ended).toBe('stopped');
  await keeper.gone;
  await untilGone(pid);
  expect(existsSync(host)).toBe(false);
  expect(existsSync(join(dataDirectory, 'lock.pid'))).toBe(false);
});

test('repeats an interrupted first start', async () => {
  const dataDirectory = freshDirectory();
  const first = start(dataDirectory);
  await expect
    .poll(() => readdir(dataDirectory).catch(() => []), { interval: 5 })
    .toContainEqual(expect.stringContaining('cluster.new-'));
  await killHard(first);
  expect(await ask(await start(dataDirectory).connection, 'select 1')).toEqual([[1]]);
  expect((await readdir(dataDirectory)).filter((name) => name.startsWith('cluster'))).toEqual(['cluster']);
});

test('refuses data of another major version and explains what to do', async () => {
  const dataDirectory = freshDirectory();
  await mkdir(join(dataDirectory, 'cluster'), { recursive: true });
  await writeFile(join(dataDirectory, 'cluster/PG_VERSION'), '15\n');
  await expect(start(dataDirectory).connection).rejects.toThrow(
    /was created by PostgreSQL 15, but this Openhours includes \d+\. Back it up with/,
  );
});

test('refuses data without the file of its password', async () => {
  const dataDirectory = await usedDirectory();
  await rm(join(dataDirectory, 'cluster/openhours-password'));
  await expect(start(dataDirectory).connection).rejects.toThrow('openhours-password is missing');
});
