import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../error-code.ts';
import { clusterIn, NAME, passwordOf } from './cluster.ts';
import type { ConnectionParameters } from './start-embedded-postgres.ts';

/**
 * The connection to the server that another Openhours process runs in this data directory, from PostgreSQL's own files;
 * undefined if none has run since the last clean stop. The server may be dead: only connecting shows it.
 */
export async function findRunningPostgres(dataDirectory: string): Promise<ConnectionParameters | undefined> {
  const cluster = clusterIn(dataDirectory);
  try {
    const [, , , port = '', socketFolder = '', address = ''] = (
      await readFile(join(cluster, 'postmaster.pid'), 'utf8')
    ).split('\n');
    const host = socketFolder.trim() || address.trim();
    if (host === '' || !/^\d+$/.test(port.trim())) return undefined;
    return { host, port: Number(port), user: NAME, password: await passwordOf(cluster), database: NAME };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
