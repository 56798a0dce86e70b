import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, isAPIError } from 'better-auth/api';
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies';
import { handleOAuthUserInfo } from 'better-auth/oauth2';
import type { ExternalIdentity, IdentityVerifier } from '../../providers/identity/port.ts';
import { IdentityProviderUnavailable } from '../../providers/identity/port.ts';
import { accountKey, IDENTITY_REFUSALS } from './external-identity.ts';
import { isFresh, personFromIdentity } from './rules.ts';

const BEARER = /^bearer +(\S+)$/i;
const PROVIDER_ID = 'external';

/**
 * The specification's auth-token sync. `POST /api/auth/session` turns a fresh token of the configured issuer
 * (`Authorization: Bearer`) into a session cookie. `DELETE` ends the session of the cookie.
 */
export function tokenSync(options: {
  readonly verifier: IdentityVerifier;
  readonly maxAgeSeconds: number;
  readonly pictureOrigins: readonly string[];
  readonly now: () => Date;
}) {
  const { verifier, maxAgeSeconds, pictureOrigins, now } = options;

  async function identityIn(authorization: string | null): Promise<ExternalIdentity> {
    const token = BEARER.exec(authorization?.trim() ?? '')?.[1];
    const identity = token === undefined ? undefined : await verified(verifier, token);
    if (identity && isFresh(identity, { now: now(), maxAgeSeconds })) return identity;
    throw new APIError(
      'UNAUTHORIZED',
      { code: 'TOKEN_REFUSED', message: 'This sign-in cannot be used here or is too old. Please sign in again.' },
      { 'www-authenticate': token === undefined ? 'Bearer' : 'Bearer error="invalid_token"' },
    );
  }

  return {
    id: 'token-sync',
    endpoints: {
      openSession: createAuthEndpoint(
        '/session',
        { ...OPEN, method: 'POST', requireHeaders: true },
        async (context) => {
          const identity = await identityIn(context.headers.get('authorization'));
          const enter = () => enterAs(context, identity, pictureOrigins);
          // Two tabs may send a new person's token at once: the second finds the account that the first created.
          const entered = await enter().then((first) => (first.error === 'unable to create user' ? enter() : first));
          if (entered.error === 'account not linked') {
            throw new APIError('CONFLICT', {
              code: 'ACCOUNT_NOT_LINKED',
              message: IDENTITY_REFUSALS.account_not_linked,
            });
          }
          if (entered.error !== null) throw new Error(`A token did not become a session: ${entered.error}`);
          await setSessionCookie(context, entered.data);
          const { id, name, email, image, emailVerified } = entered.data.user;
          return context.json({
            user: { uid: id, email, displayName: name, photoURL: image ?? null, emailVerified },
          });
        },
      ),

      closeSession: createAuthEndpoint(
        '/session',
        { ...CLOSE, method: 'DELETE', requireHeaders: true },
        async (context) => {
          const { sessionToken } = context.context.authCookies;
          const token = await context.getSignedCookie(sessionToken.name, context.context.secret);
          if (typeof token === 'string') await context.context.internalAdapter.deleteSession(token);
          deleteSessionCookie(context);
          return context.json({ acknowledged: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

const described = (description: string, properties: Record<string, object>) => ({
  metadata: {
    openapi: {
      description,
      responses: {
        200: {
          description: 'Success',
          content: { 'application/json': { schema: { type: 'object' as const, properties } } },
        },
      },
    },
  },
});
const text = { type: 'string' };
const OPEN = described('Exchange an identity token of the configured issuer (bearer) for a session', {
  user: {
    type: 'object',
    required: ['uid', 'email', 'displayName', 'photoURL', 'emailVerified'],
    properties: {
      uid: text,
      email: text,
      displayName: text,
      photoURL: { type: ['string', 'null'] },
      emailVerified: { type: 'boolean' },
    },
  },
});
const CLOSE = described('End the session of the cookie', { acknowledged: { const: true } });

async function verified(verifier: IdentityVerifier, token: string): Promise<ExternalIdentity | undefined> {
  try {
    return await verifier.verify(token);
  } catch (error) {
    if (!(error instanceof IdentityProviderUnavailable)) throw error;
    throw new APIError('SERVICE_UNAVAILABLE', {
      code: 'PROVIDER_UNAVAILABLE',
      message: 'Your sign-in cannot be checked right now. Please try again in a moment.',
    });
  }
}

type EndpointContext = Parameters<typeof handleOAuthUserInfo>[0];

/** Finds, links or creates the person by the same rules as Google sign-in, and opens a session. */
async function enterAs(context: EndpointContext, identity: ExternalIdentity, pictureOrigins: readonly string[]) {
  const { email = '', ...person } = personFromIdentity(identity, pictureOrigins);
  const accountId = accountKey(identity);
  try {
    return await handleOAuthUserInfo(context, {
      userInfo: { ...person, email, id: accountId },
      account: { providerId: PROVIDER_ID, accountId },
      source: { method: 'oauth', oauth: { providerId: PROVIDER_ID } },
    });
  } catch (error) {
    if (!isAPIError(error) || error.body?.code !== 'email_not_verified') throw error;
    throw new APIError('FORBIDDEN', {
      code: 'EMAIL_NOT_VERIFIED',
      message: IDENTITY_REFUSALS.email_not_verified,
    });
  }
}
