import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';

export interface RequestVariables {
  requestId: string;
  log: Logger;
}

/**
 * Gives each request an id, sent back as `x-request-id`, and writes one line when it is answered. Paths are logged
 * without their query and with e-mail addresses blotted out: a log is read by more people than a database.
 */
export function requestLog(log: Logger): MiddlewareHandler<{ Variables: RequestVariables }> {
  return async (context, next) => {
    const requestId = randomUUID();
    const started = performance.now();
    const child = log.child({ requestId });
    context.set('requestId', requestId);
    context.set('log', child);
    await next();
    context.res.headers.set('x-request-id', requestId);
    const path = context.req.path.replaceAll(/[^/]*(@|%40)[^/]*/gi, '…@…');
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
