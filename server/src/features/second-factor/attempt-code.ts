import { countedAddress } from '../../call/counted-address.ts';
import type { Attempt, Limits } from '../../call/limits.ts';
import { problemResponse } from '../../call/problems.ts';
import type { Database } from '../../database/database.ts';
import { claimCode } from '../identity/index.ts';

/** Calls that reveal whether a code is right. */
export const TRIES_A_CODE: ReadonlySet<string> = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code']);

const CODE = /^\d{6}$/;
const USED = 'This code is wrong or was used before. Enter the next one that your app shows.';

/**
 * Counts an attempt at a code before it is made: the caller's own, or, during a sign-in, of the person who has entered
 * the first factor. Only wrong ones stay counted. A code of an app can be tried once, so nobody can use one that they
 * have seen (RFC 6238, 5.2).
 */
export async function attemptCode(
  { db, limits }: { db: Database; limits: Limits },
  attempt: {
    path: string;
    body: unknown;
    personId: string | undefined;
    address: string;
    now: Date;
  },
): Promise<Attempt> {
  const { path, body, personId, address, now } = attempt;
  if (personId === undefined) {
    const message = 'Your sign-in took too long. Please start again.';
    return { refusal: problemResponse('UNAUTHORIZED', { message }) };
  }
  const counted = await limits.attempt([
    ['wrongCodesByAddress', countedAddress(address)],
    ['wrongCodesByPerson', personId],
  ]);
  if (counted.refusal || path !== '/two-factor/verify-totp') return counted;

  const code: unknown = Reflect.get(Object(body), 'code');
  if (typeof code !== 'string' || !CODE.test(code)) {
    return { refusal: problemResponse('BAD_REQUEST', { message: 'Enter the 6 digits that your app shows.' }) };
  }
  const isFirst = await claimCode(db, { personId, code, now });
  return isFirst ? counted : { refusal: problemResponse('BAD_REQUEST', { message: USED }) };
}
