import type { MiddlewareHandler } from 'hono';

/**
 * Refuses requests that a browser sends for a page of another site. Browsers name that site in a header; other programs
 * send neither header and pass.
 */
export const ownPagesOnly: MiddlewareHandler = async (c, next) => {
  const site = c.req.header('sec-fetch-site');
  const origin = c.req.header('origin');
  const foreign =
    site === undefined
      ? origin !== undefined && origin !== new URL(c.req.url).origin
      : site !== 'same-origin' && site !== 'none';
  if (foreign) return c.json({ message: 'Requests from other sites are refused.' }, 403);
  await next();
  return;
};
