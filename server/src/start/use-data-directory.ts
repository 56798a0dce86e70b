import { accessSync, constants } from 'node:fs';
import { ConfigError } from '../config/config-error.ts';
import { createDirectory } from '../create-directory.ts';
import { errorText } from '../error-text.ts';

/**
 * Creates DATA_DIR. Uploads go through it, so a server that cannot write there does not start, even if its database and
 * images are elsewhere.
 *
 * @throws ConfigError if it cannot be created or written
 */
export function useDataDirectory(directory: string): void {
  try {
    createDirectory(directory);
    accessSync(directory, constants.W_OK);
  } catch (error) {
    throw new ConfigError(`DATA_DIR: this user cannot write to the directory (${errorText(error)}).`);
  }
}
