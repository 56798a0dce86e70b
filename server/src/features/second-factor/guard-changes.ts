import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { validate as isUuid } from 'uuid';
import * as z from 'zod';
import type { Database } from '../../database/database.ts';
import {
  checkPassword,
  endSessions,
  endWaitingSignIns,
  findChallengedPerson,
  findRecoveryCodes,
  hasPassword,
  isRecent,
} from '../identity/index.ts';
import { areStored, hashLikeStored } from './hash-recovery-codes.ts';

/** Calls that change a second factor, and ask for the password themselves. */
const ASKS_ITSELF = new Set(['/two-factor/enable', '/two-factor/disable', '/two-factor/generate-backup-codes']);
/** Calls that change a second factor or end other sessions, and for which the password is asked here. */
const ASKED_HERE = new Set([
  '/passkey/verify-registration',
  '/passkey/delete-passkey',
  '/revoke-session',
  '/revoke-sessions',
  '/revoke-other-sessions',
]);
const CHANGES = new Set([...ASKS_ITSELF, ...ASKED_HERE]);
/** Calls that begin to add a second factor, or add it. */
const ADDS = new Set(['/two-factor/enable', '/passkey/generate-register-options', '/passkey/verify-registration']);

/** Calls that end all sessions of their caller, or all others. */
const ENDS_SESSIONS = new Set(['/revoke-sessions', '/revoke-other-sessions']);

const UNCONFIRMED = {
  code: 'EMAIL_NOT_CONFIRMED',
  message: 'Please confirm your email address first. Open the link that we sent to it.',
};

const SETUP_REPLACED = {
  code: 'SETUP_REPLACED',
  message: 'Another set-up has begun since, perhaps in another window. Please cancel this one and begin again.',
};

const Name = z.string().trim().min(1, 'Name is Required').max(60, 'Name must be at most 60 characters long');
const NOT_THERE = 'There is no such passkey.';
const Credential = z.object({ id: z.string().max(2000) });
/** The service would ask for the session's token, which only its cookie has. */
export const SessionToEnd = z.object({ id: z.uuid('There is no such session.') });

const RecoveryCode = z.string('Enter a recovery code.').max(100);
const RecoveryCodes = z.array(RecoveryCode).max(100);
const RecoveryCodeTry = z.object({
  code: RecoveryCode,
  trustDevice: z.literal(false).optional(),
  disableSession: z.literal(false).optional(),
});

/** What the service's own schemas let through. */
const BODIES: Readonly<Record<string, z.ZodType>> = {
  // A browser that is never asked again would be a way around the second factor.
  '/two-factor/verify-totp': z.object({
    trustDevice: z.literal(false).optional(),
    /** The recovery codes of the set-up that the code confirms. */
    recoveryCodes: RecoveryCodes.optional(),
  }),
  '/two-factor/verify-backup-code': RecoveryCodeTry,
  '/passkey/verify-registration': z.object({
    response: Credential,
    name: Name.optional(),
    createSession: z.literal(false).optional(),
  }),
  '/passkey/verify-authentication': z.object({ response: Credential }),
  '/passkey/update-passkey': z.object({ id: z.string().refine(isUuid, NOT_THERE), name: Name }),
  '/passkey/delete-passkey': z.object({ id: z.string().refine(isUuid, NOT_THERE) }),
  '/revoke-session': SessionToEnd,
};

/**
 * Checks requests before the service does. Bodies that it would accept or fail on are refused. The password is needed to
 * add or remove a passkey and to end a session: an open session is not enough. A second factor is added only after the
 * address is confirmed. Ending all other sessions also ends the sign-ins that wait for a code.
 */
