import type { BetterAuthPlugin } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { OAuthProvider } from 'better-auth/oauth2';
import type { Logger } from 'pino';
import {
  type ExternalIdentity,
  type IdentityProvider,
  IdentityProviderUnavailable,
} from '../../providers/identity/port.ts';
import { accountKey } from './external-identity.ts';
import { personFromIdentity } from './rules.ts';

const UNREACHABLE = {
  code: 'PROVIDER_UNAVAILABLE',
  message: 'Google cannot be reached right now. Please try again in a moment, or sign in with your email.',
};

/**
 * Teaches the identity service to sign people in at Google, or wherever `provider` leads. The service keeps state and
 * nonce, finds, links or makes the person, and opens the session; what the provider says is verified behind our port. An
 * identity token sent by a page is not taken here: without `idToken` the service refuses those.
 */
export function signInWithGoogle(options: {
  readonly provider: IdentityProvider;
  readonly pictureOrigins: readonly string[];
  readonly log: Logger;
}): BetterAuthPlugin {
  const { provider, pictureOrigins, log } = options;

  const google: OAuthProvider<ExternalIdentity> = {
    id: 'google',
    name: 'Google',
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => accountKey(profile),

    async createAuthorizationURL({ state, codeVerifier, idTokenNonce, redirectURI }) {
      if (idTokenNonce === undefined) throw new Error('A sign-in was begun without a nonce');
      try {
        return await provider.signInUrl({ state, codeVerifier, nonce: idTokenNonce, returnTo: redirectURI });
      } catch (error) {
        if (!(error instanceof IdentityProviderUnavailable)) throw error;
        log.warn({ err: error }, 'the identity provider is out of reach');
        throw new APIError('SERVICE_UNAVAILABLE', UNREACHABLE);
      }
    },

    async validateAuthorizationCode({ code, codeVerifier = '', redirectURI }) {
      const idToken = await provider.redeem({ code, codeVerifier, returnTo: redirectURI });
      return idToken === undefined ? null : { idToken };
    },

    async getUserInfo({ idToken, expectedIdTokenNonce: nonce }) {
      if (idToken === undefined || nonce === undefined) return null;
      try {
        const identity = await provider.verify(idToken, { nonce });
        return identity ? { user: personFromIdentity(identity, pictureOrigins), data: identity } : null;
      } catch (error) {
        log.warn({ err: error }, 'an identity could not be verified');
        return null;
      }
    },
  };

  return {
    id: 'sign-in-with-google',
    init: ({ socialProviders }) => ({ context: { socialProviders: [...socialProviders, google] } }),
  };
}
