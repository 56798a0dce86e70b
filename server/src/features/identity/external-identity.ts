import type { ExternalIdentity } from '../../providers/identity/port.ts';

/** A place's name for a person names somebody only together with the place. */
export function accountKey({ issuer, subject }: ExternalIdentity): string {
  return `${issuer}#${subject}`;
}

/** Why somebody known elsewhere is not let in, under the codes that travel in a URL and on the wire. */
export const IDENTITY_REFUSALS = {
  email_not_verified:
    'Your email address has not been confirmed there yet. Confirm it first, or sign up with a password.',
  account_not_linked:
    'There is an account with this email address already. Sign in with its password, or reset it; after a reset this ' +
    'way works too.',
} as const;

/**
 * Nobody gets an account, or another way into one, by an address that the place does not vouch for. Whoever has such a
 * way already comes in by the place's name for them, whatever became of their address.
 */
export function refuseUnvouched(incoming: {
  readonly user: { readonly emailVerified?: unknown };
  readonly source: { readonly method: string; readonly action: string };
}) {
  const { user, source } = incoming;
  if (source.method !== 'oauth' || source.action === 'sign-in' || user.emailVerified === true) return undefined;
  return { error: 'email_not_verified', errorDescription: IDENTITY_REFUSALS.email_not_verified };
}