export function guardChanges({ db }: { db: Database }): BetterAuthPlugin {
  return {
    id: 'second-factor-guard',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && (path in BODIES || CHANGES.has(path) || ADDS.has(path)),
          handler: createAuthMiddleware(async (context) => {
            const { path } = context;
            const body: unknown = context.body;
            const read = BODIES[path]?.safeParse(body);
            if (read?.error) refuse(read.error.issues[0]?.message);
            if (path === '/two-factor/verify-backup-code') return { context: { body: await withHashedCode(context) } };
            const codes = RecoveryCodes.safeParse(Reflect.get(Object(body), 'recoveryCodes')).data;
            if (path === '/two-factor/verify-totp' && codes) await refuseReplacedSetup(context, codes);
            const found = CHANGES.has(path) || ADDS.has(path) ? await getSessionFromCtx(context) : null;
            // Without a session, the service refuses the call itself.
            if (!found) return;
            // Otherwise somebody could sign up with another person's address and leave a way in for later.
            if (ADDS.has(path) && !found.user.emailVerified) throw new APIError('FORBIDDEN', UNCONFIRMED);
            if (CHANGES.has(path)) await confirmAgain(context, found);
            if (path !== '/revoke-session') return;
            await endSessions(db, { personId: found.user.id, ids: [SessionToEnd.parse(body).id] });
            return context.json({ status: true });
          }),
        },
      ],
      after: [
        {
          matcher: ({ path, context }) => ENDS_SESSIONS.has(path ?? '') && !(context.returned instanceof APIError),
          handler: createAuthMiddleware(async ({ context: { session } }) => {
            if (session) await endWaitingSignIns(db, session.user.id);
          }),
        },
        {
          // The service calls any failure here its own, although the browser sent it.
          matcher: ({ path, context }) => path === '/passkey/verify-registration' && isOwnFailure(context.returned),
          handler: createAuthMiddleware(async () => refuse('This passkey could not be added. Please try again.')),
        },
      ],
    },
  };

  /** Only the last set-up can be confirmed, because its secret and recovery codes are the stored ones. */
  async function refuseReplacedSetup(context: Context, codes: readonly string[]): Promise<void> {
    const found = await getSessionFromCtx(context);
    const stored = found && (await findRecoveryCodes(db, found.user.id));
    if (stored && !(await areStored(codes, stored.codes))) throw new APIError('BAD_REQUEST', SETUP_REPLACED);
  }

  /** The request's body, with the recovery code replaced by its hash. Codes of an unconfirmed set-up are not accepted. */
  async function withHashedCode(context: Context) {
    const { code, ...rest } = RecoveryCodeTry.parse(context.body);
    const cookie = context.headers?.get('cookie') ?? null;
    const personId =
      (await getSessionFromCtx(context))?.user.id ?? (await findChallengedPerson(db, { cookie, now: new Date() }));
    const stored = personId === undefined ? undefined : await findRecoveryCodes(db, personId);
    return { ...rest, code: (stored?.isConfirmed ? await hashLikeStored(code, stored.codes) : undefined) ?? '' };
  }

  async function confirmAgain(context: Context, found: Session): Promise<void> {
    const personId = found.user.id;
    const given: unknown = Reflect.get(Object(context.body), 'password');
    const password = typeof given === 'string' ? given.slice(0, 1000) : '';
    const confirmed = ASKED_HERE.has(context.path)
      ? (await checkPassword(db, { personId, password })).checked
      : (await hasPassword(db, personId))
        ? 'right'
        : 'none';
    if (confirmed === 'wrong') {
      throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'Invalid password' });
    }
    if (confirmed === 'none' && !isRecent(new Date(found.session.createdAt))) {
      throw new APIError('FORBIDDEN', {
        code: 'SESSION_NOT_FRESH',
        message: 'To change this, please sign out and sign in again first.',
      });
    }
  }
}

type Context = Parameters<typeof getSessionFromCtx>[0];
type Session = NonNullable<Awaited<ReturnType<typeof getSessionFromCtx>>>;

function refuse(message = 'That request could not be understood.'): never {
  throw new APIError('BAD_REQUEST', { code: 'BAD_REQUEST', message });
}

function isOwnFailure(answer: unknown): boolean {
  return answer instanceof APIError && answer.statusCode === 500;
}
