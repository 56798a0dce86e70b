import { passwordFault, signUpPasswordMessages } from '@openhours/contract/password-rule.ts';
import { EmailInput } from '@openhours/contract/wire.ts';
import { APIError } from 'better-auth/api';
import { NOT_OUR_IMAGE, profileFault } from './rules.ts';

/** The calls and fields that set a password. The specification's rule applies to each. */
const PASSWORD_FIELDS: Readonly<Record<string, string>> = {
  '/sign-up/email': 'password',
  '/reset-password': 'newPassword',
  '/change-password': 'newPassword',
};
const SETS_A_PROFILE = new Set(['/sign-up/email', '/update-user']);

/**
 * Refuses what the identity service would accept, or refuse with technical messages.
 *
 * @throws APIError 400 with a message for the user
 */
export function refuseBadBody({ path, body }: { path: string; body: unknown }): void {
  if (SETS_A_PROFILE.has(path)) refuseBadProfile(path, body);
  // `http/identity-routes.ts` checks the email addresses of the other calls, because it counts them.
  if (path === '/sign-up/email') refuseBadEmail(body);
  const passwordField = PASSWORD_FIELDS[path];
  if (passwordField !== undefined) refuseBadPassword(textField(body, passwordField));
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

/** The rule for email addresses in all calls, so that a new account can be named in each of them. */
function refuseBadEmail(body: unknown): void {
  const email = textField(body, 'email');
  if (typeof email === 'string' && email.trim() === email && EmailInput.safeParse(email).success) return;
  throw new APIError('BAD_REQUEST', { code: 'EMAIL_REFUSED', message: 'That is not an email address.' });
}

function refuseBadPassword(password: unknown): void {
  const fault = passwordFault(typeof password === 'string' ? password : '');
  if (fault) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_REFUSED', message: signUpPasswordMessages[fault] });
}

function textField(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined;
}
