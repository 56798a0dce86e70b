import { passwordFault, signUpPasswordMessages } from '@openhours/contract/password-rule.ts';
import { EmailInput } from '@openhours/contract/wire.ts';
import { APIError } from 'better-auth/api';
import type { Database } from '../../database/database.ts';
import { claimImage } from '../images/index.ts';
import { NOT_OUR_IMAGE, profileFault } from './rules.ts';

/** Where a body may set a password, and under which name. Each is held to the rule of the specification. */
const PASSWORD_FIELDS: Readonly<Record<string, string>> = {
  '/sign-up/email': 'password',
  '/reset-password': 'newPassword',
  '/change-password': 'newPassword',
};
const NAMES_AN_EMAIL = new Set(['/sign-up/email', '/sign-in/email', '/request-password-reset']);
const SETS_A_PROFILE = new Set(['/sign-up/email', '/update-user']);

/**
 * What the identity service would let pass, or refuse in words for programmers.
 *
 * @throws APIError 400 with a sentence for the person who fills in the form
 */
export async function refuseBadBody(db: Database, { path, body }: { path: string; body: unknown }): Promise<void> {
  if (SETS_A_PROFILE.has(path)) refuseBadProfile(path, body);
  if (NAMES_AN_EMAIL.has(path)) refuseBadEmail(body);
  const passwordField = PASSWORD_FIELDS[path];
  if (passwordField !== undefined) refuseBadPassword(textField(body, passwordField));
  if (SETS_A_PROFILE.has(path)) await refuseUnknownImage(db, textField(body, 'image'));
}

function refuseBadProfile(path: string, body: unknown): void {
  const name = textField(body, 'name');
  const fault = profileFault({
    name: path === '/sign-up/email' && name === undefined ? '' : name,
    image: textField(body, 'image'),
  });
  if (fault) throw new APIError('BAD_REQUEST', { code: 'PROFILE_REFUSED', message: fault });
}

/** An uploaded picture must be here, and stays from now on. Nothing is ever fetched to find out. */
async function refuseUnknownImage(db: Database, image: unknown): Promise<void> {
  if (typeof image !== 'string' || !image.startsWith('/images/')) return;
  if (await claimImage(db, { url: image, now: new Date() })) return;
  throw new APIError('BAD_REQUEST', { code: 'PROFILE_REFUSED', message: NOT_OUR_IMAGE });
}

/** The same addresses as everywhere else, so that whoever signs up can be named in every call. */
function refuseBadEmail(body: unknown): void {
  const email = textField(body, 'email');
  if (typeof email === 'string' && email.trim() === email && EmailInput.safeParse(email).success) return;
  throw new APIError('BAD_REQUEST', { code: 'EMAIL_REFUSED', message: 'That is not an e-mail address.' });
}

function refuseBadPassword(password: unknown): void {
  const fault = passwordFault(typeof password === 'string' ? password : '');
  if (fault) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_REFUSED', message: signUpPasswordMessages[fault] });
}

function textField(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined;
}
