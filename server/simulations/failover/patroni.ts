import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../testing/test-process.ts';
import { type Accident, ask, type Cluster, OWNER, signalAll, until } from './cluster.ts';

/** Longer than the time after which Patroni takes a silent primary for dead. */
const LONG_MILLIS = 45_000;

interface Server {
  readonly name: string;
  readonly port: number;
  /** Where Patroni says which role the server has. */
  readonly rest: number;
  /** The configuration of its Patroni. The path begins with that of the data. */
  readonly file: string;
  readonly data: string;
}

/** As Patroni's checks for balancers name them. */
type Role = 'primary' | 'sync';

/** Three servers, each with its Patroni, etcd, and HAProxy with the configuration of Patroni's documentation. */
export async function startPatroni(programs: string, folder: string): Promise<Cluster> {
  const missing = ['patroni', 'etcd', 'haproxy'].filter((program) => spawnSync(program, ['--version']).error);
  if (missing.length > 0) throw new Error(`This needs ${missing.join(' and ')}.`);
  mkdirSync(folder, { recursive: true });
  if (OWNER) chownSync(folder, OWNER.uid, OWNER.gid);
  const start = (program: string, args: readonly string[], log = program): ChildProcess => {
    const out = openSync(join(folder, `${log}.log`), 'a');
    return spawn(program, args, { ...OWNER, cwd: folder, stdio: ['ignore', out, out] });
  };

  const store = { client: `http://127.0.0.1:${await freePort()}`, peer: `http://127.0.0.1:${await freePort()}` };
  const startEtcd = () =>
    start('etcd', [
      '--enable-v2=true',
      `--data-dir=${join(folder, 'etcd')}`,
      `--listen-client-urls=${store.client}`,
      `--advertise-client-urls=${store.client}`,
      `--listen-peer-urls=${store.peer}`,
      `--initial-advertise-peer-urls=${store.peer}`,
      `--initial-cluster=default=${store.peer}`,
    ]);
  let etcd = startEtcd();

  const servers: Server[] = [];
  for (const name of ['a', 'b', 'c']) {
    const data = join(folder, name);
    servers.push({ name, port: await freePort(), rest: await freePort(), data, file: `${data}.yml` });
  }
  const manage = (server: Server) => {
    // Patroni reads YAML, and JSON is YAML too.
    writeFileSync(server.file, JSON.stringify(configurationOf(server, { programs, etcd: store.client }), null, 2));
    start('patroni', [server.file], server.name);
  };
  for (const server of servers) manage(server);

  const address = { primary: await freePort(), replica: await freePort() };
  writeFileSync(join(folder, 'haproxy.cfg'), balancing(servers, address));
  start('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')]);

  async function having(role: Role): Promise<Server | undefined> {
    const has = async ({ rest }: Server) => {
      const asked = fetch(`http://127.0.0.1:${rest}/${role}`, { signal: AbortSignal.timeout(1_000) });
      return (await asked.catch(() => undefined))?.status === 200;
    };
    const answers = await Promise.all(servers.map(has));
    return servers.find((_, index) => answers[index]);
  }
  /** Resolves when there is a standby for the next accident. */
  const untilWhole = () =>
    until(async () => {
      const [primary, standby] = [await having('primary'), await having('sync')];
      if (primary === undefined || standby === undefined) return false;
      const following = ask(primary.port, "select pid from pg_stat_replication where state = 'streaming'");
      return (await following.catch(() => [])).length === servers.length - 1;
    }, LONG_MILLIS * 4);
  /** An accident of the server that has this role. The recovery begins when another server has the role. */
  const accident = (
    name: string,
    role: Role,
    { strike, recover }: Record<'strike' | 'recover', (server: Server) => unknown>,
  ): Accident => ({
    name,
    async happen() {
      const server = await having(role);
      if (server === undefined) throw new Error(`There is no ${role}.`);
      await strike(server);
      await until(async () => ![undefined, server].includes(await having(role)), LONG_MILLIS * 2);
      // A server that goes on as the primary must not acknowledge this. One that is paused answers after the recovery.
      const write = ask(server.port, 'create table of_the_wrong_server ()').then(
        () => true,
        () => false,
      );
      return async () => {
        await recover(server);
        if (await write) throw new Error('Two servers acknowledged at the same time.');
        await untilWhole();
      };
    },
  });
  const death = { strike: ({ data }: Server) => signalAll(data, 'SIGKILL'), recover: manage };
  const pause = {
    strike: ({ data }: Server) => signalAll(data, 'SIGSTOP'),
    recover: ({ data }: Server) => signalAll(data, 'SIGCONT'),
  };
  const deathOfPatroni = { strike: ({ file }: Server) => signalAll(file, 'SIGKILL'), recover: manage };
  const switchover = {
    async strike({ name, rest }: Server) {
      const body = JSON.stringify({ leader: name });
      const answer = await fetch(`http://127.0.0.1:${rest}/switchover`, { method: 'POST', body });
      if (!answer.ok) throw new Error(`Patroni refused the switchover: ${await answer.text()}`);
    },
    recover: () => undefined,
  };
  const etcdAway: Accident = {
    name: 'etcd away',
    async happen() {
      etcd.kill('SIGKILL');
      await sleep(LONG_MILLIS);
      return async () => {
        etcd = startEtcd();
        await untilWhole();
      };
    },
  };

  const stop = async () => signalAll(folder, 'SIGKILL');
  try {
    await untilWhole();
    const port = (await having('primary'))?.port ?? 0;
    await ask(port, 'create role openhours login');
    await ask(port, 'create database openhours owner openhours');
  } catch (error) {
    await stop();
    throw error;
  }
  const kill = accident('primary killed', 'primary', death);
  const stall = accident('primary paused', 'primary', pause);
  return {
    url: `postgresql://openhours@127.0.0.1:${address.primary}/openhours`,
    replicaUrl: `postgresql://openhours@127.0.0.1:${address.replica}/openhours`,
    accidents: [
      kill,
      kill,
      kill,
      accident('switchover', 'primary', switchover),
      stall,
      stall,
      stall,
      accident('Patroni of the primary killed', 'primary', deathOfPatroni),
      accident('standby killed', 'sync', death),
      etcdAway,
    ],
    stop,
  };
}

