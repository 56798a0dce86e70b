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
 * A plugin that signs people in at an OpenID provider: Google, or another one from the settings, always under the id
 * 'google'. The service keeps state and nonce, finds, links or creates the person, and opens the session; our port
 * verifies the provider's answer. Without `idToken`, the service refuses identity tokens sent by a page.
 */
export function openIdSignIn(options: {
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
      if (idTokenNonce === undefined) throw new Error('A sign-in was started without a nonce');
      try {
        return await provider.signInUrl({ state, codeVerifier, nonce: idTokenNonce, returnTo: redirectURI });
      } catch (error) {
        if (!(error instanceof IdentityProviderUnavailable)) throw error;
        log.warn({ err: error }, 'the identity provider cannot be reached');
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
    id: 'openid-sign-in',
    init: ({ socialProviders }) => ({ context: { socialProviders: [...socialProviders, google] } }),
  };
}
