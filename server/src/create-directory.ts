import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './error-code.ts';

/**
 * Creates a directory and those above it that are missing. `mkdirSync` with `recursive` never returns in /proc,
 * where creating a directory fails with ENOENT.
 */
export function createDirectory(directory: string): void {
  const parent = dirname(directory);
  if (statSync(parent, { throwIfNoEntry: false }) === undefined) createDirectory(parent);
  try {
    mkdirSync(directory);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !statSync(directory).isDirectory()) throw error;
  }
}
