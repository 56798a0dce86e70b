import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';

/**
 * Faults of a call: `lost-request`, the connection ends before anything is done · `lost-answer`, everything is done but
 * the answer is lost · `silent`, nothing is done and no answer comes; the connection stays open · `error-500`,
 * `error-503` and `error-429`, refused before anything is done · `nonsense`, nothing is done, and the answer has status 200
 * and is an empty list · `slow`, done and answered after `delayMs` (1000).
 */
interface Disturbance {
  how: (typeof disturbanceKinds)[number];
  delayMs?: number;
}

export const disturbanceKinds = [
  'lost-request',
  'lost-answer',
  'silent',
  'error-500',
  'error-503',
  'error-429',
  'nonsense',
  'slow',
] as const;

/** A fault of every call of one provider, until it is ended. */
export type Outage = Disturbance;

/** A provider's calls, which can be disturbed. */
export interface ProviderApi {
  name: 'stripe' | 'sslcommerz' | 'twilio';
  /** Matches the paths of its calls, but none of its pages. */
  paths: RegExp;
  /** The current outage; undefined if there is none. */
  outage: () => Outage | undefined;
}

/** A call as a disturber sees it. */
export interface DisturbableCall {
  provider: ProviderApi['name'];
  method: string;
  path: string;
  body: string;
  idempotencyKey: string | undefined;
}

/** Called for each call of a provider's API (not for pages and control); undefined means no fault. */
export type Disturber = (call: DisturbableCall) => Disturbance | undefined;

/** Middleware for the providers' APIs: applies a provider's outage, else the disturber's answer. */
export function disturbances(
  apis: readonly ProviderApi[],
  current: () => Disturber | undefined,
): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const api = apis.find(({ paths }) => paths.test(c.req.path));
    if (!api) return next();
    const disturbance =
      api.outage() ??
      current()?.({
        provider: api.name,
        method: c.req.method,
        path: c.req.path,
        body: c.req.method === 'GET' ? new URL(c.req.url).search.slice(1) : await c.req.text(),
        idempotencyKey: c.req.header('idempotency-key'),
      });
    const { socket } = c.env.incoming;
    switch (disturbance?.how) {
      case undefined:
        return next();
      case 'lost-request':
        socket.destroy();
        return c.body(null);
      case 'silent':
        await once(socket, 'close');
        return c.body(null);
      case 'error-500':
        return refuse(c, 500, 'Something went wrong on our end.');
      case 'error-503':
        return refuse(c, 503, 'The service is down.');
      case 'error-429':
        return refuse(c, 429, 'Too many requests.');
      case 'nonsense':
        return c.json([]);
      case 'slow':
        await delay(disturbance.delayMs ?? 1000);
        return next();
      case 'lost-answer':
        await next();
        socket.destroy();
        return;
    }
  };
}

/** In Stripe's format. Clients of the other providers read only the status. */
function refuse(c: Context, status: 429 | 500 | 503, message: string) {
  const error = status === 429 ? { type: 'invalid_request_error', code: 'rate_limit' } : { type: 'api_error' };
  return c.json({ error: { ...error, message } }, status);
}
