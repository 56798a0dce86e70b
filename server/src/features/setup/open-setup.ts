import { randomBytes } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { countAdmins } from '../identity/index.ts';
import { CODE_HOURS, hashOfCode } from './code.ts';
import { replaceSetupCode } from './store.ts';

const CODE_BYTES = 24;

/**
 * A new code for setting up a clinic without an admin, to be printed where the operator reads it. An earlier code is
 * then invalid. `undefined`: the clinic has an admin.
 */
export async function openSetup(db: Database, now: Date): Promise<string | undefined> {
  if ((await countAdmins(db)) > 0) return undefined;
  const code = randomBytes(CODE_BYTES).toString('base64url');
  const expiresAt = new Date(now.getTime() + CODE_HOURS * 3_600_000);
  await replaceSetupCode(db, { hash: hashOfCode(code), expiresAt });
  return code;
}
