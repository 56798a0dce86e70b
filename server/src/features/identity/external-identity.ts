import type { ExternalIdentity } from '../../providers/identity/port.ts';

/** A provider's id of a person; unique only together with the provider. */
export function accountKey({ issuer, subject }: ExternalIdentity): string {
  return `${issuer}#${subject}`;
}

/** Why a provider's account is refused, under the codes used in URLs and on the wire. */
export const IDENTITY_REFUSALS = {
  email_not_verified:
    'Your email address has not been confirmed there yet. Confirm it first, or sign up with a password.',
  account_not_linked:
    'There is already an account with this email address. Sign in with its password, or reset it; after a reset you ' +
    'can sign in this way too.',
} as const;

/**
 * An unconfirmed address neither creates an account nor adds a sign-in method to one. Accounts already linked are found
 * by the provider's id, whatever the address is now.
 */
export function refuseUnconfirmed(incoming: {
  readonly user: { readonly emailVerified?: unknown };
  readonly source: { readonly method: string; readonly action: string };
}) {
  const { user, source } = incoming;
  if (source.method !== 'oauth' || source.action === 'sign-in' || user.emailVerified === true) return undefined;
  return { error: 'email_not_verified', errorDescription: IDENTITY_REFUSALS.email_not_verified };
}
