import type { BetterAuthPlugin } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { CLIENT_ADDRESS_HEADER } from '../../call/client-address-header.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { accounts, passkeys, people, sessions, twoFactors, verifications } from '../../database/schema/identity.ts';
import { claimPhoto } from './claim-photo.ts';
import { cookiePrefix } from './cookie-names.ts';
import { refuseUnconfirmed } from './external-identity.ts';
import { findPersonByEmail } from './find-people.ts';
import type { NewPasswords } from './new-password.ts';
import { changePassword, endOvertakenSession, renewOutdatedHash } from './overtaken-password.ts';
import { verifyPassword } from './password-hash.ts';
import { reclaimAccount } from './reclaim-account.ts';
import { refuseBadBody } from './refuse-bad-body.ts';
import { RESET_REQUESTED, requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';
import { NOT_OUR_IMAGE } from './rules.ts';
import { hiddenError, noteComparedHash, noteHiddenError } from './running-call.ts';
import { secretNumber } from './seal-again.ts';

interface AuthOptions {
  readonly db: Database;
  readonly secret: string;
  readonly publicUrl: string;
  /** If false, the host of a request is trusted as our own (a demo on a laptop or a local network). */
  readonly publicUrlIsFixed: boolean;
  readonly clinic: { readonly name: string };
  readonly newPasswords: NewPasswords;
  readonly hashPassword: (password: string) => Promise<string>;
  readonly log: Logger;
  readonly now: () => Date;
  /** Ends the calendar feed of somebody who has reset their password. */
  readonly endFeed: (tx: Database, whose: { personId: string; now: Date }) => Promise<unknown>;
  /** Other ways to sign in, and the second factor, as plugins. */
  readonly otherWays?: readonly BetterAuthPlugin[];
}

/** A session that is not used for a week ends. Each day of use renews it. */
const UNUSED_SECONDS = 7 * 86_400;

/** The page for a failed sign-in whose origin is unknown. */
const LOST_SIGN_IN_PAGE = '/oauth-done';

/** Calls of the service that would hand a provider's tokens to a page, or that nothing uses. */
const CLOSED_PATHS = [
  '/link-social',
  '/get-access-token',
  '/refresh-token',
  '/account-info',
  '/unlink-account',
  '/update-session',
  '/change-email',
  '/send-verification-email',
  '/verify-email',
  '/list-accounts',
  // Our links lead to our page; this one would carry the token through addresses.
  '/reset-password/:token',
  '/error',
  '/delete-user',
  '/delete-user/callback',
  '/two-factor/get-totp-uri',
  '/two-factor/send-otp',
  '/two-factor/verify-otp',
];

/**
 * The identity service: better-auth, mounted at /api/auth/*, on our own tables. Added to it: the password rule, profile
 * limits, neutral messages. Its rate limits are off; ours (`call/limits.ts`) also count per account. The plugins are
 * ours, and those of the second factor (`features/second-factor`).
 */
export function createAuth({ db, secret, publicUrl, publicUrlIsFixed, clinic, now, log, ...options }: AuthOptions) {
  const { newPasswords, hashPassword, endFeed, otherWays = [] } = options;
  const secure = publicUrl.startsWith('https://');
  return betterAuth({
    appName: clinic.name,
    secrets: [{ version: secretNumber(secret), value: secret }],
    baseURL: publicUrl,
    basePath: '/api/auth',
    trustedOrigins: (request) => [publicUrl, ...(publicUrlIsFixed || !request ? [] : [originOf(request)])],
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: {
        user: people,
        session: sessions,
        account: accounts,
        verification: verifications,
        twoFactor: twoFactors,
        passkey: passkeys,
      },
      // Without a way to sign in, the row would only block the person's email address.
      transaction: true,
    }),
    user: {
      additionalFields: {
        isAdmin: { type: 'boolean', required: false, defaultValue: false, input: false },
        isDoctor: { type: 'boolean', required: false, defaultValue: false, input: false },
        isFrontDesk: { type: 'boolean', required: false, defaultValue: false, input: false },
        phone: { type: 'string', required: false, input: false },
        twoFactorEnabled: { type: 'boolean', required: false, defaultValue: false, input: false },
      },
      validateUserInfo: async (incoming) => refuseUnconfirmed(incoming),
    },
    session: { expiresIn: UNUSED_SECONDS, fields: { userId: 'personId' } },
    account: {
      fields: { userId: 'personId' },
      updateAccountOnSignIn: false,
      // Only if the address is confirmed here and at the provider; see SECURITY.md.
      accountLinking: { enabled: true, requireLocalEmailVerified: true, trustedProviders: [] },
    },
    databaseHooks: {
      user: {
        update: {
          before: async ({ image }) => {
            if (await claimPhoto(db, { image, now: now() })) return;
            throw new APIError('BAD_REQUEST', { code: 'PROFILE_REFUSED', message: NOT_OUR_IMAGE });
          },
        },
      },
      account: {
        create: {
          before: async (account, context) => {
            const { password: hash } = account;
            if (context?.path === '/reset-password' && hash) {
              await resetPassword(db, { token: tokenOf(context), hash, isFirst: true, now: now() });
              return false;
            }
            // The provider's tokens are not needed after sign-in, so they are not stored.
            return { data: { ...account, ...NO_TOKENS } };
          },
        },
        update: {
          before: async ({ password: hash }, context) => {
            if (!context || !hash) return true;
            const { path } = context;
            const personId = context.context.session?.user.id;
            const reset = () => resetPassword(db, { token: tokenOf(context), hash, isFirst: false, now: now() });
            if (path === '/reset-password') await reset();
            else if (path === '/change-password' && personId) await changePassword(db, { personId, hash, now: now() });
            else return true;
            return false;
          },
        },
      },
    },
    plugins: [...otherWays],
    disabledPaths: CLOSED_PATHS,
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      password: {
        hash: hashPassword,
        verify: (given) => {
          noteComparedHash(given.hash);
          return verifyPassword(given);
        },
      },
      revokeSessionsOnPasswordReset: true,
      // The link was sent to that address.
      onPasswordReset: ({ user }) =>
        inTransaction(db, async (tx) => {
          const whose = { personId: user.id, now: now() };
          await reclaimAccount(tx, whose);
          await endFeed(tx, whose);
        }),
    },
    rateLimit: { enabled: false },
    // Errors go to our own handler, which knows the request id.
    onAPIError: { throw: true, errorURL: `${publicUrl}${LOST_SIGN_IN_PAGE}` },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: cookiePrefix({ secure }),
      // It would put `__Secure-` before the prefix. The attribute is below.
      useSecureCookies: false,
      // Set explicitly: otherwise an environment variable for tests turns the checks off.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: () => uuidv7() },
    },
    hooks: {
      before: createAuthMiddleware(async (context) => {
        const { path, body } = context;
        await refuseBadBody(db, { path, body, newPasswords });
        if (path !== '/request-password-reset') return undefined;
        await requestPasswordReset(db, { email: String(body.email), now: now() });
        return context.json(RESET_REQUESTED);
      }),
      after: createAuthMiddleware(async (context) => {
        const password = context.path === '/sign-in/email' ? String(context.body.password) : undefined;
        await endOvertakenSession(db, context.context, password);
        const personId = context.context.newSession?.user.id;
        if (password !== undefined && personId) {
          // The sign-in succeeds anyway, and the next one tries again.
          await renewOutdatedHash(db, { personId, password, now: now() }).catch((error: unknown) =>
            log.error({ err: error }, 'the hash of a password could not be renewed'),
          );
        }
        const { returned } = context.context;
        if (context.path !== '/sign-up/email' || !(returned instanceof APIError)) return;
        await sayNoMoreThanNeeded(db, { refusal: returned, email: String(context.body.email) });
      }),
    },
    // The service's messages contain email addresses: log only that it failed, and the kind of error.
    logger: {
      level: 'error',
      log: (level, _message, ...rest) => {
        const err = rest.find((part) => part instanceof Error);
        noteHiddenError(err);
        log.warn({ level, err }, 'the identity service reported a problem');
      },
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;

/** The token of a reset link, as the service reads it. */
function tokenOf({ body, query }: { body?: { token?: unknown }; query?: Record<string, unknown> }): string {
  return String(body?.token || query?.['token']);
}

function originOf(request: Request): string {
  return new URL(request.url).origin;
}

const NO_TOKENS = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
};

const NOT_CREATED = {
  code: 'SIGN_UP_REFUSED',
  message: 'We could not create an account with this email address. If it is yours, sign in or reset your password.',
};

/**
 * Signing up with an address that has an account, found at once or after a race, gets one neutral message. If the
 * address has no account after all, the failure is ours.
 */
async function sayNoMoreThanNeeded(db: Database, attempt: { refusal: APIError; email: string }): Promise<void> {
  const { refusal, email } = attempt;
  const code = refusal.body?.code;
  if (code === 'FAILED_TO_CREATE_USER' && !(await findPersonByEmail(db, email.toLowerCase()))) {
    throw new Error('A person could not be written', { cause: hiddenError() ?? refusal });
  }
  if (code === 'FAILED_TO_CREATE_USER' || code === 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL') {
    throw new APIError('UNPROCESSABLE_ENTITY', NOT_CREATED);
  }
}
