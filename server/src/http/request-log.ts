import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { loggedError } from './logged-error.ts';

export interface RequestVariables {
  requestId: string;
  log: Logger;
}

/** E-mail addresses as a step of a path, however often encoded, and what follows in the address of a reset link. */
const E_MAIL_STEP = /[^/]*(@|%(25)*40)[^/]*/gi;
const RESET_TOKEN = /(\/reset-password\/).+/;

/**
 * Gives each request an id, sent back as `x-request-id`, and writes one line when it is answered. Paths are logged
 * without their query, e-mail addresses and tokens, and errors without the data of people: a log is read by more
 * people than a database.
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
