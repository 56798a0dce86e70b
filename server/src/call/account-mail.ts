import type { Attempt, Limits } from './limits.ts';

/** Gmail delivers an address whatever dots it has before the @, under both names. */
const GMAIL = /@(?:gmail|googlemail)\.com$/;

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
  const inbox = inboxOf(email);
  return limits.attempt([...(perHour ? [[perHour, inbox] as const] : []), ['mailByAccountAndDay', inbox]]);
}

/**
 * The address without what most mail servers ignore: 'anna+1@clinic.example' and 'anna+2@clinic.example' are the inbox of
 * 'anna@clinic.example'. Where they are different people, these share a limit.
 */
function inboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [name = ''] = email.slice(0, at).split(/(?<=.)\+/, 1);
  return GMAIL.test(email) ? `${name.replaceAll('.', '')}@gmail.com` : name + email.slice(at);
}
