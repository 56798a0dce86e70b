import type { Access } from '@openhours/contract/access.ts';
import type { CallMeta } from '@openhours/contract/call.ts';
import { PROBLEM_MEDIA_TYPE } from '@openhours/contract/problem.ts';
import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract';
import { OpenAPIHandler } from '@orpc/openapi/fetch';
import { ORPCError } from '@orpc/server';
import type { Context, Hono } from 'hono';
import type { Database } from '../database/database.ts';
import type { Caller } from '../features/identity/caller.ts';
import type { CallContext } from './call-context.ts';
import type { Callers } from './callers.ts';
import { clientAddress, countedAddress } from './client-address.ts';
import { answerOnce, answerRepeatably } from './idempotency.ts';
import type { Limits } from './limits.ts';
import { isOwnOrigin } from './origin-check.ts';
import { failureBody, isPassingFailure, problemResponse } from './problems.ts';
import { readBody } from './read-body.ts';
import type { RequestVariables } from './request-log.ts';
import { signedInMark } from './signed-in-mark.ts';

type RequestContext = Context<{ Variables: RequestVariables }>;

const MAX_BODY_BYTES = 64 * 1024;
const JSON_TYPE = 'application/json';
const SAFE_METHODS = new Set(['GET', 'HEAD']);

export interface CallOptions {
  readonly contract: unknown;
  readonly router: ConstructorParameters<typeof OpenAPIHandler<RunningCall>>[0];
  readonly callers: Callers;
  readonly limits: Limits;
  readonly db: Database;
  readonly site: { readonly publicUrl: string; readonly publicUrlIsFixed: boolean; readonly trustedProxies: number };
  readonly now: () => Date;
}

/** A call under way: its context, and where it leaves the error that it did not declare. */
interface RunningCall extends CallContext {
  readonly onFailure: (error: unknown) => void;
}

interface MountedCall {
  readonly method: string;
  readonly access: Access;
  readonly idempotency: CallMeta['idempotency'];
}

/**
 * Mounts every call of the contract under /api. This loop holds the only access check, made before the body is read;
 * then origin and media type, limits, size, and the `Idempotency-Key`. What is left for a call is to do its work.
 */
