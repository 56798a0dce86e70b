import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { findChallengedPerson, findPersonByEmail } from '../features/identity/index.ts';
import type { Callers } from './callers.ts';

/** The calls of the identity service by which somebody shows who they are. */
const WAYS: Readonly<Record<string, string>> = {
  'POST /sign-up/email': 'new account',
  'POST /sign-in/email': 'password',
  'GET /callback/google': 'provider',
  'POST /session': 'token of a provider',
  'POST /passkey/verify-authentication': 'passkey',
  'POST /two-factor/verify-totp': 'code of an app',
  'POST /two-factor/verify-backup-code': 'recovery code',
};

/** What is known about an attempt before its answer. */
export interface SignInAttempt {
  method: string;
  path: string;
  /** The address that the body names. It is looked up, and never logged. */
  email?: string | undefined;
  personId?: string | undefined;
  asksPasswordAgain?: boolean;
}

/**
 * Writes a line to the log for every sign-in, every code and every password that is asked for again: how, with which
 * outcome, and the id of the person. An address without an account leaves no trace but the outcome.
 */
export function signInLog({ db, callers, now }: { db: Database; callers: Callers; now: () => Date }) {
  /** Whose attempt it was, from what it named or from the cookies of its answer. */
  async function personOf({ personId, email }: SignInAttempt, cookies: string): Promise<string | undefined> {
    if (personId !== undefined) return personId;
    if (email !== undefined) return (await findPersonByEmail(db, email.toLowerCase()))?.id;
    const { caller } = await callers.find(new Headers({ cookie: cookies }));
    return caller?.personId ?? (await findChallengedPerson(db, { cookie: cookies, now: now() }));
  }

  return async (log: Logger, attempt: SignInAttempt, answer: { response: Response; outcome: SignInOutcome }) => {
    const way = WAYS[`${attempt.method} ${attempt.path}`] ?? (attempt.asksPasswordAgain ? 'password again' : undefined);
    if (way === undefined) return;
    const { response, outcome } = answer;
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    // The session exists already, so a failure to find the person must not fail the sign-in. After a failed answer the
    // person is not looked up, because the database may be down.
    const person =
      outcome === 'failed' ? attempt.personId : await personOf(attempt, cookies.join('; ')).catch(() => undefined);
    log.info({ way, outcome, status: response.status, ...(person === undefined ? {} : { person }) }, 'sign-in');
  };
}

export type SignInOutcome = 'passed' | 'waits for a code' | 'refused' | 'failed';
