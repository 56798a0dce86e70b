import { createRemoteJWKSet, customFetch, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { boundedFetch } from './bounded-fetch.ts';
import { identityOf } from './claims.ts';
import { discovering, discoveryUrlOf } from './discovery.ts';
import { IdentityProviderUnavailable, type IdentityVerifier } from './port.ts';

/** Signatures that only the issuer can make. Never 'none', never a secret that both sides know. */
const ALGORITHMS = ['RS256', 'ES256'];
const MAX_TOKEN_LENGTH = 8192;

/** An issuer of tokens: its name in them, and its public keys. */
export interface Issuer {
  readonly issuer: string;
  readonly keys: JWTVerifyGetKey;
}

/** Verifies the tokens of an OpenID issuer (`audience` is us). Its keys are found by discovery, unless they are named. */
export function createTokenVerifier(options: {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl?: string | undefined;
  readonly now: () => Date;
}): IdentityVerifier {
  const { issuer, audience, jwksUrl, now } = options;
  const discovered = discovering(discoveryUrlOf(issuer));
  const findKeys = onceFor((url: string) => publishedKeys(url));
  return verifierOf({
    audience,
    now,
    issuer: async () => {
      const url = jwksUrl ?? (await discovered()).jwks_uri;
      return { issuer, keys: findKeys(url) };
    },
  });
}

/** The verifier of the tokens that `issuer` issues to `audience`. */
export function verifierOf(options: {
  readonly audience: string;
  readonly issuer: () => Promise<Issuer>;
  readonly now: () => Date;
}): IdentityVerifier {
  const { audience, now } = options;
  return {
    async verify(token, expected) {
      if (token.length > MAX_TOKEN_LENGTH) return undefined;
      const { issuer, keys } = await options.issuer();
      try {
        const { payload, protectedHeader } = await jwtVerify(token, keys, {
          issuer,
          audience,
          algorithms: ALGORITHMS,
          currentDate: now(),
          requiredClaims: ['sub', 'iat', 'exp'],
        });
        // A token for calling an API says nothing about who holds it (RFC 9068).
        if (protectedHeader.typ?.toLowerCase() === 'at+jwt') return undefined;
        if (expected && payload['nonce'] !== expected.nonce) return undefined;
        return isForUsAlone(payload, audience) ? identityOf(payload) : undefined;
      } catch (error) {
        if (error instanceof IdentityProviderUnavailable) throw error;
        return undefined;
      }
    },
  };
}

/** Keys of a JWKS address: fetched when first wanted, and again for a key that is not among them. */
export function publishedKeys(url: string): JWTVerifyGetKey {
  const published = createRemoteJWKSet(new URL(url), { [customFetch]: boundedFetch });
  return async (header, token) => {
    try {
      return await published(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error;
      throw new IdentityProviderUnavailable(`The keys at ${url} could not be read.`, { cause: error });
    }
  };
}

/** Remembers what was made for the last argument. */
export function onceFor<Made>(make: (given: string) => Made): (given: string) => Made {
  let last: { given: string; made: Made } | undefined;
  return (given) => {
    if (last?.given !== given) last = { given, made: make(given) };
    return last.made;
  };
}

/** A token for several audiences was handed to one of them: it has to say that it was us. */
function isForUsAlone({ aud, azp }: JWTPayload & { azp?: unknown }, audience: string): boolean {
  if (azp !== undefined) return azp === audience;
  return !Array.isArray(aud) || aud.length === 1;
}
