import type { IncomingMessage, ServerResponse } from 'node:http';
import { MediumDateInput } from '@openhours/contract/wire.ts';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { AnswerCache } from '../features/schedule/answer-cache.ts';
import type { CachedAnswer } from '../features/schedule/answer-validity.ts';
import { keepAnswers } from '../features/schedule/keep-answers.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { hasAnswer } from './if-none-match.ts';
import type { Metrics } from './metrics.ts';
import { identify, millisSince } from './request-log.ts';
import type { CallerKind, RequestVariables } from './request-variables.ts';
import type { WorkQueue } from './work-queue.ts';

/** Calls whose answers are cached. */
export interface CachedCalls {
  /** @returns undefined if the call has no cached answer for whoever asks */
  find(call: string, question: { url: URL; holderId: string | undefined }): Promise<CachedAnswer | undefined>;
  /** Remembers the headers of cached answers. Mount it outside everything that sets headers. */
  readonly remember: MiddlewareHandler<{ Variables: RequestVariables }>;
  /**
   * Gives a remembered answer again if it still holds, and if it does not depend on who asks; or a remembered refusal,
   * while there is too much work.
   */
  readonly answerAtOnce: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
}

const LONGEST_ADDRESS = 200;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Remembered {
  readonly call: string;
  readonly path: string;
  /** Names and values in turn, as `writeHead` takes them. */
  readonly headers: readonly string[];
}
interface RememberedAnswer extends Remembered {
  readonly answer: CachedAnswer;
}
interface RememberedRefusal extends Remembered {
  readonly body: Buffer;
}

/**
 * The first answer at an address goes the way of every call, and its headers are remembered. While it holds, it is given
 * again before the application sees the request, with its own request id, line in the log and measurement. So is the
 * refusal of a call for which there is no time in an overload: a refusal should cost little.
 */
export function createCachedCalls(parts: {
  answers: AnswerCache;
  queue: Pick<WorkQueue, 'refuses'>;
  metrics: Pick<Metrics, 'count'>;
  log: Logger;
  level: 'info' | 'debug';
  trustedProxies: number;
  tracing?: Pick<Tracing, 'answered'> | undefined;
}): CachedCalls {
  const { answers, queue, metrics, log, level, trustedProxies, tracing } = parts;
  const remembered = keepAnswers(({ answer }: RememberedAnswer) => answer);
  /** By call. There are as many as the contract has. */
  const refusals = new Map<string, RememberedRefusal>();

  function giveAgain(
    { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
    { call, path, headers, status, body }: Remembered & { status: number; body: Uint8Array | undefined },
  ): true {
    const started = performance.now();
    const { method = '' } = incoming;
    const ids = identify((name) => (trustedProxies > 0 ? String(incoming.headers[name] ?? '') : ''));
    const sent = [...headers, 'x-request-id', ids.requestId];
    if (body) sent.push('content-length', String(body.byteLength));
    outgoing.writeHead(status, sent);
    outgoing.end(body);
    metrics.count({ call, status, seconds: (performance.now() - started) / 1000 });
    const caller: CallerKind = isFromNobody(incoming) ? 'nobody' : 'unidentified';
    const millis = millisSince(started);
    const traceParent = String(incoming.headers['traceparent'] ?? '');
    const traceId = tracing?.answered({ method, call, status, caller, millis, traceParent }) ?? ids.traceId;
    log[status >= 500 ? 'error' : level]({ ...ids, traceId, method, path, status, millis, caller }, 'request');
    return true;
  }

  return {
    async find(call, { url, holderId }) {
      // The days of one treatment are counted from the same numbers.
      if (call === 'GET /v2/appointmentDays') return url.search === '' ? answers.days({ holderId }) : undefined;
      if (call !== 'GET /v2/appointmentOptions') return undefined;
      const { data: date } = MediumDateInput.safeParse(url.searchParams.get('date'));
      if (date === undefined || url.searchParams.getAll('date').length > 1) return undefined;
      return answers.options({ date, holderId });
    },

    async remember(context, next) {
      await next();
      const { req, res } = context;
      // A change is committed and not yet answered: whoever made it sees it in their next question.
      if (!SAFE_METHODS.has(req.method)) answers.suspect();
      const call = context.get('call') ?? '';
      const headersOf = () =>
        [...res.headers].filter(([name]) => name !== 'x-request-id' && name !== 'content-length').flat();
      if (context.get('isOverloaded') && call === callAt(req) && !refusals.has(call)) {
        const body = Buffer.from(await res.clone().arrayBuffer());
        refusals.set(call, { call, path: req.path, headers: headersOf(), body });
      }
      const answer = context.get('cached');
      const isForNobody = !req.header('cookie') && !req.header('authorization');
      if (!answer || res.status !== 200 || req.method !== 'GET' || !isForNobody) return;
      const url = new URL(req.url);
      const address = url.pathname + url.search;
      if (address.length > LONGEST_ADDRESS) return;
      remembered.set(address, { answer, call, path: url.pathname, headers: headersOf() });
    },

    answerAtOnce(incoming, outgoing) {
      const { url = '', method = '', headers } = incoming;
      const found = method === 'GET' && headers.authorization === undefined ? remembered.get(url) : undefined;
      const isForAnybody = headers.cookie === undefined || found?.answer.holders.size === 0;
      if (found && isForAnybody && answers.isCurrent(found.answer)) {
        const { etag, body } = found.answer;
        const again = hasAnswer(headers['if-none-match'], etag)
          ? { status: 304, body: undefined }
          : { status: 200, body };
        return giveAgain({ incoming, outgoing }, { ...found, ...again });
      }
      if (!queue.refuses()) return false;
      const refusal = refusals.get(callAt({ method, path: url.split('?', 1)[0] ?? '' }));
      return refusal !== undefined && giveAgain({ incoming, outgoing }, { ...refusal, status: 503 });
    },
  };
}

const isFromNobody = ({ headers }: IncomingMessage) =>
  headers.cookie === undefined && headers.authorization === undefined;

/** The name of a call whose address has no parameters. */
const callAt = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method} ${path.replace(/^\/api/, '')}`;

/** A cached answer, or 304 without a body for a client that has it. */
export function cachedResponse({ body, etag }: CachedAnswer, ifNoneMatch: string | undefined): Response {
  const headers = { 'cache-control': 'private, no-cache', etag };
  if (hasAnswer(ifNoneMatch, etag)) return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { ...headers, 'content-type': 'application/json' } });
}
