/** Who somebody is at another place where they have an account, in that place's signed word. */
export interface ExternalIdentity {
  /** The place, as a URL, and its unchanging name for the person. Only together do they name somebody. */
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  /** Whether the place vouches for the address: it said so outright, as `true` or as the text 'true'. */
  readonly emailVerified: boolean;
  readonly name: string | undefined;
  readonly picture: string | undefined;
  readonly issuedAt: Date;
  /** When they last proved there who they are, where the place says so. */
  readonly authenticatedAt: Date | undefined;
}

/** Reads the tokens by which one place says who somebody is. */
export interface IdentityVerifier {
  /**
   * The identity in a token, or `undefined` when it is not a valid one of that place made for us. With `nonce`, only one
   * that was asked for with it.
   *
   * @throws IdentityProviderUnavailable
   */
  verify(token: string, expected?: { readonly nonce: string }): Promise<ExternalIdentity | undefined>;
}

/** A place where one can go to sign in, and come back from with a code. */
export interface IdentityProvider extends IdentityVerifier {
  /**
   * Where the browser goes to sign in. `state` comes back with the code, `nonce` inside the token; of `codeVerifier`
   * only a digest is sent, so that the code alone is worth nothing.
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
   * The identity token for a code, or `undefined` when the place does not accept the code.
   *
   * @throws IdentityProviderUnavailable
   */
  redeem(code: {
    readonly code: string;
    readonly codeVerifier: string;
    readonly returnTo: string;
  }): Promise<string | undefined>;
}

/** The place cannot be reached, or answers what nobody can use. It says nothing about the person. */
export class IdentityProviderUnavailable extends Error {
  override name = 'IdentityProviderUnavailable';
}
