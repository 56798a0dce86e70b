import { ProviderUnavailable } from '../provider-unavailable.ts';

/** A person at another provider, from a token that it signed. */
export interface ExternalIdentity {
  /** The provider's URL, and its permanent id of the person. Unique only together. */
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  /** Whether the provider confirms the address, with `true` or the text 'true'. */
  readonly emailVerified: boolean;
  readonly name: string | undefined;
  readonly picture: string | undefined;
  readonly issuedAt: Date;
  /** When they last authenticated there, if the provider says. */
  readonly authenticatedAt: Date | undefined;
}

/** Verifies the identity tokens of one issuer. */
export interface IdentityVerifier {
  /**
   * The identity in a token; `undefined` if it is not a valid token of that issuer for us. With `nonce`, only one that
   * was requested with it.
   *
   * @throws IdentityProviderUnavailable
   */
  verify(token: string, expected?: { readonly nonce: string }): Promise<ExternalIdentity | undefined>;
}

/** A provider at which people sign in by a redirect with a code. */
export interface IdentityProvider extends IdentityVerifier {
  /**
   * The address for the browser. `state` comes back with the code, `nonce` in the token; only a digest of
   * `codeVerifier` is sent, so the code alone is useless.
   *
   * @throws IdentityProviderUnavailable
   */
  signInUrl(request: {
    readonly state: string;
    readonly nonce: string;
    readonly codeVerifier: string;
    readonly returnTo: string;
  }): Promise<URL>;
  /**
   * The identity token for a code; `undefined` if the provider rejects the code.
   *
   * @throws IdentityProviderUnavailable
   */
  redeem(code: {
    readonly code: string;
    readonly codeVerifier: string;
    readonly returnTo: string;
  }): Promise<string | undefined>;
}

/** The provider cannot be reached or gives an unusable answer. It says nothing about the person. */
export class IdentityProviderUnavailable extends ProviderUnavailable {
  override name = 'IdentityProviderUnavailable';
}
