import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { errorCode } from '../../error-code.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import type { WayToRun } from './way-to-run.ts';

/** Where the server listens, in the form that `pg` takes: a host that begins with a slash is the folder of a socket. */
interface Endpoint {
  readonly host: string;
  readonly port: number;
  /** Settings of the server, `name=value`. */
  readonly settings: readonly string[];
}

/** The kernel limits the path of a socket to 107 bytes on Linux and 103 on macOS. */
const MAX_SOCKET_PATH_BYTES = 103;
const SOCKET_FILE = '.s.PGSQL.5432';

/**
 * The folder for the socket: in the data directory, or in the system's temporary folder if the path would be too long.
 * Undefined on Windows, where Node does not support such sockets.
 */
export function socketFolderOf(dataDirectory: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  const inside = join(dataDirectory, 'socket');
  if (fits(inside)) return inside;
  const name = `openhours-${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 12)}`;
  return [join(tmpdir(), name), join('/tmp', name)].find(fits);
}

/**
 * Creates the endpoint: a socket in a private folder, without any network. On Windows, a free port on the loopback
 * address, protected by the password alone.
 *
 * @throws DatabaseUnavailable if the folder belongs to someone else
 */
export async function prepareEndpoint(folder: string | undefined, way: WayToRun): Promise<Endpoint> {
  if (folder === undefined) {
    const port = await freePort();
    return {
      host: '127.0.0.1',
      port,
      settings: [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='],
    };
  }
  await removeFolder(folder);
  await mkdir(folder, { mode: 0o700 });
  if (way.owner !== undefined) await chown(folder, way.owner.uid, way.owner.gid);
  const socket = [`unix_socket_directories=${folder}`, 'unix_socket_permissions=0700'];
  return { host: folder, port: 5432, settings: ['listen_addresses=', ...socket] };
}

/** Deletes the folder with the remains of a killed server, which could prevent the next start. */
export async function removeFolder(folder: string): Promise<void> {
  const owner = await lstat(folder).then(
    (found) => found.uid,
    (error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    },
  );
  if (owner === undefined) return;
  const self = process.getuid?.() ?? 0;
  if (self !== 0 && owner !== self) {
    throw new DatabaseUnavailable(`The folder ${folder} belongs to someone else (user ${owner}). Remove it.`);
  }
  await rm(folder, { recursive: true });
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET_FILE)) <= MAX_SOCKET_PATH_BYTES;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** The folders that a server must be able to reach. */
export function foldersAround(dataDirectory: string, socketFolder: string | undefined): readonly string[] {
  return socketFolder === undefined ? [dataDirectory] : [dataDirectory, dirname(socketFolder)];
}
