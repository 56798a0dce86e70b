import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { OWNER } from './cluster.ts';

/**
 * A simulated machine: a network namespace with its own address, so that its network can be cut while its programs run. It
 * shares the files and processes of the machine on which the trial runs.
 */
export interface Machine {
  readonly name: string;
  readonly address: string;
  /** Starts a program on it that writes to this log, as the user who owns the cluster. */
  readonly start: (program: string, args: readonly string[], log: string) => ChildProcess;
  /** Cuts it from the network: it reaches nobody, and nobody reaches it. */
  readonly unplug: () => void;
  readonly plugIn: () => void;
  /** Cuts the connection of these two machines. Everybody else still reaches both. */
  readonly disconnect: (other: Machine) => void;
  readonly reconnect: (other: Machine) => void;
}

/** In the range for tests of network equipment (RFC 2544), which other networks hardly ever use. */
const NETWORK = '198.18.71';
const THIS_MACHINE = `${NETWORK}.254`;
const SWITCH = 'openhours-switch';
const namespaceOf = (name: string) => `openhours-${name}`;

/**
 * Starts machines that a virtual switch connects with each other and with this machine. The switch has its own namespace, so
 * this machine's firewall does not filter the packets between them. Needs Linux, `ip` and root.
 */
export function startMachines(names: readonly string[]): { machines: readonly Machine[]; end: () => void } {
  const namespaces = [SWITCH, ...names.map(namespaceOf)];
  const end = () => {
    // This also deletes the interfaces in them, and this machine's interface to the switch.
    for (const namespace of namespaces) spawnSync('ip', ['netns', 'delete', namespace]);
  };
  // An interrupted run may have left them.
  end();
  for (const namespace of namespaces) ip('netns', 'add', namespace);
  ip('-n', SWITCH, 'link', 'add', 'switch', 'up', 'type', 'bridge');
  const connect = (port: string, address: string, inside: readonly string[] = []) => {
    ip(...inside, 'link', 'add', 'openhours', 'type', 'veth', 'peer', 'name', port, 'netns', SWITCH);
    ip('-n', SWITCH, 'link', 'set', 'dev', port, 'master', 'switch', 'up');
    ip(...inside, 'address', 'add', `${address}/24`, 'dev', 'openhours');
    ip(...inside, 'link', 'set', 'dev', 'openhours', 'up');
  };
  connect('here', THIS_MACHINE);

  const machines = names.map((name, index): Machine => {
    const namespace = namespaceOf(name);
    const address = `${NETWORK}.${index + 1}`;
    connect(name, address, ['-n', namespace]);
    ip('-n', namespace, 'link', 'set', 'dev', 'lo', 'up');
    const routes = (change: 'add' | 'delete', other: Machine) => {
      ip('-n', namespace, 'route', change, 'blackhole', other.address);
      ip('-n', namespaceOf(other.name), 'route', change, 'blackhole', address);
    };
    return {
      name,
      address,
      start: (program, args, log) => {
        const user = OWNER ? ['--reuid', String(OWNER.uid), '--regid', String(OWNER.gid), '--clear-groups'] : [];
        const out = openSync(log, 'a');
        const command = ['netns', 'exec', namespace, 'setpriv', ...user, program, ...args];
        return spawn('ip', command, { cwd: '/', stdio: ['ignore', out, out] });
      },
      unplug: () => ip('-n', SWITCH, 'link', 'set', 'dev', name, 'down'),
      plugIn: () => ip('-n', SWITCH, 'link', 'set', 'dev', name, 'up'),
      disconnect: (other) => routes('add', other),
      reconnect: (other) => routes('delete', other),
    };
  });
  return { machines, end };
}

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`);
}
