import type { Attempt, Limits } from './limits.ts';

/**
 * Counts an email that anybody can have sent to an address: a confirmation, or a link for a new password. All of them share a
 * limit per day, so that nobody can fill somebody else's inbox by asking for each kind again and again. It is counted whether or
 * not the address has an account, which a refusal must not reveal.
 *
 * @param email in lower case
 * @param perHour the limit of its kind, if it has one by address
 */
export function attemptAccountMail(
  limits: Limits,
  email: string,
  perHour?: 'confirmationMailByAccount' | 'passwordMailByAccount',
): Promise<Attempt> {
  return limits.attempt([...(perHour ? [[perHour, email] as const] : []), ['mailByAccountAndDay', email]]);
}
