import { passwordFault, signUpPasswordMessages } from '@openhours/contract/password-rule.ts';
import { EmailInput } from '@openhours/contract/wire.ts';
import { APIError } from 'better-auth/api';
import type { Database } from '../../database/database.ts';
import type { NewPasswords, PasswordWay } from './new-password.ts';
import { NOT_OUR_IMAGE, profileFault } from './rules.ts';

/** The calls and fields that set a password. The specification's rule applies to each, then `new-password.ts`. */
const PASSWORD_FIELDS: Readonly<Record<string, { readonly field: string; readonly way: PasswordWay }>> = {
  '/sign-up/email': { field: 'password', way: 'sign-up' },
  '/reset-password': { field: 'newPassword', way: 'reset-link' },
  '/change-password': { field: 'newPassword', way: 'changed-password' },
};
const SETS_A_PROFILE = new Set(['/sign-up/email', '/update-user']);

/**
 * Refuses what the identity service would accept, or refuse with technical messages.
 *
 * @throws APIError 400 with a message for the user
 */
export async function refuseBadBody(
  db: Database,
  { path, body, newPasswords }: { path: string; body: unknown; newPasswords: NewPasswords },
): Promise<void> {
  if (SETS_A_PROFILE.has(path)) refuseBadProfile(path, body);
  // `http/identity-routes.ts` checks the email addresses of the other calls, because it counts them.
  if (path === '/sign-up/email') refuseBadEmail(body);
  if (path === '/sign-in/email' && typeof textField(body, 'password') !== 'string') {
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_REFUSED', message: signUpPasswordMessages.missing });
  }
  refuseBadCallback(path, body);
  const sets = PASSWORD_FIELDS[path];
  if (!sets) return;
  const given = textField(body, sets.field);
  const password = typeof given === 'string' ? given : '';
  const fault = passwordFault(password);
  const message = fault ? signUpPasswordMessages[fault] : await newPasswords.faultOf(db, { password, way: sets.way });
  if (message !== undefined) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_REFUSED', message });
}

function refuseBadProfile(path: string, body: unknown): void {
  const isNew = path === '/sign-up/email';
  const name = textField(body, 'name');
  const image = textField(body, 'image');
  // Nobody can have uploaded an image before signing up.
  const isUpload = typeof image === 'string' && image.startsWith('/images/');
  const fault =
    profileFault({ name: isNew && name === undefined ? '' : name, image }) ??
    (isNew && isUpload ? NOT_OUR_IMAGE : undefined);
  if (fault) throw new APIError('BAD_REQUEST', { code: 'PROFILE_REFUSED', message: fault });
}

/**
 * The service writes these addresses into a header, which takes ASCII only. A sign-in with a password leads nowhere: its
 * answer is no redirect.
 */
function refuseBadCallback(path: string, body: unknown): void {
  for (const field of ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL']) {
    const address = textField(body, field);
    if (typeof address !== 'string') continue;
    if (path !== '/sign-in/email' && /^[\x21-\x7e]*$/.test(address)) continue;
    throw new APIError('BAD_REQUEST', { code: 'CALLBACK_REFUSED', message: `This ${field} is not accepted.` });
  }
}

/** The rule for email addresses in all calls, so that a new account can be named in each of them. */
function refuseBadEmail(body: unknown): void {
  const email = textField(body, 'email');
  if (typeof email === 'string' && email.trim() === email && EmailInput.safeParse(email).success) return;
  throw new APIError('BAD_REQUEST', { code: 'EMAIL_REFUSED', message: 'That is not an email address.' });
}

function textField(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined;
}
