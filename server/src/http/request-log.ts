import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { loggedError } from '../log/logged-error.ts';

export interface RequestVariables {
  requestId: string;
  log: Logger;
}

/** Email addresses in path segments, encoded or not, and tokens in reset links. */
const E_MAIL_STEP = /[^/]*(@|%(25)*40)[^/]*/gi;
const RESET_TOKEN = /(\/reset-password\/).+/;

/**
 * Gives each request an id, sent as `x-request-id`, and logs one line per answer. Queries, email addresses and tokens
 * in paths are left out, and so is personal data in errors: more people can read a log than a database.
 */
export function requestLog(log: Logger): MiddlewareHandler<{ Variables: RequestVariables }> {
  return async (context, next) => {
    const requestId = randomUUID();
    const started = performance.now();
    const child = log.child({ requestId }, { serializers: { err: loggedError } });
    context.set('requestId', requestId);
    context.set('log', child);
    await next();
    context.res.headers.set('x-request-id', requestId);
    const path = context.req.path.replaceAll(E_MAIL_STEP, '…@…').replace(RESET_TOKEN, '$1…');
    const fields = {
      method: context.req.method,
      path,
      status: context.res.status,
      millis: Math.round((performance.now() - started) * 10) / 10,
    };
    if (context.res.status >= 500) child.error(fields, 'request');
    else child.debug(fields, 'request');
  };
}
