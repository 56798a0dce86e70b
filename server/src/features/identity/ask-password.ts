import type { CallContext } from '../../call/call-context.ts';
import type { Limits } from '../../call/limits.ts';
import { attemptPassword } from '../../call/password-attempts.ts';
import { RefusedByLimit } from '../../call/problems.ts';
import { checkPassword, type PasswordCheck } from './check-password.ts';

/**
 * Checks the password with which a call is confirmed. Wrong ones are counted, and each attempt is in the log.
 *
 * @param of.email the address of the account
 * @throws RefusedByLimit if too many were wrong, or if they cannot be counted
 */
export async function askPassword(
  { db, address, logSignIn }: CallContext,
  limits: Limits,
  of: { personId: string; email: string; password: string | undefined },
): Promise<PasswordCheck> {
  const { personId, email: account, password = '' } = of;
  const log = (outcome: 'passed' | 'refused' | 'failed') =>
    logSignIn({ way: 'password again', outcome, person: personId });
  const attempt = await attemptPassword(limits, { account, address });
  if (attempt.refusal) {
    log(attempt.refusal.status >= 500 ? 'failed' : 'refused');
    throw new RefusedByLimit(attempt.refusal);
  }
  const check = await checkPassword(db, { personId, password });
  if (check.checked !== 'none') log(check.checked === 'right' ? 'passed' : 'refused');
  if (check.checked !== 'wrong') await attempt.undo();
  return check;
}
