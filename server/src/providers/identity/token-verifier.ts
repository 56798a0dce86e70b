import { createRemoteJWKSet, customFetch, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { boundedFetch } from '../bounded-fetch.ts';
import { identityOf } from './claims.ts';
import { discovering, discoveryUrlOf } from './discovery.ts';
import { IdentityProviderUnavailable, type IdentityVerifier } from './port.ts';

/** Signatures that only the issuer can create: never 'none', never a shared secret. */
const ALGORITHMS = ['RS256', 'ES256'];
const MAX_TOKEN_LENGTH = 8192;

/** An issuer: its name in tokens, and its public keys. */
interface Issuer {
  readonly issuer: string;
  readonly keys: JWTVerifyGetKey;
}

/**
 * Verifies tokens of an OpenID issuer for `audience` (us). The keys come from discovery unless their address is set.
 */
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

/** Verifies the tokens that `issuer` issues for `audience`. */
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
        // An access token does not authenticate its holder (RFC 9068).
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

/** Keys of a JWKS address: fetched when first needed, and again for an unknown key. */
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

/** Caches the result for the last argument. */
export function onceFor<Made>(make: (given: string) => Made): (given: string) => Made {
  let last: { given: string; made: Made } | undefined;
  return (given) => {
    if (last?.given !== given) last = { given, made: make(given) };
    return last.made;
  };
}

/** A token for several audiences must name us as the one it was issued to. */
function isForUsAlone({ aud, azp }: JWTPayload & { azp?: unknown }, audience: string): boolean {
  if (azp !== undefined) return azp === audience;
  return !Array.isArray(aud) || aud.length === 1;
}
