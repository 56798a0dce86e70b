import { ServerResponse } from 'node:http';
import { PROBLEM_MEDIA_TYPE } from '@openhours/contract/problem.ts';
import { OpenAPIHandler } from '@orpc/openapi/fetch';
import { ORPCError } from '@orpc/server';
import type { Context, Hono } from 'hono';
import type { CallContext } from '../call/call-context.ts';
import type { Caller } from '../call/caller.ts';
import { countedAddress } from '../call/counted-address.ts';
import type { Limits } from '../call/limits.ts';
import { clientGone, failureBody, isPassingFailure, problemResponse, uploadFailure } from '../call/problems.ts';
import type { RequestKey } from '../call/request-key.ts';
import type { Database } from '../database/database.ts';
import type { Replica } from '../database/replica.ts';
import { type CachedCalls, cachedResponse } from './cached-calls.ts';
import type { Callers } from './callers.ts';
import { clientAddress } from './client-address.ts';
import { callsByPath, type MountedCall } from './contract-calls.ts';
import { answerOnce, answerRepeatably, REPLAYED, readRequestKey } from './idempotency.ts';
import { isOwnOrigin } from './origin-check.ts';
import { readJson } from './read-body.ts';
import { createRefusals } from './refusals.ts';
import { namedEmails, refuseAccess } from './refuse-access.ts';
import { kindOf, type RequestVariables } from './request-log.ts';
import type { TakeUpload } from './uploads.ts';
import { Overloaded, type WorkQueue } from './work-queue.ts';

type RequestContext = Context<{ Variables: RequestVariables }>;

const MAX_BODY_BYTES = 64 * 1024;
const SAFE_METHODS = new Set(['GET', 'HEAD']);
/** What comes after `admit`: the caller is known, and a body was read. */
const BEGUN = { isBegun: true } as const;
const OVERLOAD_SECONDS = 5;
/** If the call's turn comes later, access is checked again: the caller's session or role may be gone. */
const ADMITTED_MILLIS = 1000;

export interface CallOptions {
  readonly contract: unknown;
  readonly router: ConstructorParameters<typeof OpenAPIHandler<RunningCall>>[0];
  readonly callers: Callers;
  readonly limits: Limits;
  /** The clinic's secret. */
  readonly secret: string;
  readonly db: Database;
  /** For calls whose answer may be a second old. */
  readonly replica: Replica | undefined;
  readonly site: { readonly publicUrl: string; readonly publicUrlIsFixed: boolean; readonly trustedProxies: number };
  readonly now: () => Date;
  /** Calls whose answers are cached. */
  readonly cached: Pick<CachedCalls, 'find'>;
  /** When a call is worked on: not while a body is read, which takes as long as the client likes. */
  readonly queue: WorkQueue;
  /** Handles calls that take a file. */
  readonly takeUpload: TakeUpload;
  /** Handles calls that answer with a stream. */
  readonly stream: (context: Context, admitted: { caller: Caller; setCookies: readonly string[] }) => Promise<Response>;
}

/** Makes a call, on the pool or in a transaction. A call that handles an `Idempotency-Key` itself gets it. */
type Answer = (on: Database, body?: string | Uint8Array<ArrayBuffer>, requestKey?: RequestKey) => Promise<Response>;

/** A call in progress: its context, and an error that the contract does not declare. */
interface RunningCall extends CallContext {
  readonly onFailure: (error: unknown) => void;
}

/**
 * Mounts every call of the contract under /api. This loop has the only access check. It is made first, and again if the
 * call's turn comes much later. In between, it checks origin, media type, limits, size and the `Idempotency-Key`. The call itself only
 * does its work.
 */
