import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { userInfo } from 'node:os';
import { errorText } from '../../error-text.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import { type Binaries, copyBinaries } from './binaries.ts';

/** The user that runs PostgreSQL. It refuses to run as root, and `initdb` as a user without a name. */
export interface WayToRun {
  readonly name: 'ourselves' | 'nobody' | 'user namespace';
  /** The required owner of the database's files; undefined: the current user. */
  readonly owner: Owner | undefined;
  spawn(file: string, args: readonly string[], options: Pick<SpawnOptions, 'stdio' | 'detached'>): ChildProcess;
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const NOBODY: Owner = { uid: 65_534, gid: 65_534 };

// No environment variables (secrets, PG…) for the server. Windows programs do not start without theirs.
const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

/**
 * The first way that works here, by trying each, and the binaries for it.
 *
 * - A normal user runs them directly; one without an entry in the list of users, in a user namespace.
 * - root runs them as `nobody`. If `nobody` cannot enter a folder above the binaries or the data, in a user namespace,
 *   which sees what root sees; if that is forbidden too, with a copy of the binaries for `nobody`.
 *
 * @param folders that PostgreSQL must reach
 * @throws DatabaseUnavailable if none works
 */
export async function chooseWayToRun(wanted: {
  readonly binaries: Binaries;
  readonly dataDirectory: string;
  readonly folders: readonly string[];
}): Promise<{ readonly way: WayToRun; readonly binaries: Binaries }> {
  const { binaries, dataDirectory, folders } = wanted;
  const refusals: string[] = [];
  const works = async (way: WayToRun, candidate: Binaries) => {
    const refusal = await refusalOf(way, candidate, folders);
    if (refusal !== undefined) refusals.push(`${way.name}: ${refusal}`);
    return refusal === undefined;
  };

  const uid = process.getuid?.();
  if (uid !== 0) {
    const ways = uid === undefined || hasName() ? [ourselves] : [userNamespace, ourselves];
    for (const way of ways) if (await works(way, binaries)) return { way, binaries };
  } else {
    for (const way of [asNobody, userNamespace]) if (await works(way, binaries)) return { way, binaries };
    const copy = await copyBinaries(binaries, dataDirectory);
    if (await works(asNobody, copy)) return { way: asNobody, binaries: copy };
  }
  throw new DatabaseUnavailable(
    `The embedded PostgreSQL cannot run here (${refusals.join('; ')}). ` +
      (uid === 0
        ? `As root it runs as the user nobody, so nobody must be able to enter every folder above ${dataDirectory}: ` +
          'set DATA_DIR to such a folder, start Openhours as a normal user, or set DATABASE_URL to a PostgreSQL server.'
        : 'Set DATABASE_URL to a PostgreSQL server, version 15 or later.'),
  );
}

/** Runs a program to its end. Never throws: if it cannot start, `code` is undefined and `errors` says why. */
export async function runToEnd(
  way: WayToRun,
  file: string,
  args: readonly string[],
  input = '',
): Promise<{ readonly code: number | undefined; readonly output: string; readonly errors: string }> {
  let child: ChildProcess;
  try {
    child = way.spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  } catch (error) {
    return { code: undefined, output: '', errors: errorText(error) };
  }
  let output = '';
  let errors = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
  // A program may end without reading its input.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: undefined, output, errors: errors + error.message }));
    child.once('close', (code) => resolve({ code: code ?? undefined, output, errors }));
  });
}

const ourselves: WayToRun = {
  name: 'ourselves',
  owner: undefined,
  spawn: (file, args, options) =>
    process.platform === 'win32'
      ? spawn(file, args, { ...options, windowsHide: true })
      : spawn(file, args, { ...options, cwd: '/', env: ENVIRONMENT }),
};

const asNobody: WayToRun = {
  name: 'nobody',
  owner: NOBODY,
  spawn: (file, args, options) => spawn(file, args, { ...options, ...NOBODY, cwd: '/', env: ENVIRONMENT }),
};

// Inside the namespace the process is called nobody; outside, its files belong to us.
const userNamespace: WayToRun = {
  name: 'user namespace',
  owner: process.getuid?.() === 0 ? { uid: 0, gid: 0 } : undefined,
  spawn: (file, args, options) => {
    const unshare = ['--user', `--map-user=${NOBODY.uid}`, `--map-group=${NOBODY.gid}`, '--', file, ...args];
    return spawn('unshare', unshare, { ...options, cwd: '/', env: ENVIRONMENT });
  },
};

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** Why this way does not work, or undefined if it does. */
async function refusalOf(way: WayToRun, binaries: Binaries, folders: readonly string[]): Promise<string | undefined> {
  const version = ['--version'];
  const probe =
    process.platform === 'win32'
      ? await runToEnd(way, binaries.postgres, version)
      : await runToEnd(way, '/bin/sh', ['-c', ENTER_AND_RUN, 'sh', binaries.postgres, ...folders]);
  if (probe.code === 0) return undefined;
  return (probe.errors.trim().split('\n').at(-1) ?? '') || `exit code ${probe.code}`;
}

const ENTER_AND_RUN = 'program=$1; shift; for folder; do cd "$folder" || exit 1; done; exec "$program" --version';
