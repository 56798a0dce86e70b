import type { BetterAuthPlugin, HookEndpointContext } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { getSessionCookie } from 'better-auth/cookies';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { recoveryCodesHashedBy } from './hash-recovery-codes.ts';

/** The calls that pass the second factor. Every other call that opens a session asks for it. */
const PASSES = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code', '/passkey/verify-authentication']);

/**
 * The service's second factor: codes of an authenticator app, and recovery codes. The service itself asks for them only
 * after a password. Here it asks after every call that opens a session, such as Google sign-in and token sync: the
 * session is deleted before the answer leaves. A person without an authenticator app has a passkey.
 */
export function secondFactorSignIn({
  clinic,
  hashPassword,
}: {
  clinic: { readonly name: string };
  hashPassword: (password: string) => Promise<string>;
}): BetterAuthPlugin {
  const plugin = twoFactor({
    // Authenticator apps show it. A getter, because the clinic's name can change.
    get issuer() {
      return clinic.name;
    },
    // Someone who signs in with Google has no password: `guard-changes.ts` wants a recent sign-in instead.
    allowPasswordless: true,
    backupCodeOptions: { storeBackupCodes: recoveryCodesHashedBy(hashPassword) },
    schema: { twoFactor: { fields: { userId: 'personId' } } },
  });
  return {
    ...plugin,
    hooks: {
      after: [
        { matcher: opensSession, handler: readAgain },
        ...plugin.hooks.after.map(({ handler }) => ({ matcher: opensSession, handler })),
        {
          matcher: ({ context }) => context.newSession !== null || isChallenge(context.returned),
          handler: endFormerSession,
        },
        { matcher: ({ context }) => isChallenge(context.returned), handler: leadToCode },
      ],
    },
  };
}

/** Whether this call signed somebody in, and did not only renew or replace the session of its caller. */
function opensSession({ path, context, headers }: HookEndpointContext): boolean {
  const { newSession, session } = context;
  if (!newSession || (path !== undefined && PASSES.has(path))) return false;
  if (session?.user.id === newSession.user.id) return false;
  const { cookiePrefix = '' } = context.options.advanced ?? {};
  const given = headers && getSessionCookie(headers, { cookiePrefix });
  return !given?.startsWith(`${newSession.session.token}.`);
}

/**
 * Reads the person again, now that their session is in the database. The service read them before it checked the password,
 * which takes a while. If they add a second factor in that time, either this read sees it, or adding it ends
 * this session.
 */
const readAgain = createAuthMiddleware(async ({ context }) => {
  const { newSession, internalAdapter } = context;
  const user = newSession && (await internalAdapter.findUserById(newSession.user.id));
  if (newSession && user) context.setNewSession({ ...newSession, user });
});

/**
 * Ends the session whose cookie came with a sign-in: the browser loses that cookie, so nobody could sign it out later. A
 * renewal keeps its token, and ends nothing.
 */
const endFormerSession = createAuthMiddleware(async (context) => {
  const { authCookies, secret, newSession, internalAdapter } = context.context;
  const former = await context.getSignedCookie(authCookies.sessionToken.name, secret);
  if (former && former !== newSession?.session.token) await internalAdapter.deleteSession(former);
});

/** The query parameter that tells the page after a Google sign-in to ask for the second factor. */
const ASKS_FOR = 'secondFactor';

/** Names the passkey if there is nothing else. After Google, the page of the sign-in opens as without a second factor. */
const leadToCode = createAuthMiddleware(async (context) => {
  const { returned, responseHeaders, baseURL } = context.context;
  if (!isChallenge(returned)) return undefined;
  if (returned.twoFactorMethods.length === 0) returned.twoFactorMethods.push('passkey');
  const back = responseHeaders?.get('location');
  if (!context.path.startsWith('/callback/') || !back) return undefined;
  const page = new URL(back, baseURL);
  page.searchParams.set(ASKS_FOR, returned.twoFactorMethods.join());
  throw context.redirect(page.href);
});

interface Challenge {
  readonly twoFactorRedirect: true;
  readonly twoFactorMethods: string[];
}

function isChallenge(answer: unknown): answer is Challenge {
  return typeof answer === 'object' && answer !== null && Reflect.get(answer, 'twoFactorRedirect') === true;
}
