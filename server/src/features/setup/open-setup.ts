import { randomBytes } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { countAdmins } from '../identity/index.ts';
import { replaceSetupCode } from './store.ts';

const CODE_BYTES = 24;
/** How long a printed set-up address is valid. */
const CODE_HOURS = 24;

/**
 * Creates the code for setting up a clinic that has no admin; the caller prints it. Earlier codes become invalid.
 * Returns undefined if the clinic has an admin.
 */
export async function openSetup(db: Database, now: Date): Promise<string | undefined> {
  if ((await countAdmins(db)) > 0) return undefined;
  const code = randomBytes(CODE_BYTES).toString('base64url');
  const expiresAt = new Date(now.getTime() + CODE_HOURS * 3_600_000);
  await replaceSetupCode(db, { code, expiresAt });
  return code;
}
