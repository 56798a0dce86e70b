import { ServerResponse } from 'node:http';
import type { Context, Hono } from 'hono';
import type { Caller } from '../call/caller.ts';
import { countedAddress } from '../call/counted-address.ts';
import type { LimitName, Limits } from '../call/limits.ts';
import { clientGone, problemResponse, uploadFailure } from '../call/problems.ts';
import type { RequestKey } from '../call/request-key.ts';
import type { Database } from '../database/database.ts';
import type { Replica } from '../database/replica.ts';
import { type CachedCalls, cachedResponse } from './cached-calls.ts';
import type { Callers } from './callers.ts';
import { callsByPath, type MountedCall } from './contract-calls.ts';
import { answerOnce, answerRepeatably, REPLAYED, readRequestKey } from './idempotency.ts';
import { isOwnOrigin } from './origin-check.ts';
import { readJson } from './read-body.ts';
import { namedEmails, refuseAccess } from './refuse-access.ts';
import { kindOf } from './request-log.ts';
import type { RequestVariables } from './request-variables.ts';
import { type CallRouter, callFailure, createCallRunner, type RequestContext } from './run-call.ts';
import type { TakeUpload } from './uploads.ts';
import { createRefusalWatch } from './watch-refusals.ts';
import { Overloaded, type WorkQueue } from './work-queue.ts';

/** What comes after `admit`: the caller is known, and a body was read. */
const BEGUN = { isBegun: true } as const;
const OVERLOAD_SECONDS = 5;
/** RFC 6750, section 3.1. */
const INVALID_TOKEN = 'Bearer error="invalid_token"';
/** If the call's turn comes later, access is checked again: the caller's session or role may be gone. */
const ADMITTED_MILLIS = 1000;

