import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createDirectory } from '../create-directory.ts';
import { errorCode } from '../error-code.ts';
import { errorText } from '../error-text.ts';
import { ConfigError } from './config-error.ts';

/**
 * The secret of this installation, created once in a file in the data directory.
 *
 * @throws ConfigError if the directory cannot be used or the file is damaged
 */
export function installationSecret(file: string): string {
  let secret: string;
  try {
    createDirectory(dirname(file));
    secret = makeOrRead(file);
  } catch (error) {
    throw new ConfigError(`DATA_DIR: the directory cannot be used (${errorText(error)}).`);
  }
  if (secret.length < 32)
    throw new ConfigError(`AUTH_SECRET: the file ${file} is damaged. Delete it to create a new one.`);
  return secret;
}

function makeOrRead(file: string): string {
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
