import { generateKeyPair, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

/** The provider's signing keys: RS256 for its own tokens, ES256 for tokens requested by tests. */
export interface SigningKeys {
  /** Private JSON Web Keys; remove the private half before publishing. */
  readonly jwks: { keys: SigningKey[] };
  /** A signed token with exactly these claims. */
  sign(claims: Readonly<Record<string, unknown>>, algorithm?: 'RS256' | 'ES256'): string;
}

/** A key as JWK (RFC 7517): `kty` and the numbers of its type. */
interface SigningKey {
  kty: 'RSA' | 'EC';
  kid: string;
  alg: string;
  use: 'sig';
  [member: string]: unknown;
}

export async function createSigningKeys(): Promise<SigningKeys> {
  const [rsa, ec] = await Promise.all([
    generate('rsa', { modulusLength: 2048 }),
    generate('ec', { namedCurve: 'P-256' }),
  ]);
  const privateKeys = { RS256: rsa.privateKey, ES256: ec.privateKey };
  return {
    jwks: {
      keys: [
        { ...exported(rsa.privateKey), kty: 'RSA', kid: 'RS256', alg: 'RS256', use: 'sig' },
        { ...exported(ec.privateKey), kty: 'EC', kid: 'ES256', alg: 'ES256', use: 'sig' },
      ],
    },
    sign(claims, algorithm = 'RS256') {
      const content = `${encode({ alg: algorithm, kid: algorithm, typ: 'JWT' })}.${encode(claims)}`;
      const signature = sign('sha256', Buffer.from(content), {
        key: privateKeys[algorithm],
        ...(algorithm === 'ES256' ? { dsaEncoding: 'ieee-p1363' } : {}),
      });
      return `${content}.${signature.toString('base64url')}`;
    },
  };
}

function exported(key: KeyObject): Record<string, unknown> {
  return { ...key.export({ format: 'jwk' }) };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
