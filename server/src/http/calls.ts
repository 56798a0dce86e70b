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
import type { LimitName, Limits } from './limits.ts';
import { isOwnOrigin } from './origin-check.ts';
import { failureBody, isPassingFailure, problemResponse, uploadFailure } from './problems.ts';
import { readBody } from './read-body.ts';
import type { RequestVariables } from './request-log.ts';
import { createUploads, type UploadRule } from './uploads.ts';

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
  /** Carries out the calls that answer with a stream. */
  readonly stream: (context: Context, admitted: { caller: Caller; setCookies: readonly string[] }) => Promise<Response>;
}

/** A call under way: its context, and where it leaves the error that it did not declare. */
interface RunningCall extends CallContext {
  readonly onFailure: (error: unknown) => void;
}

interface MountedCall {
  readonly method: string;
  /** Under which name the path has the e-mail address that the call is about, if it has one. */
  readonly emailParameter: string | undefined;
  readonly access: Access;
  readonly upload: UploadRule | undefined;
  readonly limit: LimitName;
  readonly stream: boolean;
  readonly idempotency: CallMeta['idempotency'];
}

/**
 * Mounts every call of the contract under /api. This loop holds the only access check, made before the body is read;
 * then origin and media type, limits, size, and the `Idempotency-Key`. What is left for a call is to do its work.
 */
export function mountCalls(app: Hono<{ Variables: RequestVariables }>, options: CallOptions): void {
  const { callers, limits, db, site, now } = options;
  const takeUpload = createUploads({ limits });
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
        const { request, caller, setCookies, refusal } = await admit(context, call);
        if (refusal) return call.upload ? await uploadFailure(refusal) : refusal;
        if (call.stream && caller) return await options.stream(context, { caller, setCookies });

        const afterwards: (() => void)[] = [];
        const answer = async (on: Database, body?: string | Uint8Array<ArrayBuffer>) => {
          const { headers } = request;
          const forCall =
            body === undefined && request.method === method
              ? request
              : new Request(request.url, { method, headers, ...(body?.length ? { body } : {}) });
          return run(forCall, context, {
            db: on,
            caller,
            idempotencyKey: headers.get('idempotency-key') ?? undefined,
            now: now(),
            address: clientAddress(context, site.trustedProxies),
            afterwards: (work) => void afterwards.push(work),
          });
        };

        const answered = SAFE_METHODS.has(method)
          ? await answer(db)
          : await change(context, { caller, call, path: new URL(request.url).pathname, answer });
        if (answered.status < 500) for (const work of afterwards) work();
        const response = call.upload && answered.status >= 400 ? await uploadFailure(answered) : answered;
        for (const cookie of setCookies) response.headers.append('set-cookie', cookie);
        if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
        return context.req.method === 'HEAD' ? new Response(null, response) : response;
      } catch (error) {
        return failure(context, error);
      }
    });
  }

  /** May this caller make this call? Decided from method, URL and headers alone. */
  async function admit(context: Context, { access, emailParameter }: MountedCall) {
    const request = context.req.raw;
    const nobody = { request, caller: undefined, setCookies: [], refusal: undefined };
    if (access.who === 'everyone' && access.recognise !== true) return nobody;

    const { caller, badToken, setCookies } = await callers.find(request.headers);
    const refused = (refusal: Response) => ({ request, caller, setCookies: [], refusal });
    if (badToken) return refused(problemResponse('UNAUTHORIZED', { headers: { 'www-authenticate': 'Bearer' } }));
    if (access.who !== 'everyone') {
      if (!caller) return refused(problemResponse('UNAUTHORIZED'));
      const refusal = refuseAccess(access, caller, namedEmails(context, emailParameter));
      if (refusal) return refused(refusal);
    }
    return { request, caller, setCookies, refusal: undefined };
  }

  /** Carries out an unsafe call: once, if it comes with an `Idempotency-Key`. (Who takes a file: `uploads.ts`.) */
  async function change(
    context: Context,
    options: {
      caller: Caller | undefined;
      call: MountedCall;
      path: string;
      answer: (db: Database, body: string | Uint8Array<ArrayBuffer>) => Promise<Response>;
    },
  ): Promise<Response> {
    const { caller, call, path, answer } = options;
    const request = context.req.raw;
    if (caller?.via !== 'bearer' && !isOwnOrigin(request, site)) {
      return problemResponse('FORBIDDEN', { message: 'This request did not come from our own pages.' });
    }
    const who = caller?.personId ?? `anonymous:${countedAddress(clientAddress(context, site.trustedProxies))}`;
    const mediaType = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (call.upload) {
      return takeUpload(request, { who, mediaType, upload: call.upload, answer: (body) => answer(db, body) });
    }
    if (mediaType !== undefined && mediaType !== JSON_TYPE) return problemResponse('UNSUPPORTED_MEDIA_TYPE');
    const limited = await limits.refuse(call.limit, who);
    if (limited) return limited;

    const body = await readBody(request, MAX_BODY_BYTES);
    if (body === undefined) return problemResponse('PAYLOAD_TOO_LARGE');
    if (body !== '' && mediaType === undefined) return problemResponse('UNSUPPORTED_MEDIA_TYPE');

    const key = request.headers.get('idempotency-key');
    if (key === null) return answer(db, body);
    const keyed = { key, caller: who, call: `${call.method} ${path}`, body };
    return call.idempotency === 'provider'
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
    case 'doctor-or-admin':
      return caller.isDoctor || caller.isAdmin ? undefined : problemResponse('FORBIDDEN');
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

function namedEmails(context: Context, emailParameter: string | undefined): readonly string[] {
  if (emailParameter === undefined) return context.req.queries('email') ?? [];
  const inPath = context.req.param(emailParameter);
  return inPath === undefined ? [] : [inPath];
}

function allowedMethods(calls: readonly MountedCall[]): readonly string[] {
  return calls.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

/**
 * The calls by the shape of their path, in which parameters go by their place: PUT /users/admin/{id} and
 * GET /users/admin/{email} are one address. Fixed words come before parameters, as the router takes the first match.
 */
function callsByPath(contract: unknown): ReadonlyMap<string, readonly MountedCall[]> {
  const paths = new Map<string, MountedCall[]>();
  for (const procedure of proceduresOf(contract)) {
    const { route, meta } = procedure['~orpc'];
    if (!route.path || !route.method) throw new Error('A call of the contract has no method or path');
    const segments = route.path.split('/');
    const path = segments.map((segment, place) => (segment.startsWith('{') ? `:p${place}` : segment)).join('/');
    const emailPlace = segments.indexOf('{email}');
    // Every procedure begins with `call` of contract/call.ts, which gives it this meta.
    const { access, upload, limit, stream, idempotency } = meta as CallMeta;
    const mounted: MountedCall = {
      method: route.method,
      emailParameter: emailPlace === -1 ? undefined : `p${emailPlace}`,
      access,
      upload,
      limit: limit ?? 'changesByPerson',
      stream: stream === true,
      idempotency,
    };
    paths.set(path, [...(paths.get(path) ?? []), mounted]);
  }
  const fixedFirst = (path: string) => path.replaceAll(':', '\uffff');
  return new Map([...paths].toSorted(([a], [b]) => (fixedFirst(a) < fixedFirst(b) ? -1 : 1)));
}

/** Every call of a contract, however deep its groups. */
export function proceduresOf(contract: unknown): readonly AnyContractProcedure[] {
  if (isContractProcedure(contract)) return [contract];
  if (typeof contract !== 'object' || contract === null) return [];
  return Object.values(contract).flatMap(proceduresOf);
}
