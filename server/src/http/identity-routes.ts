import type { Context, Hono } from 'hono';
import type { Auth } from '../features/identity/auth.ts';
import { CLIENT_ADDRESS_HEADER, clientAddress } from './client-address.ts';
import type { LimitName, Limits } from './limits.ts';
import { isPassingFailure, problemResponse } from './problems.ts';
import { readBody } from './read-body.ts';
import type { RequestVariables } from './request-log.ts';

const BASE = '/api/auth';
const MAX_BODY_BYTES = 16 * 1024;
const SESSION_COOKIE = /(?:^|-)openhours\.session_token=([^;]*)/;

/** What is counted for which path: by address, and by the account that the body names, whoever asks. */
const LIMITED: Readonly<Record<string, { address: LimitName; account?: LimitName }>> = {
  '/sign-in/email': { address: 'signInByAddress', account: 'signInByAccount' },
  '/sign-up/email': { address: 'signUpByAddress' },
  '/request-password-reset': { address: 'passwordMailByAddress', account: 'passwordMailByAccount' },
};

/**
 * Mounts the identity service under /api/auth/*. We tell it the caller's address, count attempts by address and by
 * account, and mark the browser with a readable `signed_in` cookie, by which a page knows which navigation to show
 * before it has asked anything.
 */
export function mountIdentity(
  app: Hono<{ Variables: RequestVariables }>,
  options: { auth: Auth; limits: Limits; trustedProxies: number; secureCookies: boolean },
): void {
  const { auth, limits, trustedProxies, secureCookies } = options;

  app.all(`${BASE}/*`, async (context) => {
    try {
      const address = clientAddress(context, trustedProxies);
      const request = await bounded(context.req.raw, address);
      if (!request) return problemResponse('PAYLOAD_TOO_LARGE');
      const limited = await refuseTooMany(context, request.clone(), address);
      if (limited) return limited;

      const response = await auth.handler(request);
      const mark = signedInMark(response.headers.getSetCookie(), secureCookies);
      if (mark !== undefined) response.headers.append('set-cookie', mark);
      response.headers.set('cache-control', 'no-store');
      if (response.status >= 500)
        return problemResponse('INTERNAL_SERVER_ERROR', { requestId: context.get('requestId') });
      if (response.status === 404 && response.body === null) return problemResponse('NOT_FOUND');
      return response;
    } catch (error) {
      context.get('log').error({ err: error }, 'the identity service failed');
      return problemResponse(isPassingFailure(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR', {
        requestId: context.get('requestId'),
      });
    }
  });

  async function refuseTooMany(context: Context, request: Request, address: string): Promise<Response | undefined> {
    const limit = LIMITED[context.req.path.slice(BASE.length)];
    if (context.req.method === 'GET') return undefined;
    const byAddress = await limits.refuse(limit?.address ?? 'otherIdentityByAddress', address);
    if (byAddress || !limit?.account) return byAddress;
    const email = await emailIn(request);
    return email === undefined ? undefined : limits.refuse(limit.account, email);
  }
}

/** The request with a bounded body and our word for the caller's address, or `undefined` when it is too large. */
async function bounded(request: Request, address: string): Promise<Request | undefined> {
  const headers = new Headers(request.headers);
  headers.set(CLIENT_ADDRESS_HEADER, address);
  if (request.method === 'GET' || request.method === 'HEAD')
    return new Request(request.url, { method: request.method, headers });
  const body = await readBody(request, MAX_BODY_BYTES);
  return body === undefined ? undefined : new Request(request.url, { method: request.method, headers, body });
}

async function emailIn(request: Request): Promise<string | undefined> {
  try {
    const body: unknown = await request.json();
    const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
    return typeof email === 'string' ? email.trim().toLowerCase() : undefined;
  } catch {
    return undefined;
  }
}

/** The cookie that follows a session cookie being set or taken away. It says nothing that its reader does not know. */
function signedInMark(setCookies: readonly string[], secure: boolean): string | undefined {
  const session = setCookies.map((cookie) => SESSION_COOKIE.exec(cookie)).find((match) => match !== null);
  if (!session) return undefined;
  const attributes = `Path=/; SameSite=Lax${secure ? '; Secure' : ''}`;
  return session[1] === '' ? `signed_in=; Max-Age=0; ${attributes}` : `signed_in=1; Max-Age=604800; ${attributes}`;
}