export function mountCalls(app: Hono<{ Variables: RequestVariables }>, options: CallOptions): void {
  const { callers, limits, db, site, now } = options;
  const handler = new OpenAPIHandler<RunningCall>(options.router, {
    customErrorResponseBodyEncoder: failureBody,
    interceptors: [
      async (call) => {
        try {
          return await call.next();
        } catch (error) {
          if (!(error instanceof ORPCError) || error.status >= 500) call.context.onFailure(error);
          throw error;
        }
      },
    ],
  });

  async function run(request: Request, context: RequestContext, call: CallContext): Promise<Response> {
    let failed: unknown;
    const onFailure = (error: unknown) => {
      failed = error;
    };
    const { response } = await handler.handle(request, { prefix: '/api', context: { ...call, onFailure } });
    if (!response) return problemResponse('NOT_FOUND');
    if (response.status >= 500) return failure(context, failed ?? new Error('The answer does not fit the contract'));
    if (response.status >= 400 && response.status !== 409) response.headers.set('content-type', PROBLEM_MEDIA_TYPE);
    return response;
  }

  function failure(context: RequestContext, error: unknown): Response {
    const requestId = context.get('requestId');
    context.get('log').error({ err: error }, 'a call failed');
    return problemResponse(isPassingFailure(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR', { requestId });
  }

  for (const [path, calls] of callsByPath(options.contract)) {
    app.all(`/api${path}`, async (context) => {
      const method = context.req.method === 'HEAD' ? 'GET' : context.req.method;
      const call = calls.find((candidate) => candidate.method === method);
      if (!call) {
        return problemResponse('METHOD_NOT_ALLOWED', { headers: { allow: allowedMethods(calls).join(', ') } });
      }
      try {
        const { request, caller, setCookies, refusal } = await admit(context, call.access);
        if (refusal) return refusal;

        const answer = async (on: Database, body?: string) => {
          const { headers } = request;
          const forCall =
            body === undefined && request.method === method
              ? request
              : new Request(request.url, { method, headers, ...(body ? { body } : {}) });
          const idempotencyKey = headers.get('idempotency-key') ?? undefined;
          return run(forCall, context, { db: on, caller, idempotencyKey, now: now() });
        };

        const response = SAFE_METHODS.has(method)
          ? await answer(db)
          : await change(context, {
              caller,
              call: `${method} ${new URL(request.url).pathname}`,
              idempotency: call.idempotency,
              answer,
            });
        for (const cookie of setCookies) response.headers.append('set-cookie', cookie);
        const mark = signedInMark(setCookies, { secure: site.publicUrl.startsWith('https://') });
        if (mark !== undefined) response.headers.append('set-cookie', mark);
        if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
        return context.req.method === 'HEAD' ? new Response(null, response) : response;
      } catch (error) {
        return failure(context, error);
      }
    });
  }

  /** May this caller make this call? Decided from method, URL and headers alone. */
  async function admit(context: Context, access: Access) {
    const request = context.req.raw;
    const nobody = { request, caller: undefined, setCookies: [], refusal: undefined };
    if (access.who === 'everyone' && access.recognise !== true) return nobody;

    const { caller, badToken, setCookies } = await callers.find(request.headers);
    const refused = (refusal: Response) => ({ request, caller, setCookies: [], refusal });
    if (badToken) return refused(problemResponse('UNAUTHORIZED', { headers: { 'www-authenticate': 'Bearer' } }));
    if (access.who !== 'everyone') {
      if (!caller) return refused(problemResponse('UNAUTHORIZED'));
      const refusal = refuseAccess(access, caller, namedEmails(context));
      if (refusal) return refused(refusal);
    }
    return { request, caller, setCookies, refusal: undefined };
  }

  /** Carries out an unsafe call: once, if it comes with an `Idempotency-Key`. */
  async function change(
    context: Context,
    options: {
      caller: Caller | undefined;
      call: string;
      idempotency: CallMeta['idempotency'];
      answer: (db: Database, body: string) => Promise<Response>;
    },
  ): Promise<Response> {
    const { caller, call, idempotency, answer } = options;
    const request = context.req.raw;
    if (caller?.via !== 'bearer' && !isOwnOrigin(request, site)) {
      return problemResponse('FORBIDDEN', { message: 'This request did not come from our own pages.' });
    }
    const mediaType = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (mediaType !== undefined && mediaType !== JSON_TYPE) return problemResponse('UNSUPPORTED_MEDIA_TYPE');

    const who = caller?.personId ?? `anonymous:${countedAddress(clientAddress(context, site.trustedProxies))}`;
    const limited = await limits.refuse('changesByPerson', who);
    if (limited) return limited;

    const body = await readBody(request, MAX_BODY_BYTES);
    if (body === undefined) return problemResponse('PAYLOAD_TOO_LARGE');
    if (body !== '' && mediaType === undefined) return problemResponse('UNSUPPORTED_MEDIA_TYPE');

    const key = request.headers.get('idempotency-key');
    if (key === null) return answer(db, body);
    const keyed = { key, caller: who, call, body };
    return idempotency === 'provider'
      ? answerRepeatably(db, keyed, () => answer(db, body))
      : answerOnce(db, keyed, (tx) => answer(tx, body));
  }
}

/** Why this caller may not, or `undefined`. */
function refuseAccess(
  access: Exclude<Access, { who: 'everyone' }>,
  caller: Caller,
  named: readonly string[],
): Response | undefined {
  switch (access.who) {
    case 'signed-in':
      return undefined;
    case 'admin':
      return caller.isAdmin ? undefined : problemResponse('FORBIDDEN');
    case 'that-person': {
      if (access.cookieOnly && caller.via !== 'cookie') return problemResponse('UNAUTHORIZED');
      if (named.length !== 1)
        return problemResponse('BAD_REQUEST', { message: 'Exactly one e-mail address is wanted.' });
      const isThatPerson = named[0]?.trim().toLowerCase() === caller.email;
      return isThatPerson || (access.orAdmin && caller.isAdmin) ? undefined : problemResponse('FORBIDDEN');
    }
  }
}

function namedEmails(context: Context): readonly string[] {
  const inPath = context.req.param('email');
  return inPath === undefined ? (context.req.queries('email') ?? []) : [inPath];
}

function allowedMethods(calls: readonly MountedCall[]): readonly string[] {
  return calls.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

function callsByPath(contract: unknown): ReadonlyMap<string, readonly MountedCall[]> {
  const paths = new Map<string, MountedCall[]>();
  for (const procedure of proceduresOf(contract)) {
    const { route, meta } = procedure['~orpc'];
    if (!route.path || !route.method) throw new Error('A call of the contract has no method or path');
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const { access, idempotency } = meta as CallMeta;
    const mounted = { method: route.method, access, idempotency };
    paths.set(path, [...(paths.get(path) ?? []), mounted]);
  }
  return paths;
}

/** Every call of a contract, however deep its groups. */
export function proceduresOf(contract: unknown): readonly AnyContractProcedure[] {
  if (isContractProcedure(contract)) return [contract];
  if (typeof contract !== 'object' || contract === null) return [];
  return Object.values(contract).flatMap(proceduresOf);
}
