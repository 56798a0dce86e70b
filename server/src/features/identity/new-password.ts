import { gunzipSync } from 'node:zlib';
import type { Database } from '../../database/database.ts';
import type { BreachedPasswords } from '../../providers/breached-passwords/port.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { guessableFault, wordsOf } from './guessable-password.ts';
import { listPublicNames } from './store.ts';

const PRODUCT = 'Openhours';
const BREACHED = 'This password is known from a breach of another service. Please choose another one.';

/** The ways to set a password. */
export type PasswordWay =
  | 'sign-up'
  | 'doctor-registration'
  | 'first-admin'
  | 'invitation'
  | 'changed-password'
  | 'reset-link';

/** The specification says which passwords these accept, so only an operator can have them refuse more. */
const SPECIFIED: ReadonlySet<PasswordWay> = new Set(['sign-up', 'doctor-registration']);

interface NewPassword {
  readonly password: string;
  readonly way: PasswordWay;
  /** More names that somebody who guesses would try. */
  readonly names?: readonly string[];
}

export type NewPasswords = ReturnType<typeof createNewPasswords>;

/**
 * Whether a password that follows the contract's rule may be set. Every call that sets one asks here: the identity
 * service's `faultOf` (`refuse-bad-body.ts`), ours `hash`.
 *
 * @param rules.refuseCommonPasswords whether the specification's calls refuse passwords that are easy to guess or breached too
 * @param rules.breached without it, no password is refused as breached
 */
export function createNewPasswords({
  refuseCommonPasswords,
  breached,
  hashPassword,
}: {
  refuseCommonPasswords: boolean;
  breached: BreachedPasswords | undefined;
  hashPassword: (password: string) => Promise<string>;
}) {
  /** Why it is refused, or `undefined`. */
  async function faultOf(db: Database, { password, way, names = [] }: NewPassword): Promise<string | undefined> {
    if (SPECIFIED.has(way) && !refuseCommonPasswords) return undefined;
    const words = wordsOf([PRODUCT, ...names, ...(await listPublicNames(db))]);
    // Passwords are set so seldom that the list is not kept in memory.
    const common = new Set(gunzipSync(Buffer.from(COMMON_PASSWORDS, 'base64')).toString().split('\n'));
    const fault = guessableFault(password, { common, words });
    if (fault !== undefined) return fault;
    return (await breached?.has(password)) ? BREACHED : undefined;
  }

  /** Its hash, or why it is refused. Slow on purpose: not inside a transaction. */
  async function hash(
    db: Database,
    wanted: NewPassword,
  ): Promise<{ readonly hash: string } | { readonly fault: string }> {
    const fault = await faultOf(db, wanted);
    return fault === undefined ? { hash: await hashPassword(wanted.password) } : { fault };
  }

  return { faultOf, hash };
}
