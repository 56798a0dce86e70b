import { STATUS_CODES } from 'node:http';
import { PROBLEM_MEDIA_TYPE, type Problem } from '@openhours/contract/problem.ts';
import type { Context, Hono } from 'hono';
import pg from 'pg';
import type { Auth } from '../features/identity/auth.ts';
import { CLIENT_ADDRESS_HEADER, clientAddress, countedAddress } from './client-address.ts';
import type { LimitName, Limits } from './limits.ts';
import { isPassingFailure, problemResponse } from './problems.ts';
import { readBody } from './read-body.ts';
import type { RequestVariables } from './request-log.ts';
import { signedInMark, withoutSessionEnd } from './signed-in-mark.ts';

const BASE = '/api/auth';
const MAX_BODY_BYTES = 16 * 1024;

/** What is counted for which path: by address, and by the account that the body names, whoever asks. */
const LIMITED: Readonly<Record<string, { address: LimitName; account?: LimitName }>> = {
  '/sign-in/email': { address: 'signInByAddress', account: 'signInByAccount' },
  '/sign-up/email': { address: 'signUpByAddress' },
  '/sign-in/social': { address: 'signInByAddress' },
  '/session': { address: 'signInByAddress' },
  '/request-password-reset': { address: 'passwordMailByAddress', account: 'passwordMailByAccount' },
  // Both tell whether a guess at the password was right.
  '/change-password': { address: 'signInByAddress' },
  '/verify-password': { address: 'signInByAddress' },
};

const REFUSES_THE_DELETED = new Set(['no_session_for_the_deleted', 'no_account_for_the_deleted']);

/** What takes the browser's session cookie away. */
const ENDS_SESSION = new Set(['/sign-out', '/session']);

/**
 * Mounts the identity service under /api/auth/*, with what every other call has too: 405, HEAD, JSON only, bounded
 * bodies, problem+json. We tell it the caller's address, count attempts by address and by account, and mark the
 * browser as signed in (`signed-in-mark.ts`).
 */
export function mountIdentity(
  app: Hono<{ Variables: RequestVariables }>,
  options: { auth: Auth; limits: Limits; trustedProxies: number; secureCookies: boolean },
): void {
  const { auth, limits, trustedProxies, secureCookies } = options;
  const endpoints = endpointsOf(auth);

  app.all(`${BASE}/*`, async (context) => {
    const requestId = context.get('requestId');
    try {
      const request = await admit(context);
      if (request instanceof Response) return request;
      const answer = await auth.handler(request);
      if (answer.status >= 500 && answer.status !== 503) return problemResponse('INTERNAL_SERVER_ERROR', { requestId });

      const response = answer.status >= 400 ? await asProblem(answer) : answer;
      if (!ENDS_SESSION.has(pathOf(context.req.raw))) keepSessionCookie(response.headers);
      const mark = signedInMark(response.headers.getSetCookie(), { secure: secureCookies });
      if (mark !== undefined) response.headers.append('set-cookie', mark);
      response.headers.set('cache-control', 'no-store');
      return context.req.method === 'HEAD' ? new Response(null, response) : response;
    } catch (error) {
      if (isForNobody(error)) return problemResponse('UNAUTHORIZED', { message: 'Invalid email or password' });
      context.get('log').error({ err: error }, 'the identity service failed');
      return problemResponse(isPassingFailure(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR', { requestId });
    }
  });

  /** The request as the identity service may see it, or why not. */
  async function admit(context: Context): Promise<Request | Response> {
    const { raw } = context.req;
    const method = raw.method === 'HEAD' ? 'GET' : raw.method;
    const path = pathOf(raw);
    const allow = endpoints.flatMap((endpoint) => (endpoint.path.test(path) ? endpoint.methods : []));
    if (allow.length === 0) return problemResponse('NOT_FOUND');
    if (!allow.includes(method)) return problemResponse('METHOD_NOT_ALLOWED', { headers: { allow: allow.join(', ') } });

    const headers = new Headers(raw.headers);
    const address = clientAddress(context, trustedProxies);
    headers.set(CLIENT_ADDRESS_HEADER, address);
    if (method === 'GET') return new Request(raw.url, { method, headers });

    const body = await readBody(raw, MAX_BODY_BYTES);
    if (body === undefined) return problemResponse('PAYLOAD_TOO_LARGE');
    // Nothing but JSON, or the account of a form would go uncounted.
    const mediaType = raw.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (body !== '' && mediaType !== 'application/json') return problemResponse('UNSUPPORTED_MEDIA_TYPE');
    const limited = await refuseTooMany({ path, address, body });
    return limited ?? new Request(raw.url, { method, headers, ...(body === '' ? {} : { body }) });
  }

  async function refuseTooMany(attempt: { path: string; address: string; body: string }) {
    const limit = LIMITED[attempt.path];
    const byAddress = await limits.refuse(limit?.address ?? 'otherIdentityByAddress', countedAddress(attempt.address));
    if (byAddress || !limit?.account) return byAddress;
    const email = emailIn(attempt.body);
    return email === undefined ? undefined : limits.refuse(limit.account, email);
  }
}

/** Whoever was signing in was deleted meanwhile: the database gives them no way in, and so it never was their account. */
function isForNobody(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  return cause instanceof pg.DatabaseError && REFUSES_THE_DELETED.has(cause.constraint ?? '');
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname.slice(BASE.length);
}

function keepSessionCookie(headers: Headers): void {
  const kept = withoutSessionEnd(headers.getSetCookie());
  headers.delete('set-cookie');
  for (const cookie of kept) headers.append('set-cookie', cookie);
}

/** Which methods each address of the identity service takes. It answers 404 for a wrong one itself. */
function endpointsOf(auth: Auth): readonly { path: RegExp; methods: readonly string[] }[] {
  return Object.values(auth.api).flatMap(({ path, options }) => {
    if (typeof path !== 'string') return [];
    const { method } = options;
    const methods = (Array.isArray(method) ? method : [method]).flatMap((one) =>
      one === 'GET' ? ['GET', 'HEAD'] : [one],
    );
    return [{ path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`), methods }];
  });
}

function emailIn(body: string): string | undefined {
  try {
    const given: unknown = JSON.parse(body);
    const email = textField(given, 'email');
    return email?.trim().toLowerCase();
  } catch {
    return undefined;
  }
}

/** A refusal of the identity service in the form of every other one. Its cookies stay. */
async function asProblem(answer: Response): Promise<Response> {
  const { status } = answer;
  const said: unknown = await answer.json().catch(() => undefined);
  const title = STATUS_CODES[status] ?? 'Refused';
  const problem: Problem = {
    type: 'about:blank',
    title,
    status,
    code: textField(said, 'code') ?? title.toUpperCase().replaceAll(' ', '_'),
    message: textField(said, 'message') ?? 'That was refused.',
  };
  const headers = new Headers(answer.headers);
  headers.set('content-type', PROBLEM_MEDIA_TYPE);
  return new Response(JSON.stringify(problem), { status, headers });
}

function textField(from: unknown, name: string): string | undefined {
  const value: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
