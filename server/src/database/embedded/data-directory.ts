import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorCode } from '../../error-code.ts';
import { errorText } from '../../error-text.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';

/** A data directory that is locked until `release`, or until this process ends. */
interface HeldDataDirectory {
  /** Absolute, with symbolic links resolved. */
  readonly path: string;
  release(): void;
}

/**
 * Creates the data directory if needed and locks it against other processes.
 *
 * The lock is SQLite's: the kernel releases it when the process ends, so it is never stale. (Lock files with a time or
 * a process id are stale after every `kill -9`.)
 *
 * @throws DatabaseUnavailable if another process has locked it, or it cannot be written
 */
export async function holdDataDirectory(dataDirectory: string): Promise<HeldDataDirectory> {
  try {
    await mkdir(dataDirectory, { recursive: true, mode: 0o755 });
    const path = await realpath(dataDirectory);
    // For a start as root: the server runs as nobody, which may enter its own folders but not list this one.
    await chmod(path, process.getuid?.() === 0 ? 0o711 : 0o700);
    return { path, release: lock(path) };
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    throw new DatabaseUnavailable(`The data directory ${dataDirectory} cannot be used: ${errorText(error)}.`);
  }
}

function lock(directory: string): () => void {
  const file = join(directory, 'lock.db');
  const holderFile = join(directory, 'lock.pid');
  closeSync(openSync(file, 'a', 0o600));
  const connection = new DatabaseSync(file, { timeout: 0 });
  try {
    connection.exec('PRAGMA locking_mode = exclusive; BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    if (!errorText(error).includes('locked')) throw error;
    throw new DatabaseUnavailable(
      `Another Openhours (process ${holderOf(holderFile)}) is using the data directory ${directory}. ` +
        'Stop it first, or set DATA_DIR to another directory.',
    );
  }
  // Only for the message above; the lock does not depend on this file.
  writeFileSync(holderFile, String(process.pid));
  return () => {
    rmSync(holderFile, { force: true });
    connection.close();
  };
}

function holderOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim() || 'unknown';
  } catch (error) {
    return errorCode(error) ?? 'unknown';
  }
}
