import type { MiddlewareHandler } from 'hono';

/**
 * Lets through what the sandbox's own pages and programs ask for. A page of another site could send a form or a request
 * to this port as well, as it could to any local program; browsers say so, and programs send neither header.
 */
export const ownPagesOnly: MiddlewareHandler = async (c, next) => {
  const site = c.req.header('sec-fetch-site');
  const origin = c.req.header('origin');
  const foreign =
    site === undefined
      ? origin !== undefined && origin !== new URL(c.req.url).origin
      : site !== 'same-origin' && site !== 'none';
  if (foreign) return c.json({ message: 'Another site may not do this.' }, 403);
  await next();
  return;
};
