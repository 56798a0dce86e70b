import { hkdfSync } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';

const ACCESS_TOKEN_MINUTES = 15;
const ALGORITHM = 'HS256';
const TYPE = 'at+jwt';
const AUDIENCE = 'openhours-api';
/** Tokens whose signature need not be checked again: checking one takes longer than an answer about free slots. */
const MOST_VERIFIED = 10_000;

/** The claims of an access token: session and person. Roles are read from the database on each request. */
interface AccessTokenClaims {
  readonly sessionId: string;
  readonly personId: string;
}

export interface AccessTokens {
  issue(claims: AccessTokenClaims & { email: string }): Promise<string>;
  /** The claims of a valid token, or `undefined`. */
  verify(token: string): Promise<AccessTokenClaims | undefined>;
}

/**
 * Tokens with an HMAC (RFC 9068 `at+jwt`, 15 minutes). Only our nodes issue and verify them, so nobody needs a public key. The
 * key is derived from the installation's secret, so every node has the same one and there is no key file.
 */
export function createAccessTokens(options: { secret: string; issuer: string; now?: () => Date }): AccessTokens {
  const { secret, issuer, now = () => new Date() } = options;
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'openhours access token hs256', 32));
  const verified = new LRUCache<string, AccessTokenClaims & { readonly until: number }>({ max: MOST_VERIFIED });

  return {
    issue({ sessionId, personId, email }) {
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT({ sid: sessionId, email })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setSubject(personId)
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setJti(uuidv7())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ACCESS_TOKEN_MINUTES * 60)
        .sign(key);
    },
    async verify(token) {
      const known = verified.get(token);
      if (known && now().getTime() < known.until) return known;
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer,
          audience: AUDIENCE,
          maxTokenAge: ACCESS_TOKEN_MINUTES * 60,
          currentDate: now(),
          requiredClaims: ['sub', 'sid', 'exp', 'iat'],
        });
        const { sub, sid, exp = 0 } = payload;
        if (typeof sub !== 'string' || typeof sid !== 'string' || !isUuid(sub) || !isUuid(sid)) return undefined;
        const claims = { personId: sub, sessionId: sid };
        verified.set(token, { ...claims, until: exp * 1000 });
        return claims;
      } catch {
        return undefined;
      }
    },
  };
}
