import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import { errorCode, errorText } from './file-errors.ts';

/** A data directory that is ours alone until `release`, or until this process ends in whatever way. */
export interface HeldDataDirectory {
  /** Absolute and free of links. */
  readonly path: string;
  release(): void;
}

/**
 * Makes the data directory where it is missing and holds it against every other process.
 *
 * The lock is SQLite's: a lock of the kernel on a file, which disappears with its holder, so there is no such thing as
 * a stale one. (Lock files with an age or a process id in them are stale after every `kill -9`.)
 *
 * @throws DatabaseUnavailable when another process holds it, or when it cannot be written
 */
export async function holdDataDirectory(dataDirectory: string): Promise<HeldDataDirectory> {
  try {
    await mkdir(dataDirectory, { recursive: true, mode: 0o755 });
    const path = await realpath(dataDirectory);
    // root's server runs as nobody: it may pass through to its own folders and not look around.
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
  // For the sentence above and nothing else: whoever holds the lock, holds it, whatever this file says.
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
