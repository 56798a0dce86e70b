import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../testing/test-process.ts';
import { type Accident, ask, type Cluster, OWNER, signalAll, until } from './cluster.ts';
import { type Machine, startMachines } from './machines.ts';

/** Longer than the time after which Patroni takes a silent primary for dead. */
const LONG_MILLIS = 45_000;

/** Each machine has its own address, so all use the same ports. */
const PORTS = { postgres: 5432, patroni: 8008, etcd: 2379, etcdPeers: 2380 };

/** A machine with a PostgreSQL server, its Patroni and an etcd. */
interface Server {
  readonly machine: Machine;
  /** The configuration of its Patroni. `file` and `etcdData` begin with `data`, so `signalAll(data)` signals all its programs. */
  readonly file: string;
  readonly etcdData: string;
  readonly data: string;
}

/** As Patroni's checks for balancers name them. */
type Role = 'primary' | 'sync';

/** Three machines with a server each, and HAProxy here with the configuration of Patroni's documentation. */
export async function startPatroni(programs: string, folder: string): Promise<Cluster> {
  const missing = ['patroni', 'etcd', 'haproxy', 'ip'].filter((program) => spawnSync(program, ['--version']).error);
  if (missing.length > 0) throw new Error(`This needs ${missing.join(' and ')}.`);
  if (OWNER === undefined) throw new Error('This needs root, to create network namespaces.');
  mkdirSync(folder, { recursive: true });
  chownSync(folder, OWNER.uid, OWNER.gid);

  const { machines, end } = startMachines(['a', 'b', 'c']);
  const servers = machines.map((machine): Server => {
    const data = join(folder, machine.name);
    return { machine, data, file: `${data}.yml`, etcdData: `${data}.etcd` };
  });
  const peers = machines.map(({ name, address }) => `${name}=http://${address}:${PORTS.etcdPeers}`).join();
  const startEtcd = ({ machine: { name, address, start }, etcdData, data }: Server) => {
    const [client, peer] = [PORTS.etcd, PORTS.etcdPeers].map((port) => `http://${address}:${port}`);
    const args = [
      `--name=${name}`,
      '--enable-v2=true',
      `--data-dir=${etcdData}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=${peers}`,
    ];
    start('etcd', args, `${data}.etcd.log`);
  };
  const startManager = ({ machine, file, data }: Server) => machine.start('patroni', [file], `${data}.log`);
  const switchOn = (server: Server) => {
    startEtcd(server);
    startManager(server);
  };
  for (const server of servers) {
    // Patroni reads YAML, and JSON is YAML too.
    writeFileSync(server.file, JSON.stringify(configurationOf(server, { programs, machines }), null, 2));
    switchOn(server);
  }

  const address = { primary: await freePort(), replica: await freePort() };
  writeFileSync(join(folder, 'haproxy.cfg'), balancing(machines, address));
  const log = openSync(join(folder, 'haproxy.log'), 'a');
  const balancer: ChildProcess = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], {
    ...OWNER,
    stdio: ['ignore', log, log],
  });

  async function having(role: Role, among: readonly Server[] = servers): Promise<Server | undefined> {
    const has = async ({ machine }: Server) => {
      const asked = fetch(`${managerOf(machine)}/${role}`, { signal: AbortSignal.timeout(1_000) });
      return (await asked.catch(() => undefined))?.status === 200;
    };
    const answers = await Promise.all(among.map(has));
    return among.find((_, index) => answers[index]);
  }
  async function askPrimary(question: string): Promise<readonly unknown[]> {
    const primary = await having('primary');
    if (primary === undefined) throw new Error('There is no primary.');
    return askServer(primary, question);
  }
  /** Resolves when there is a standby for the next accident. */
  const untilWhole = () =>
    until(async () => {
      if ((await having('sync')) === undefined) return false;
      const following = askPrimary("select pid from pg_stat_replication where state = 'streaming'");
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
      const others = servers.filter((other) => other !== server);
      await until(async () => (await having(role, others)) !== undefined, LONG_MILLIS * 2);
      // If the old primary still acknowledges a write, the new one must have it too. A paused server answers only when it goes on.
      const table = `written_${Date.now()}`;
      const write = askServer(server, `create table ${table} ()`).then(
        () => true,
        () => false,
      );
      return async () => {
        await recover(server);
        const isAcknowledged = await write;
        await untilWhole();
        const [found] = await askPrimary(`select to_regclass('${table}')`);
        if (isAcknowledged && found === null) throw new Error('Two servers acknowledged at the same time.');
      };
    },
  });
  const death = { strike: ({ data }: Server) => signalAll(data, 'SIGKILL'), recover: switchOn };
  const pause = {
    strike: ({ data }: Server) => signalAll(data, 'SIGSTOP'),
    recover: ({ data }: Server) => signalAll(data, 'SIGCONT'),
  };
  const deathOfPatroni = { strike: ({ file }: Server) => signalAll(file, 'SIGKILL'), recover: startManager };
  const switchover = {
    async strike({ machine }: Server) {
      const body = JSON.stringify({ leader: machine.name });
      const answer = await fetch(`${managerOf(machine)}/switchover`, { method: 'POST', body });
      if (!answer.ok) throw new Error(`Patroni refused the switchover: ${await answer.text()}`);
    },
    recover: () => undefined,
  };
  const unplugging = {
    strike: ({ machine }: Server) => machine.unplug(),
    recover: ({ machine }: Server) => machine.plugIn(),
  };
  const othersThan = ({ machine }: Server) => machines.filter((other) => other !== machine);
  const division = {
    strike: (server: Server) => othersThan(server).forEach(server.machine.disconnect),
    recover: (server: Server) => othersThan(server).forEach(server.machine.reconnect),
  };
  const etcdAway: Accident = {
    name: 'etcd away',
    async happen() {
      for (const { etcdData } of servers) signalAll(etcdData, 'SIGKILL');
      await sleep(LONG_MILLIS);
      return async () => {
        servers.forEach(startEtcd);
        await untilWhole();
      };
    },
  };

  const stop = async () => {
    balancer.kill('SIGKILL');
    signalAll(folder, 'SIGKILL');
    end();
  };
  try {
    await untilWhole();
    await askPrimary('create role openhours login');
    await askPrimary('create database openhours owner openhours');
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
      accident('primary unplugged', 'primary', unplugging),
      accident('primary cut from the two others', 'primary', division),
      accident('standby killed', 'sync', death),
      accident('standby cut from the two others', 'sync', division),
      etcdAway,
    ],
    stop,
  };
}

