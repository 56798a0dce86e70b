import type { MiddlewareHandler } from 'hono';
import { problemResponse } from '../call/problems.ts';

/**
 * PostgreSQL's `text` cannot hold U+0000. A request with it is refused with 400; otherwise it would become a database
 * error.
 */
export function nulRefusal(): Response {
  return problemResponse('BAD_REQUEST', { message: 'The character U+0000 cannot be used.' });
}

/** Whether parsed JSON text has an escaped U+0000 (a raw one would not parse). */
export function jsonHoldsNul(json: string): boolean {
  return /(?<!\\)(?:\\\\)*\\u0000/.test(json);
}

/** Refuses URLs with U+0000 in path or query. */
export const refuseNulInAddress: MiddlewareHandler = async (context, next) => {
  if (context.req.raw.url.includes('%00')) return nulRefusal();
  return next();
};
