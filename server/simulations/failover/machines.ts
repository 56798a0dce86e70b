import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { OWNER } from './cluster.ts';

/**
 * A machine with an address of its own: a network namespace, so that its network can be cut while its programs go on. It has
 * this machine's files and processes.
 */
export interface Machine {
  readonly name: string;
  readonly address: string;
  /** Starts a program on it that writes to this log, as the user who owns the cluster. */
  readonly start: (program: string, args: readonly string[], log: string) => ChildProcess;
  /** Nothing reaches it any more, from nowhere. */
  readonly unplug: () => void;
  readonly plugIn: () => void;
  /** Neither of the two reaches the other. Everybody else reaches both. */
  readonly part: (other: Machine) => void;
  readonly reunite: (other: Machine) => void;
}

/** A network that nobody else is likely to have, for tests of equipment (RFC 2544). */
const NETWORK = '198.18.71';
const THIS_MACHINE = `${NETWORK}.254`;
const SWITCH = 'openhours-switch';
const namespaceOf = (name: string) => `openhours-${name}`;

/**
 * Machines at one switch with this machine. The switch is in a namespace of its own, where no firewall filters what passes
 * it. Needs Linux, `ip`, and the rights of root.
 */
export function startMachines(names: readonly string[]): { machines: readonly Machine[]; end: () => void } {
  const namespaces = [SWITCH, ...names.map(namespaceOf)];
  const end = () => {
    // Their interfaces go with them, also the one of this machine.
    for (const namespace of namespaces) spawnSync('ip', ['netns', 'delete', namespace]);
  };
  // What an earlier run may have left.
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
      part: (other) => routes('add', other),
      reunite: (other) => routes('delete', other),
    };
  });
  return { machines, end };
}

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`);
}
