import type { ExternalIdentity } from './port.ts';

/** The person in a verified token. `undefined` if it does not name one. */
export function identityOf(claims: Readonly<Record<string, unknown>>): ExternalIdentity | undefined {
  const issuer = textOf(claims['iss']);
  const subject = textOf(claims['sub']);
  const issuedAt = instantOf(claims['iat']);
  if (issuer === undefined || subject === undefined || issuedAt === undefined) return undefined;
  return {
    issuer,
    subject,
    email: textOf(claims['email']),
    emailVerified: confirmsEmail(claims['email_verified']),
    name: textOf(claims['name']),
    picture: textOf(claims['picture']),
    issuedAt,
    authenticatedAt: instantOf(claims['auth_time']),
  };
}

/** Whether `email_verified` is true. The standard has a boolean; some providers send text, and 'false' is truthy. */
function confirmsEmail(claim: unknown): boolean {
  return claim === true || claim === 'true';
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : undefined;
}

function instantOf(claim: unknown): Date | undefined {
  return typeof claim === 'number' && Number.isFinite(claim) ? new Date(claim * 1000) : undefined;
}
