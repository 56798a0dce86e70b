import type { CallContext } from '../../call/call-context.ts';
import type { Limits } from '../../call/limits.ts';
import { attemptPassword } from '../../call/password-attempts.ts';
import { problemError } from '../../call/problems.ts';
import { checkPassword } from './check-password.ts';

/**
 * Checks the password with which a call is confirmed. Wrong ones are counted, and each check is in the log.
 *
 * @param of.email the address of the account
 * @returns `none` if the account has no password
 * @throws a problem if too many were wrong
 */
export async function askPassword(
  { db, address, logSignIn }: CallContext,
  limits: Limits,
  of: { personId: string; email: string; password: string | undefined },
): Promise<'right' | 'wrong' | 'none'> {
  const { personId, email: account, password = '' } = of;
  const attempt = await attemptPassword(limits, { account, address });
  const checked = attempt.refusal ? 'wrong' : await checkPassword(db, { personId, password });
  if (checked !== 'none') {
    logSignIn({ way: 'password again', outcome: checked === 'right' ? 'passed' : 'refused', person: personId });
  }
  if (attempt.refusal) throw problemError('TOO_MANY_REQUESTS');
  if (checked !== 'wrong') await attempt.undo();
  return checked;
}