interface CallOptions {
  readonly contract: unknown;
  readonly router: CallRouter;
  readonly callers: Callers;
  readonly limits: Limits;
  /** The clinic's secret. */
  readonly secret: string;
  readonly db: Database;
  /** For calls whose answer may be a second old. */
  readonly replica: Replica | undefined;
  readonly site: { readonly publicUrl: string; readonly publicUrlIsFixed: boolean };
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

/** A request that was admitted, while it is answered. */
interface Exchange {
  readonly context: RequestContext;
  readonly call: MountedCall;
  /** Looked up again if the call waited long for its turn. */
  caller: Caller | undefined;
  readonly admittedAt: number;
  /** `Set-Cookie` lines of the answer. */
  readonly cookies: string[];
  /** Whether the answer is the stored one of an earlier request. */
  isReplay: boolean;
}

/**
 * Mounts every call of the contract under /api. This loop has the only access check. It is made first, and again if the
 * call's turn comes much later. In between, it checks origin, media type, limits, size and the `Idempotency-Key`. The call itself only
 * does its work.
 */
export function mountCalls(app: Hono<{ Variables: RequestVariables }>, options: CallOptions): void {
  const { callers, limits, secret, db, replica, site, now, queue, takeUpload, cached } = options;
  const watchRefusals = createRefusalWatch({ db, limits });
  const runCall = createCallRunner(options.router);

  for (const [path, calls] of callsByPath(options.contract)) {
    app.all(`/api${path}`, async (context) => {
      const method = context.req.method === 'HEAD' ? 'GET' : context.req.method;
      const call = calls.find((candidate) => candidate.method === method);
      if (!call) {
        return problemResponse('METHOD_NOT_ALLOWED', { headers: { allow: allowedMethods(calls).join(', ') } });
      }
      context.set('call', call.name);
      try {
        return await respond(context, call);
      } catch (error) {
        if (context.req.raw.signal.aborted) return clientGone();
        if (error instanceof Overloaded) {
          context.set('isOverloaded', true);
          return overloaded();
        }
        return callFailure(context, error);
      }
    });
  }

  async function respond(context: RequestContext, call: MountedCall): Promise<Response> {
    // In a rush, people reload the page. Do no work for requests whose client has left.
    const admitted = await queue.run(async () => (hasLeft(context) ? undefined : admit(context, call)));
    if (!admitted) return clientGone();
    const { caller, setCookies, refusal } = admitted;
    const exchange: Exchange = {
      context,
      call,
      caller,
      admittedAt: performance.now(),
      cookies: [...setCookies],
      isReplay: false,
    };
    context.set('caller', kindOf(caller));
    if (refusal) return asFormFailure(call, await watched(exchange, refusal));
    if (call.stream && caller) return options.stream(context, { caller, setCookies });

    const answered = await watched(exchange, await (isSafe(call) ? read(exchange) : change(exchange)));
    const response = await asFormFailure(call, answered);
    for (const cookie of exchange.cookies) response.headers.append('set-cookie', cookie);
    if (exchange.isReplay) response.headers.set(...REPLAYED);
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
    return context.req.method === 'HEAD' ? new Response(null, response) : response;
  }

  /** Whether this caller may make this call. Decided from method, URL and headers. */
  async function admit(context: RequestContext, { access, emailParameter }: MountedCall) {
    const nobody = { caller: undefined, setCookies: [], refusal: undefined };
    if (access.who === 'everyone' && !access.recognise) return nobody;

    const { caller, badToken, setCookies } = await callers.find(context.req.raw.headers);
    const refused = (refusal: Response) => ({ caller, setCookies, refusal });
    if (badToken && access.who === 'everyone' && access.recognise === 'leniently') return nobody;
    if (badToken) return refused(problemResponse('UNAUTHORIZED', { headers: { 'www-authenticate': INVALID_TOKEN } }));
    if (access.who !== 'everyone') {
      if (!caller) return refused(problemResponse('UNAUTHORIZED'));
      const refusal = refuseAccess(access, caller, namedEmails(context, emailParameter));
      if (refusal) return refused(refusal);
    }
    return { caller, setCookies, refusal: undefined };
  }

  async function watched({ context, call, caller }: Exchange, answer: Response): Promise<Response> {
    if (!caller) return answer;
    const isChange = !isSafe(call);
    return watchRefusals(answer, { caller, call: call.name, isChange, address: context.get('address'), now: now() });
  }

  /** Does the work when its turn comes, unless the caller may not make this call any more. */
  function inTurn(exchange: Exchange, work: () => Promise<Response>): Promise<Response> {
    return queue.run(async () => (await admitAgain(exchange)) ?? (await work()), BEGUN);
  }

  async function admitAgain(exchange: Exchange): Promise<Response | undefined> {
    if (performance.now() - exchange.admittedAt < ADMITTED_MILLIS) return undefined;
    const { caller, refusal } = await admit(exchange.context, exchange.call);
    if (refusal) return refusal;
    if (caller?.personId !== exchange.caller?.personId) return problemResponse('UNAUTHORIZED');
    exchange.caller = caller;
    return undefined;
  }

  /** Makes the call, on the pool or in a transaction. A call that handles an `Idempotency-Key` itself gets it. */
  function make(
    exchange: Exchange,
    on: Database,
    { body, requestKey }: { body?: () => unknown; requestKey?: RequestKey } = {},
  ): Promise<Response> {
    const { context, call, caller, cookies } = exchange;
    return runCall(
      context,
      { method: call.method, body },
      {
        db: on,
        caller,
        requestKey,
        now: now(),
        address: context.get('address'),
        replayed: () => {
          exchange.isReplay = true;
        },
        logSignIn: (line) => context.get('log').info(line, 'sign-in'),
        setCookies: (lines) => void cookies.push(...lines),
      },
    );
  }

  /** Answers a safe call, from the cache if it has an answer for this caller. Most safe calls have no rate limit. */
  async function read(exchange: Exchange): Promise<Response> {
    const { limit } = exchange.call;
    const limited = limit && (await limits.refuse(limit, countedAs(exchange, limit)));
    return limited ?? inTurn(exchange, async () => (await readCached(exchange)) ?? (await readStored(exchange)));
  }

  async function readCached({ context, call, caller }: Exchange): Promise<Response | undefined> {
    const answer = await cached.find(call.name, { url: new URL(context.req.url), holderId: caller?.personId });
    if (!answer) return undefined;
    context.set('cached', answer);
    return cachedResponse(answer, context.req.header('if-none-match'));
  }

  /** Reads from the replica if there is one and the call allows it. If the replica fails, reads from the primary. */
  async function readStored(exchange: Exchange): Promise<Response> {
    if (!exchange.call.mayBeOld || replica === undefined) return make(exchange, db);
    const old = await replica.read((on) => make(exchange, on));
    return old === undefined || old.status === 503 ? make(exchange, db) : old;
  }

  /** Carries out an unsafe call; with an `Idempotency-Key`, once. (Calls that take a file: `uploads.ts`.) */
  async function change(exchange: Exchange): Promise<Response> {
    const { context, call, caller } = exchange;
    const { raw: request } = context.req;
    if (caller?.via !== 'bearer' && !isOwnOrigin(request, site)) {
      return problemResponse('FORBIDDEN', { message: 'This request did not come from our own pages.' });
    }
    const who = personOf(exchange);
    if (call.upload) {
      const type = request.headers.get('content-type') ?? '';
      const answer = (form: Uint8Array<ArrayBuffer>) => {
        const body = () => new Response(form, { headers: { 'content-type': type } }).formData();
        return inTurn(exchange, () => make(exchange, db, { body }));
      };
      const from = countedAddress(context.get('address'));
      return takeUpload(request, { who, from, upload: call.upload, answer });
    }
    const limited = await limitChange(exchange);
    if (limited) return limited;

    const sent = await readJson(request, call.maxBodyBytes);
    if (sent instanceof Response) return sent;
    const { text, value } = sent;
    const body = () => value;

    const key = request.headers.get('idempotency-key');
    if (key === null) return inTurn(exchange, () => make(exchange, db, { body }));
    const { pathname } = new URL(request.url);
    const requestKey = readRequestKey({ key, caller: who, call: `${call.method} ${pathname}`, body: text, secret });
    if (requestKey instanceof Response) return requestKey;
    return inTurn(exchange, () => {
      switch (call.idempotency) {
        case 'own':
          return make(exchange, db, { body, requestKey });
        case 'repeatable':
          return answerRepeatably(db, requestKey, () => make(exchange, db, { body, requestKey }));
        case undefined:
          return answerOnce(db, requestKey, (tx) => make(exchange, tx, { body }));
      }
    });
  }

  /** The caller, or their address if they are not signed in. */
  function personOf({ context, caller }: Exchange): string {
    return caller?.personId ?? `anonymous:${countedAddress(context.get('address'))}`;
  }

  /** Whose calls a limit counts together: those of an address if its name says so, or else those of a person. */
  function countedAs(exchange: Exchange, limit: LimitName): string {
    return limit.endsWith('ByAddress') ? countedAddress(exchange.context.get('address')) : personOf(exchange);
  }

  /** The refusal of a change that one person made too often, or one address if the limit is by address. */
  async function limitChange(exchange: Exchange): Promise<Response | undefined> {
    const { limit = 'changesByPerson' } = exchange.call;
    const refusal = await limits.refuse(limit, countedAs(exchange, limit));
    if (refusal || !limit.endsWith('ByAddress')) return refusal;
    return limits.refuse('changesByPerson', personOf(exchange));
  }
}

const isSafe = ({ method }: MountedCall) => method === 'GET';

/** The answer. If a call that takes a file is refused, it has the error format of image hosts. */
async function asFormFailure({ upload }: MountedCall, answer: Response): Promise<Response> {
  return upload && answer.status >= 400 ? uploadFailure(answer) : answer;
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
