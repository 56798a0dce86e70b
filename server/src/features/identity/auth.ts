import { passwordFault, signUpPasswordMessages } from '@openhours/contract/password-rule.ts';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { accounts, people, sessions, verifications } from '../../database/schema/identity.ts';
import { CLIENT_ADDRESS_HEADER } from '../../http/client-address.ts';
import type { MailSender } from '../../providers/mail/mail-sender.ts';
import { profileFault } from './rules.ts';

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

/** Where a body may set a password, and under which name. Each is held to the rule of the specification. */
const PASSWORD_FIELDS: Readonly<Record<string, string>> = {
  '/sign-up/email': 'password',
  '/reset-password': 'newPassword',
  '/change-password': 'newPassword',
};

/**
 * The identity service: better-auth, mounted at /api/auth/*, on our own tables. What it lacks is added here: the
 * password rule, profile limits, neutral sentences. Its own rate limits are off; `http/limits.ts` holds ours, which
 * count per account as well. Few plugins on purpose: none that hands a session token to a page.
 */
export function createAuth({ db, secret, publicUrl, publicUrlIsFixed, productName, mail, log }: AuthOptions) {
  const secure = publicUrl.startsWith('https://');
  return betterAuth({
    appName: productName,
    secret,
    baseURL: publicUrl,
    basePath: '/api/auth',
    trustedOrigins: (request) => [publicUrl, ...(publicUrlIsFixed || !request ? [] : [originOf(request)])],
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: people, session: sessions, account: accounts, verification: verifications },
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
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'openhours',
      useSecureCookies: secure,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: () => uuidv7() },
    },
    hooks: {
      before: createAuthMiddleware(async (context) => {
        refuseBadPassword(context.path, context.body);
        refuseBadProfile(context.path, context.body);
      }),
    },
    // Their messages name e-mail addresses: only the fact reaches our log.
    logger: { level: 'error', log: (level) => log.warn({ level }, 'the identity service reported a problem') },
  });
}

export type Auth = ReturnType<typeof createAuth>;

function originOf(request: Request): string {
  return new URL(request.url).origin;
}

function textField(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null && name in body ? Reflect.get(body, name) : undefined;
}

function refuseBadPassword(path: string, body: unknown): void {
  const field = PASSWORD_FIELDS[path];
  if (field === undefined) return;
  const password = textField(body, field);
  const fault = passwordFault(typeof password === 'string' ? password : '');
  if (fault) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_REFUSED', message: signUpPasswordMessages[fault] });
}

function refuseBadProfile(path: string, body: unknown): void {
  if (path !== '/sign-up/email' && path !== '/update-user') return;
  const name = textField(body, 'name');
  const fault = profileFault({
    name: path === '/sign-up/email' && name === undefined ? '' : name,
    image: textField(body, 'image'),
  });
  if (fault) throw new APIError('BAD_REQUEST', { code: 'PROFILE_REFUSED', message: fault });
}