const managerOf = ({ address }: Machine) => `http://${address}:${PORTS.patroni}`;
const askServer = ({ machine }: Server, question: string) => ask(PORTS.postgres, question, machine.address);

function configurationOf(
  { machine: { name, address }, data }: Server,
  { programs, machines }: { programs: string; machines: readonly Machine[] },
) {
  const here = (port: number) => ({ listen: `${address}:${port}`, connect_address: `${address}:${port}` });
  return {
    scope: 'openhours',
    name,
    restapi: here(PORTS.patroni),
    // Not `etcd3`: there Patroni 3.0.2, which is Debian's, lets a primary that was paused take the lock from its successor.
    etcd: { hosts: machines.map((machine) => `${machine.address}:${PORTS.etcd}`) },
    bootstrap: {
      dcs: {
        synchronous_mode: true,
        synchronous_mode_strict: true,
        failsafe_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      pg_hba: ['host all all samenet trust', 'host replication all samenet trust'],
    },
    postgresql: {
      ...here(PORTS.postgres),
      data_dir: data,
      bin_dir: programs,
      pgpass: `${data}.pgpass`,
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
      parameters: { unix_socket_directories: '' },
    },
  };
}

function balancing(machines: readonly Machine[], address: { primary: number; replica: number }): string {
  const server = ({ name, address: host }: Machine) =>
    `  server ${name} ${host}:${PORTS.postgres} maxconn 200 check port ${PORTS.patroni}`;
  const listen = (role: keyof typeof address) => `
listen ${role}
  bind 127.0.0.1:${address[role]}
  option httpchk GET /${role}
  http-check expect status 200
  default-server inter 3s fall 3 rise 2 on-marked-down shutdown-sessions
${machines.map(server).join('\n')}
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
