import type { DatabaseLog } from '../database-log.ts';
import type { DatabaseUnavailable } from '../database-unavailable.ts';
import { prepareBinaries } from './binaries.ts';
import { clusterIn, NAME, prepareCluster } from './cluster.ts';
import { holdDataDirectory } from './data-directory.ts';
import { foldersAround, prepareEndpoint, removeFolder, socketFolderOf } from './endpoint.ts';
import { keepRunning } from './keep-running.ts';
import { runServer } from './run-server.ts';
import { serverSettings } from './settings.ts';
import { stopLeftover } from './stop-server.ts';
import { chooseWayToRun } from './way-to-run.ts';

/** How to reach a database, in the words of `pg`. */
export interface ConnectionParameters {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** A PostgreSQL of our own, reachable by nobody else. */
export interface EmbeddedPostgres {
  readonly connection: ConnectionParameters;
  /** Settles once: undefined after `stop`, or why the server was given up. It never rejects. */
  readonly exited: Promise<DatabaseUnavailable | undefined>;
  /** Ends all connections and stops the server. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that comes with us and keeps it running.
 *
 * What an earlier run left behind in whatever state (killed itself, its server killed, half a cluster made) is cleared up
 * first. A server that dies is started again; connections break, so a pool has to connect anew, which `pg` does.
 *
 * @param options.dataDirectory a folder of its own, made where it is missing; one process at a time
 * @param options.durable false lets a crash of the machine lose everything, for tests
 * @throws DatabaseUnavailable with a sentence for the operator
 */
export async function startEmbeddedPostgres(options: {
  readonly dataDirectory: string;
  readonly durable: boolean;
  readonly log: DatabaseLog;
}): Promise<EmbeddedPostgres> {
  const { durable, log } = options;
  const held = await holdDataDirectory(options.dataDirectory);
  const dataDirectory = held.path;
  try {
    await stopLeftover(clusterIn(dataDirectory), log);
    const socketFolder = socketFolderOf(dataDirectory);
    const { way, binaries } = await chooseWayToRun({
      binaries: await prepareBinaries(dataDirectory),
      dataDirectory,
      folders: foldersAround(dataDirectory, socketFolder),
    });
    const { password } = await prepareCluster({ dataDirectory, binaries, way, durable });
    const { host, port, settings } = await prepareEndpoint(socketFolder, way);
    const plan = { dataDirectory, binaries, way, settings: [...serverSettings({ durable }), ...settings], log };
    const server = await keepRunning((signal) => runServer(plan, signal), log);

    const cleanUp = async () => {
      if (socketFolder !== undefined) await removeFolder(socketFolder);
      held.release();
    };
    const exited = server.exited.then(async (reason) => {
      await cleanUp();
      return reason;
    });
    return {
      connection: { host, port, user: NAME, password, database: NAME },
      exited,
      stop: async () => {
        await server.stop();
        await exited;
      },
    };
  } catch (error) {
    held.release();
    throw error;
  }
}