function configurationOf({ name, port, rest, data }: Server, { programs, etcd }: { programs: string; etcd: string }) {
  const here = (at: number) => ({ listen: `127.0.0.1:${at}`, connect_address: `127.0.0.1:${at}` });
  return {
    scope: 'openhours',
    name,
    restapi: here(rest),
    // Not `etcd3`: there Patroni 3.0.2, which is Debian's, lets a primary that was paused take the lock from its successor.
    etcd: { url: etcd },
    bootstrap: {
      dcs: {
        synchronous_mode: true,
        synchronous_mode_strict: true,
        failsafe_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      ...here(port),
      data_dir: data,
      bin_dir: programs,
      pgpass: `${data}.pgpass`,
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
      parameters: { unix_socket_directories: '' },
    },
  };
}

function balancing(servers: readonly Server[], address: { primary: number; replica: number }): string {
  const listen = (role: keyof typeof address) => `
listen ${role}
  bind 127.0.0.1:${address[role]}
  option httpchk GET /${role}
  http-check expect status 200
  default-server inter 3s fall 3 rise 2 on-marked-down shutdown-sessions
${servers.map(({ name, port, rest }) => `  server ${name} 127.0.0.1:${port} maxconn 200 check port ${rest}`).join('\n')}
`;
  return `global
  maxconn 1000
defaults
  mode tcp
  retries 2
  timeout client 30m
  timeout connect 4s
  timeout server 30m
  timeout check 5s
${listen('primary')}${listen('replica')}`;
}
