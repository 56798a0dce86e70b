import { EmailInput } from '@openhours/contract/wire.ts';
import type { Context, Hono } from 'hono';
import * as z from 'zod';
import { attemptAccountMail } from '../call/account-mail.ts';
import { CLIENT_ADDRESS_HEADER } from '../call/client-address-header.ts';
import { countedAddress } from '../call/counted-address.ts';
import type { LimitName, Limits } from '../call/limits.ts';
import { attemptPassword } from '../call/password-attempts.ts';
import { clientGone, errorResponse, problemResponse } from '../call/problems.ts';
import type { Database } from '../database/database.ts';
import type { Auth } from '../features/identity/auth.ts';
import { findChallengedPerson, queueConfirmationOfSignUp, withoutChallenge } from '../features/identity/index.ts';
import { findingHiddenError, hiddenError } from '../features/identity/running-call.ts';
import {
  attemptCode,
  CHANGES_SECOND_FACTOR,
  TRIES_A_CODE,
  watchSecondFactor,
} from '../features/second-factor/index.ts';
import type { Callers } from './callers.ts';
import { answerOf, isSignOut, outcomeOf, refusalBy } from './identity-answers.ts';
import { mayLackOrigin } from './origin-check.ts';
import { readJson } from './read-body.ts';
import type { RequestVariables } from './request-variables.ts';
import { type SignInAttempt, signInLog } from './sign-in-log.ts';
import { newSessionToken } from './signed-in-mark.ts';

const BASE = '/api/auth';
const MAX_BODY_BYTES = 16 * 1024;

/** Paths with a limit by address of their own. */
const LIMITED: Readonly<Record<string, LimitName>> = {
  '/sign-up/email': 'signUpByAddress',
  '/sign-in/social': 'signInElsewhereByAddress',
  '/session': 'signInElsewhereByAddress',
  '/passkey/verify-authentication': 'signInElsewhereByAddress',
  '/request-password-reset': 'passwordMailByAddress',
};

/**
 * GET requests that write or look up a row of `verifications`: the return from a provider, and the challenge for a passkey.
 * Most need no session, so they are limited by address.
 */
const WRITING_READ = /^\/(?:callback\/.+|passkey\/generate-(?:authenticate|register)-options)$/;

/** Paths that reveal whether a password is right: the named account's, or the signed-in person's. */
const TRIES_A_PASSWORD: Readonly<Record<string, 'named' | 'own'>> = {
  '/sign-in/email': 'named',
  '/change-password': 'own',
  '/verify-password': 'own',
  '/two-factor/enable': 'own',
  '/two-factor/disable': 'own',
  '/two-factor/generate-backup-codes': 'own',
  '/passkey/verify-registration': 'own',
  '/passkey/delete-passkey': 'own',
  '/revoke-session': 'own',
  '/revoke-sessions': 'own',
  '/revoke-other-sessions': 'own',
};

/**
 * Mounts the identity service under /api/auth/*, with the rules of every other call: 405, HEAD, JSON only, bounded
 * bodies, problem+json. Passes on the caller's address, counts attempts by address and account, and sets the
 * `signed_in` cookie (`signed-in-mark.ts`).
 */