export function mountCalls(app: Hono<{ Variables: RequestVariables }>, options: CallOptions): void {
  const { callers, limits, secret, db, replica, site, now, queue, takeUpload, cached } = options;
  const watchRefusals = createRefusals({ db, limits });
  const handler = new OpenAPIHandler<RunningCall>(options.router, {
    customErrorResponseBodyEncoder: failureBody,
    // '?a[9999]=' is read as a list of ten thousand, and '&a[b]=' then copies it: a long address would keep the server busy
    // for a fifth of a second. No call takes a list in its address or in a form.
    maxBracketNotationArrayIndex: 0,
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
    if (response.status >= 500) return failure(context, failed ?? new Error('The answer does not match the contract'));
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
      context.set('call', call.name);
      try {
        // In a rush, people load the page again: what they asked before is not worth a turn.
        const admitted = await queue.run(async () => (hasLeft(context) ? undefined : admit(context, call)));
        if (!admitted) return clientGone();
        const { request, setCookies, refusal } = admitted;
        let { caller } = admitted;
        const admittedAt = performance.now();
        context.set('caller', kindOf(caller));
        const watched = async (answer: Response) =>
          caller
            ? watchRefusals(answer, {
                caller,
                call: call.name,
                isChange: !SAFE_METHODS.has(method),
                address: clientAddress(context, site.trustedProxies),
                now: now(),
              })
            : answer;
        if (refusal) {
          const refused = await watched(refusal);
          return call.upload ? await uploadFailure(refused) : refused;
        }
        if (call.stream && caller) return await options.stream(context, { caller, setCookies });

        const afterwards: (() => void)[] = [];
        const cookies = [...setCookies];
        let isReplay = false;
        const admitAgain = async (): Promise<Response | undefined> => {
          if (performance.now() - admittedAt < ADMITTED_MILLIS) return undefined;
          const again = await admit(context, call);
          if (again.refusal) return again.refusal;
          if (again.caller?.personId !== caller?.personId) return problemResponse('UNAUTHORIZED');
          ({ caller } = again);
          return undefined;
        };
        const inTurn = (work: () => Promise<Response>) =>
          queue.run(async () => (await admitAgain()) ?? (await work()), BEGUN);
        const answer: Answer = async (on, body, requestKey) => {
          const { headers } = request;
          const forCall =
            body === undefined && request.method === method
              ? request
              : new Request(request.url, { method, headers, ...(body?.length ? { body } : {}) });
          return run(forCall, context, {
            db: on,
            caller,
            requestKey,
            now: now(),
            address: clientAddress(context, site.trustedProxies),
            afterwards: (work) => void afterwards.push(work),
            replayed: () => {
              isReplay = true;
            },
            setCookies: (lines) => void cookies.push(...lines),
          });
        };

        const answered = await watched(
          SAFE_METHODS.has(method)
            ? ((await limitRead(context, call)) ??
                (await inTurn(async () => (await readCached(context, call, caller)) ?? (await read(call, answer)))))
            : await change(context, { caller, call, path: new URL(request.url).pathname, inTurn, answer }),
        );
        if (answered.status < 500) for (const work of afterwards) work();
        const response = call.upload && answered.status >= 400 ? await uploadFailure(answered) : answered;
        for (const cookie of cookies) response.headers.append('set-cookie', cookie);
        if (isReplay) response.headers.set(...REPLAYED);
        if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
        return context.req.method === 'HEAD' ? new Response(null, response) : response;
      } catch (error) {
        if (context.req.raw.signal.aborted) return clientGone();
        if (error instanceof Overloaded) {
          context.set('isOverloaded', true);
          return overloaded();
        }
        return failure(context, error);
      }
    });
  }

  /** Whether this caller may make this call. Decided from method, URL and headers. */
  async function admit(context: Context, { access, emailParameter }: MountedCall) {
    const request = context.req.raw;
    const nobody = { request, caller: undefined, setCookies: [], refusal: undefined };
    if (access.who === 'everyone' && !access.recognise) return nobody;

    const { caller, badToken, setCookies } = await callers.find(request.headers);
    const refused = (refusal: Response) => ({ request, caller, setCookies, refusal });
    if (badToken && access.who === 'everyone' && access.recognise === 'leniently') return nobody;
    if (badToken) return refused(problemResponse('UNAUTHORIZED', { headers: { 'www-authenticate': 'Bearer' } }));
    if (access.who !== 'everyone') {
      if (!caller) return refused(problemResponse('UNAUTHORIZED'));
      const refusal = refuseAccess(access, caller, namedEmails(context, emailParameter));
      if (refusal) return refused(refusal);
    }
    return { request, caller, setCookies, refusal: undefined };
  }

  /** From the replica, if the call allows it, there is one, and it answers. */
  async function read({ mayBeOld }: MountedCall, answer: Answer): Promise<Response> {
    if (!mayBeOld || replica === undefined) return answer(db);
    const old = await replica.read((on) => answer(on));
    return old === undefined || old.status === 503 ? answer(db) : old;
  }

  /** The cached answer, if this call has one for this caller. */
  async function readCached(context: RequestContext, { name }: MountedCall, caller: Caller | undefined) {
    const answer = await cached.find(name, { url: new URL(context.req.url), holderId: caller?.personId });
    if (!answer) return undefined;
    context.set('cached', answer);
    return cachedResponse(answer, context.req.header('if-none-match'));
  }

  /** The refusal of a read that one address made too often, or `undefined`. Most reads have no limit. */
  async function limitRead(context: Context, { limit }: Pick<MountedCall, 'limit'>): Promise<Response | undefined> {
    return limit && limits.refuse(limit, countedAddress(clientAddress(context, site.trustedProxies)));
  }

  /** The refusal of a change that one person made too often, or one address if the limit is by address. */
  async function limitChange(context: Context, { limit }: MountedCall, who: string): Promise<Response | undefined> {
    if (!limit?.endsWith('ByAddress')) return limits.refuse(limit ?? 'changesByPerson', who);
    return (await limitRead(context, { limit })) ?? (await limits.refuse('changesByPerson', who));
  }

  /** Carries out an unsafe call; with an `Idempotency-Key`, once. (Calls that take a file: `uploads.ts`.) */
  async function change(
    context: Context,
    options: {
      caller: Caller | undefined;
      call: MountedCall;
      path: string;
      /** Does the work when its turn comes, unless the caller may not make this call any more. */
      inTurn: (work: () => Promise<Response>) => Promise<Response>;
      answer: Answer;
    },
  ): Promise<Response> {
    const { caller, call, path, inTurn, answer } = options;
    const request = context.req.raw;
    if (caller?.via !== 'bearer' && !isOwnOrigin(request, site)) {
      return problemResponse('FORBIDDEN', { message: 'This request did not come from our own pages.' });
    }
    const who = caller?.personId ?? `anonymous:${countedAddress(clientAddress(context, site.trustedProxies))}`;
    if (call.upload) {
      return takeUpload(request, {
        who,
        upload: call.upload,
        answer: (body) => inTurn(() => answer(db, body)),
      });
    }
    const limited = await limitChange(context, call, who);
    if (limited) return limited;

    const read = await readJson(request, MAX_BODY_BYTES);
    if (read instanceof Response) return read;
    const { text: body } = read;

    const key = request.headers.get('idempotency-key');
    if (key === null) return inTurn(() => answer(db, body));
    const requestKey = readRequestKey({ key, caller: who, call: `${call.method} ${path}`, body, secret });
    if (requestKey instanceof Response) return requestKey;
    return inTurn(() => {
      switch (call.idempotency) {
        case 'outcome':
        case 'itself':
          return answer(db, body, requestKey);
        case 'provider':
        case 'password':
          return answerRepeatably(db, requestKey, () => answer(db, body, requestKey));
        case undefined:
          return answerOnce(db, requestKey, (tx) => answer(tx, body));
      }
    });
  }
}

/** Whether the client has closed its connection. */
function hasLeft(context: Context): boolean {
  const { outgoing } = context.env as { outgoing?: unknown };
  return outgoing instanceof ServerResponse && outgoing.destroyed;
}

const overloaded = () =>
  problemResponse('SERVICE_UNAVAILABLE', { headers: { 'retry-after': String(OVERLOAD_SECONDS) } });

function allowedMethods(calls: readonly MountedCall[]): readonly string[] {
  return calls.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}
