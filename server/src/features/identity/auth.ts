import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { accounts, people, sessions, verifications } from '../../database/schema/identity.ts';
import { CLIENT_ADDRESS_HEADER } from '../../http/client-address.ts';
import { loggedError } from '../../http/logged-error.ts';
import type { MailSender } from '../../providers/mail/port.ts';
import { refuseBadBody } from './refuse-bad-body.ts';
import { findPersonByEmail } from './store.ts';

export interface AuthOptions {
  readonly db: Database;
  readonly secret: string;
  readonly publicUrl: string;
  /** When false, the host by which a request came is trusted as our own (a demo on a laptop or a local network). */
  readonly publicUrlIsFixed: boolean;
  readonly productName: string;
  readonly mail: MailSender;
  readonly log: Logger;
}

/**
 * The identity service: better-auth, mounted at /api/auth/*, on our own tables. What it lacks is added here: the
 * password rule, profile limits, neutral sentences. Its own rate limits are off; `http/limits.ts` holds ours, which
 * count per account as well. Few plugins on purpose: none that hands a session token to a page.
 */
export function createAuth({ db, secret, publicUrl, publicUrlIsFixed, productName, mail, ...options }: AuthOptions) {
  const secure = publicUrl.startsWith('https://');
  const log = options.log.child({}, { serializers: { err: loggedError } });
  return betterAuth({
    appName: productName,
    secret,
    baseURL: publicUrl,
    basePath: '/api/auth',
    trustedOrigins: (request) => [publicUrl, ...(publicUrlIsFixed || !request ? [] : [originOf(request)])],
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: people, session: sessions, account: accounts, verification: verifications },
      // A person without a way to sign in would keep their own e-mail address from them.
      transaction: true,
    }),
    user: {
      additionalFields: {
        isAdmin: { type: 'boolean', required: false, defaultValue: false, input: false },
        isDoctor: { type: 'boolean', required: false, defaultValue: false, input: false },
      },
    },
    session: { fields: { userId: 'personId' } },
    account: { fields: { userId: 'personId' }, accountLinking: { enabled: false } },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      async sendResetPassword({ user, token }) {
        mail.send({
          to: user.email,
          subject: `Reset your ${productName} password`,
          text: [
            `Hello ${user.name},`,
            '',
            'someone, we hope you, asked to set a new password for this address. To do so, open this page within an hour:',
            '',
            `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`,
            '',
            'If it was not you, ignore this message: nothing has changed.',
          ].join('\n'),
        });
      },
    },
    rateLimit: { enabled: false },
    // What is not an answer is for our own handler, which knows the request's id.
    onAPIError: { throw: true },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'openhours',
      useSecureCookies: secure,
      // Said outright: unsaid, an environment variable that means 'test' turns the checks off.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: () => uuidv7() },
    },
    hooks: {
      before: createAuthMiddleware(({ path, body }) => refuseBadBody(db, { path, body })),
      after: createAuthMiddleware(async (context) => {
        if (context.path !== '/sign-up/email' || !(context.context.returned instanceof APIError)) return;
        await sayNoMoreThanNeeded(db, { refusal: context.context.returned, email: String(context.body.email) });
      }),
    },
    // Their messages name e-mail addresses: only the fact and the kind of error reach our log.
    logger: {
      level: 'error',
      log: (level, _message, ...rest) =>
        log.warn({ level, err: rest.find((part) => part instanceof Error) }, 'the identity service reported a problem'),
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;

function originOf(request: Request): string {
  return new URL(request.url).origin;
}

const NOT_CREATED = {
  code: 'SIGN_UP_REFUSED',
  message: 'We could not create an account with this e-mail address. If it is yours, sign in or reset your password.',
};

/**
 * Signing up with an address that has an account, found before or lost in a race, is refused in one and the same
 * neutral sentence. If nobody has it after all, it was not the person's fault and not a refusal.
 */
async function sayNoMoreThanNeeded(db: Database, attempt: { refusal: APIError; email: string }): Promise<void> {
  const { refusal, email } = attempt;
  const code = refusal.body?.code;
  if (code === 'FAILED_TO_CREATE_USER' && !(await findPersonByEmail(db, email.toLowerCase()))) {
    throw new Error('A person could not be written', { cause: refusal });
  }
  if (code === 'FAILED_TO_CREATE_USER' || code === 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL') {
    throw new APIError('UNPROCESSABLE_ENTITY', NOT_CREATED);
  }
}