export function mountIdentity(
  app: Hono<{ Variables: RequestVariables }>,
  options: {
    auth: Auth;
    callers: Callers;
    limits: Limits;
    publicUrl: string;
    secureCookies: boolean;
    db: Database;
    now: () => Date;
  },
): void {
  const { auth, callers, limits, publicUrl, secureCookies, db, now } = options;
  const endpoints = endpointsOf(auth);

  const logSignIn = signInLog({ db, callers, now: () => new Date() });

  app.all(`${BASE}/*`, async (context) => {
    const attempt: SignInAttempt = {
      method: context.req.method,
      path: new URL(context.req.url).pathname.slice(BASE.length),
    };
    const response = await answer(context, attempt);
    await logSignIn(context.get('log'), attempt, { response, outcome: outcomeOf(response) });
    return response;
  });

  async function answer(context: IdentityContext, attempt: SignInAttempt): Promise<Response> {
    try {
      const admitted = await admit(context, attempt);
      if (admitted instanceof Response) return admitted;
      const given = await findingHiddenError(async () => {
        const response = await auth.handler(admitted.request);
        if (response.ok) await admitted.whenPassed?.(response);
        // After a failure, nobody knows whether the service has done its work.
        else if (response.status < 500) await admitted.whenRefused?.();
        if (response.status < 500 || response.status === 503) return response;
        throw hiddenError() ?? new Error(`The identity service answered ${response.status}`);
      });
      return await answerOf(given, { to: attempt, secureCookies });
    } catch (error) {
      if (context.req.raw.signal.aborted) return clientGone();
      const refusal = refusalBy(error);
      if (refusal) return refusal;
      context.get('log').error({ err: error }, 'the identity service failed');
      return errorResponse(error, { requestId: context.get('requestId') });
    }
  }

  /** The request for the identity service and what to do after a success, or the refusal. */
  async function admit(context: IdentityContext, signIn: SignInAttempt): Promise<Admitted | Response> {
    const { raw } = context.req;
    const method = raw.method === 'HEAD' ? 'GET' : raw.method;
    const { path } = signIn;
    const allow = endpoints.flatMap((endpoint) => (endpoint.path.test(path) ? endpoint.methods : []));
    if (allow.length === 0) return problemResponse('NOT_FOUND');
    if (!allow.includes(method)) return problemResponse('METHOD_NOT_ALLOWED', { headers: { allow: allow.join(', ') } });

    const headers = new Headers(raw.headers);
    const address = context.get('address');
    headers.set(CLIENT_ADDRESS_HEADER, address);
    const from = countedAddress(address);
    if (method === 'GET') {
      const refused = WRITING_READ.test(path) ? await limits.refuse('identityByAddress', from) : undefined;
      return refused ?? { request: new Request(raw.url, { method, headers }) };
    }

    const limit = LIMITED[path];
    // Otherwise strangers at the same address could keep somebody signed in. Without a session, it costs no statement.
    const limited = isSignOut(signIn)
      ? undefined
      : ((await limits.refuse('identityByAddress', from)) ?? (limit && (await limits.refuse(limit, from))));
    if (limited) return limited;
    const sent = await readJson(raw, MAX_BODY_BYTES);
    if (sent instanceof Response) return sent;
    const { value: body } = sent;
    // The identity service reads the body that we parsed and counted, not the original bytes.
    headers.delete('content-length');
    // It refuses every request of Node's `fetch` without an origin, because of the `Sec-Fetch-Mode` that this sends.
    if (!headers.has('origin') && mayLackOrigin(headers)) headers.set('origin', new URL(publicUrl).origin);
    const request = new Request(raw.url, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const asked: Asked = { request, path, body, address, signIn };
    const whose = TRIES_A_PASSWORD[path];
    if (path === '/sign-up/email') return admitSignUp(asked);
    if (path === '/request-password-reset') return admitReset(asked);
    if (whose === 'named') return admitPassword(asked);
    return whose === 'own' || TRIES_A_CODE.has(path) ? admitOwn(asked, { asksPassword: whose === 'own' }) : { request };
  }

  /**
   * A sign-up. Anybody can cause emails to an address, and must not keep its owner from signing up by that. So after too many,
   * the sign-up sends none; its page has a button that does.
   */
  async function admitSignUp({ request, body, signIn }: Asked): Promise<Admitted | Response> {
    const email = emailIn(body);
    signIn.email = email;
    // The identity service refuses a sign-up without an address, and names the other faults of the form too.
    if (email === undefined) return { request };
    const mail = await attemptAccountMail(limits, email, 'confirmationMailByAccount');
    if (mail.refusal) return mail.refusal.status === 429 ? { request } : mail.refusal;
    const link = await queueConfirmationOfSignUp(db, { email, now: now() });
    return {
      request,
      whenPassed: link.send,
      whenRefused: async () => {
        await mail.undo();
        await link.withdraw();
      },
    };
  }

  /** A call that sends a link for a new password to the address in its body. */
  async function admitReset({ request, body, signIn }: Asked): Promise<Admitted | Response> {
    const email = emailIn(body);
    signIn.email = email;
    if (email === undefined) return emailRefusal();
    const mail = await attemptAccountMail(limits, email, 'passwordMailByAccount');
    return mail.refusal ?? { request };
  }

  /** A sign-in with the password of the account that its body names. */
  async function admitPassword({ request, body, address, signIn }: Asked): Promise<Admitted | Response> {
    const account = emailIn(body);
    if (account === undefined) return emailRefusal();
    signIn.email = account;
    const attempt = await attemptPassword(limits, { account, address });
    return attempt.refusal ?? { request, whenPassed: attempt.undo };
  }

  /** A call that checks the password of the person signed in, or a code: theirs, or the code that a sign-in waits for. */
  async function admitOwn(
    { request, path, body, address, signIn }: Asked,
    { asksPassword }: { asksPassword: boolean },
  ): Promise<Admitted | Response> {
    const cookie = request.headers.get('cookie');
    // These calls act on the session of the cookie, so an access token does not say whose they are.
    const own = new Headers(request.headers);
    own.delete('authorization');
    const { caller } = await callers.find(own);
    if (asksPassword && !caller) return problemResponse('UNAUTHORIZED');
    // Otherwise, if the session ended now, the service would use the code for the sign-in that waits for one.
    if (caller) request.headers.set('cookie', withoutChallenge(cookie ?? ''));
    signIn.asksPasswordAgain = asksPassword;
    // Compared with times that the identity service wrote, by its own clock.
    const byService = new Date();
    const personId = caller?.personId ?? (await findChallengedPerson(db, { cookie, now: byService }));
    signIn.personId = personId;
    const attempt =
      asksPassword && caller
        ? await attemptPassword(limits, { account: caller.email, address })
        : await attemptCode({ db, limits }, { path, body, personId, address, now: byService });
    if (attempt.refusal) return attempt.refusal;
    const isChange = path === '/change-password' || CHANGES_SECOND_FACTOR.has(path);
    const counted =
      caller && isChange ? await limits.attempt([['securityChangesByPerson', caller.personId]]) : undefined;
    if (counted?.refusal) {
      await attempt.undo();
      return counted.refusal;
    }
    const watch = await watchSecondFactor(db, { path, caller, now: now() });
    return {
      request,
      whenPassed: async (given) => {
        await attempt.undo();
        await watch.whenChanged(newSessionToken(given.headers.getSetCookie()));
      },
      whenRefused: async () => {
        await counted?.undo();
        await watch.whenRefused();
      },
    };
  }
}

type IdentityContext = Context<{ Variables: RequestVariables }>;

/** An unsafe request within its limits. */
interface Asked {
  readonly request: Request;
  readonly path: string;
  readonly body: unknown;
  /** The caller's network address. */
  readonly address: string;
  /** What is logged about it. */
  readonly signIn: SignInAttempt;
}

interface Admitted {
  readonly request: Request;
  /** Takes a right attempt back from the limits, and sends what waited for it. */
  readonly whenPassed?: (given: Response) => Promise<void>;
  readonly whenRefused?: () => Promise<void>;
}

/** The methods of each open path of the identity service, which itself answers 404 for a wrong one. */
function endpointsOf(auth: Auth): readonly { path: RegExp; methods: readonly string[] }[] {
  const closed = new Set(auth.options.disabledPaths);
  return Object.values(auth.api).flatMap(({ path, options }) => {
    if (typeof path !== 'string' || closed.has(path)) return [];
    const { method } = options;
    const methods = (Array.isArray(method) ? method : [method]).flatMap((one) =>
      one === 'GET' ? ['GET', 'HEAD'] : [one],
    );
    return [{ path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`), methods }];
  });
}

/** The email address in a body, if there is a valid one. */
function emailIn(body: unknown): string | undefined {
  const given = NamesAccount.safeParse(body).data?.email;
  return given === given?.trim() ? EmailInput.safeParse(given).data : undefined;
}

const NamesAccount = z.object({ email: z.string() });

function emailRefusal(): Response {
  return problemResponse('BAD_REQUEST', { message: 'That is not an email address.' });
}
