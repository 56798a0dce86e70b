import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../testing/test-process.ts';
import { startProxy } from '../faults/proxy.ts';

/** PostgreSQL refuses to run as root. */
export const OWNER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
const DEBIAN = '/usr/lib/postgresql';

/** One PostgreSQL server. Roles may connect without a password: it listens on this machine only. */
interface PostgresServer {
  readonly port: number;
  /** Kills all its processes at once, as a machine does that loses its power. */
  kill(): void;
  stop(): Promise<void>;
}

/** A primary, one or more standbys, and one address for whichever is the primary. It acknowledges nothing without a standby. */
export interface Cluster {
  /** The address of the primary. */
  readonly url: string;
  readonly replicaUrl: string;
  /** In this order. */
  readonly accidents: readonly Accident[];
  stop(): Promise<void>;
}

export interface Accident {
  readonly name: string;
  /** Resolves when the cluster has dealt with it, with a function that makes the cluster ready for the next one. */
  happen(): Promise<() => Promise<void>>;
}

/** The folder of a PostgreSQL that can be a primary and a standby: Debian's newest. */
export function findPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(DEBIAN, version, 'bin')).find((bin) => existsSync(join(bin, 'pg_basebackup')));
}

/** After how long a manager like Patroni takes a primary for dead. */
const NOTICE_MILLIS = 2_000;

/** Two servers. The standby is promoted by hand. */
export async function startCluster(
  programs: string,
  folder: string,
): Promise<Cluster & { readonly primary: PostgresServer }> {
  mkdirSync(folder, { recursive: true });
  if (OWNER) chownSync(folder, OWNER.uid, OWNER.gid);
  const [a, b] = [join(folder, 'a'), join(folder, 'b')];
  const run = runIn(programs, folder);
  const start = (data: string, settings: Readonly<Record<string, string>>) =>
    startPostgres({ programs, folder, data, settings });
  const primary = await startPrimary({ programs, folder, data: a, settings: {} });

  const source = ['--host', '127.0.0.1', '--port', String(primary.port), '--username', 'postgres'];
  run('pg_basebackup', ...source, '--pgdata', b, '--write-recovery-conf', '--checkpoint', 'fast');
  const standby = await start(b, { hot_standby: 'on' });
  // Not in a file, so that the copy does not wait for a standby of its own after its promotion.
  await ask(primary.port, "alter system set synchronous_standby_names = '*'");
  await ask(primary.port, 'select pg_reload_conf()');
  await until(async () => (await ask(primary.port, 'select sync_state from pg_stat_replication'))[0] === 'sync');

  // One address that leads to the current primary, like HAProxy in front of Patroni. A failover closes every connection.
  let leader = primary;
  const address = await startProxy(() => ({ host: '127.0.0.1', port: leader.port }));
  return {
    url: `postgresql://openhours@127.0.0.1:${address.port}/openhours`,
    replicaUrl: `postgresql://openhours@127.0.0.1:${standby.port}/openhours`,
    primary,
    accidents: [
      {
        name: 'primary killed',
        async happen() {
          primary.kill();
          await sleep(NOTICE_MILLIS);
          run('pg_ctl', 'promote', '--pgdata', b, '--wait');
          leader = standby;
          address.cut();
          address.mend();
          return async () => undefined;
        },
      },
    ],
    async stop() {
      await address.stop();
      await standby.stop();
      await primary.stop();
    },
  };
}

const runIn =
  (programs: string, folder: string) =>
  (program: string, ...args: string[]): void => {
    const { status, stderr } = spawnSync(join(programs, program), args, { ...OWNER, cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program}: ${stderr}`);
  };

interface Place {
  readonly programs: string;
  /** Belongs to `OWNER`. */
  readonly folder: string;
  readonly data: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** A new server with the clinic's role and an empty database. */
export async function startPrimary(place: Place): Promise<PostgresServer> {
  const { programs, folder, data } = place;
  const text = ['--encoding', 'UTF8', '--locale', 'C'];
  runIn(programs, folder)('initdb', '--pgdata', data, '--username', 'postgres', '--auth', 'trust', ...text);
  const primary = await startPostgres(place);
  await ask(primary.port, 'create role openhours login');
  await ask(primary.port, 'create database openhours owner openhours');
  return primary;
}

async function startPostgres(of: Place): Promise<PostgresServer> {
  const port = await freePort();
  const settings = { port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '', ...of.settings };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child: ChildProcess = spawn(join(of.programs, 'postgres'), ['-D', of.data, ...args], {
    ...OWNER,
    cwd: of.folder,
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await until(() =>
    ask(port, 'select 1').then(
      () => true,
      () => false,
    ),
  );
  return {
    port,
    kill: () => signalAll(of.data, 'SIGKILL'),
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}

/** The first column of a question to a server, as its administrator. */
export async function ask(port: number, question: string, host = '127.0.0.1'): Promise<readonly unknown[]> {
  const client = new pg.Client({ host, port, user: 'postgres', database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: question, rowMode: 'array' });
    return rows.map(([first]) => first);
  } finally {
    await client.end();
  }
}

/** Signals every process whose command contains this path, and its children, whose commands PostgreSQL rewrites. */
export function signalAll(path: string, signal: NodeJS.Signals): void {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,args=', '-ww'], { encoding: 'utf8' });
  const processes = [...stdout.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)].map(([, pid, parent, command = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    isNamed: command.includes(path),
  }));
  const named = new Set(processes.filter(({ isNamed }) => isNamed).map(({ pid }) => pid));
  for (const { pid, parent } of processes) {
    if (!named.has(pid) && !named.has(parent)) continue;
    try {
      process.kill(pid, signal);
    } catch {
      // It has just ended.
    }
  }
}

export async function until<Value>(look: () => Promise<Value>, millis = 30_000): Promise<NonNullable<Value>> {
  const deadline = Date.now() + millis;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`It did not happen within ${millis / 1000} seconds.`);
    await sleep(50);
  }
}
