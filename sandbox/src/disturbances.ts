import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';

/**
 * What can happen to a call on its way: `lost-request`, the connection ends before anything was done · `lost-answer`,
 * everything was done and the answer does not arrive · `error-500` and `error-429`, refused before anything was done ·
 * `slow`, answered after `delayMs` (1000).
 */
export interface Disturbance {
  how: 'lost-request' | 'lost-answer' | 'error-500' | 'error-429' | 'slow';
  delayMs?: number;
}

/** A call that the sandbox got, for who decides about disturbing it. */
export interface DisturbableCall {
  method: string;
  path: string;
  body: string;
  idempotencyKey: string | undefined;
}

/** Asked for each call of a provider's API (not for pages and control); undefined lets it pass. */
export type Disturber = (call: DisturbableCall) => Disturbance | undefined;

/** Stands before the providers' APIs and does to a call what the disturber of the moment says. */
export function disturbances(current: () => Disturber | undefined): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const disturber = current();
    if (!disturber || !isProviderApi(c.req.path)) return next();
    const disturbance = disturber({
      method: c.req.method,
      path: c.req.path,
      body: c.req.method === 'GET' ? new URL(c.req.url).search.slice(1) : await c.req.text(),
      idempotencyKey: c.req.header('idempotency-key'),
    });
    switch (disturbance?.how) {
      case undefined:
        return next();
      case 'lost-request':
        c.env.incoming.socket.destroy();
        return c.body(null);
      case 'error-500':
        return c.json({ error: { type: 'api_error', message: 'Something went wrong on our end.' } }, 500);
      case 'error-429':
        return c.json(
          { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' } },
          429,
        );
      case 'slow':
        await delay(disturbance.delayMs ?? 1000);
        return next();
      case 'lost-answer':
        await next();
        c.env.incoming.socket.destroy();
        return;
    }
  };
}

/** What the clinic's server calls; pages, control and what browsers do are left alone. */
function isProviderApi(path: string): boolean {
  return /^\/(v1|validator)\/|^\/gwprocess\/v4\/api\.php$/.test(path);
}
