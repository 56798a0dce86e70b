import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { Caller } from '../call/caller.ts';
import { clientAddress } from './client-address.ts';
import { isProbe } from './health.ts';
import type { CallerKind, RequestVariables } from './request-variables.ts';

export function kindOf(caller: Caller | undefined): CallerKind {
  if (!caller) return 'nobody';
  return caller.isAdmin ? 'admin' : caller.isDoctor ? 'doctor' : caller.isFrontDesk ? 'front desk' : 'patient';
}

/** The @ of an email address, encoded or not, and the names of calendar feeds. */
const AT_SIGN = /@|%(25)*40/;
const FEED = /(\/calendars\/).+/;
const PROXY_REQUEST_ID = /^[\w-]{8,64}$/;
/** version-trace-parent-flags (W3C Trace Context). */
const TRACE_PARENT = /^00-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;

/** The id of a request and its trace: a proxy of ours may give them. */
export function identify(fromProxy: (name: string) => string): { requestId: string; traceId?: string } {
  const given = fromProxy('x-request-id');
  const requestId = PROXY_REQUEST_ID.test(given) ? given : randomUUID();
  const traceId = TRACE_PARENT.exec(fromProxy('traceparent'))?.[1];
  return { requestId, ...(traceId === undefined ? {} : { traceId }) };
}

/** The path without what identifies somebody, in linear time, because anybody can send a long one. */
function loggedPath(path: string): string {
  const steps = path.split('/').map((step) => (AT_SIGN.test(step) ? '…@…' : step));
  return steps.join('/').replace(FEED, '$1…');
}

/** Milliseconds since then, with one decimal. */
export function millisSince(started: number): number {
  return Math.round((performance.now() - started) * 10) / 10;
}

/**
 * Gives each request an id, sent as `x-request-id`, and its caller's address, and logs one line per answer. Behind a proxy of ours, its id and its
 * trace are kept. Queries, email addresses and names of feeds in paths are left out, and so is personal data in errors: more
 * people can read a log than a database.
 *
 * @param options.level of the lines; answers of 500 and more are errors, probes are at debug
 */
export function requestLog(
  log: Logger,
  { trustedProxies, level }: { trustedProxies: number; level: 'info' | 'debug' },
): MiddlewareHandler<{ Variables: RequestVariables }> {
  return async (context, next) => {
    const fromProxy = (name: string) => (trustedProxies > 0 ? (context.req.header(name) ?? '') : '');
    const traceId = context.get('traceId');
    const ids = { ...identify(fromProxy), ...(traceId === undefined ? {} : { traceId }) };
    const { requestId } = ids;
    const started = performance.now();
    const child = log.child(ids);
    context.set('requestId', requestId);
    context.set('address', clientAddress(context, trustedProxies));
    context.set('log', child);
    context.set('caller', 'nobody');
    await next();
    context.res.headers.set('x-request-id', requestId);
    const fields = {
      method: context.req.method,
      path: loggedPath(context.req.path),
      status: context.res.status,
      millis: millisSince(started),
      caller: context.get('caller'),
    };
    if (isProbe(context.req.path)) child.debug(fields, 'request');
    else if (context.res.status >= 500) child.error(fields, 'request');
    else child[level](fields, 'request');
  };
}
