import { statfs } from 'node:fs/promises';
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

/** A connection, in the form that `pg` takes. */
export interface ConnectionParameters {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** Our own PostgreSQL, which nobody else can reach. */
export interface EmbeddedPostgres {
  readonly connection: ConnectionParameters;
  /** Resolves once: undefined after `stop`, or the reason for giving the server up. It never rejects. */
  readonly exited: Promise<DatabaseUnavailable | undefined>;
  /** Ends all connections and stops the server. */
  stop(): Promise<void>;
}

/** For several nodes, or many tests. */
const MOST_CONNECTIONS = 250;
/** PostgreSQL writes ahead in files of 16 MB, and needs one to start after a crash. */
const NEEDED_BYTES = 2 * 16 * 1024 * 1024;

/**
 * Starts the embedded PostgreSQL and keeps it running.
 *
 * First cleans up after earlier runs (our process or the server killed, a cluster half created). A server that dies is
 * restarted; its connections break, so a pool must reconnect, as `pg` does.
 *
 * @param options.dataDirectory its own folder, created if missing; one process at a time
 * @param options.durable false risks all data in a crash of the machine, for tests
 * @param options.connections how many are open at most
 * @throws DatabaseUnavailable with a sentence for the operator
 */
export async function startEmbeddedPostgres(options: {
  readonly dataDirectory: string;
  readonly durable: boolean;
  readonly connections?: number;
  readonly log: DatabaseLog;
}): Promise<EmbeddedPostgres> {
  const { durable, connections = MOST_CONNECTIONS, log } = options;
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
    const plan = {
      dataDirectory,
      binaries,
      way,
      settings: [...serverSettings({ durable, connections }), ...settings],
      log,
    };
    const server = await keepRunning(
      { run: (signal) => runServer(plan, signal), hasRoom: () => hasRoom(dataDirectory) },
      log,
    );

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

async function hasRoom(directory: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize > NEEDED_BYTES;
}
