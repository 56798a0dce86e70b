import type { MiddlewareHandler } from 'hono';

/**
 * What our pages may do: run scripts that carry this answer's nonce and what those load, talk to us, and nothing else.
 * Pictures may also come from where the people who sign in elsewhere have theirs (`pictureOrigins`).
 * Trusted Types with no policy at all: no string ever becomes markup or code.
 */
export function contentSecurityPolicy(nonce: string, pictureOrigins: readonly string[] = []): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self'",
    ["img-src 'self' data: blob:", ...pictureOrigins].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

const DOCUMENTS_NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** The headers of every answer. A page brings its own policy; anything else that a browser might show may do nothing. */
export function securityHeaders(options: { https: boolean }): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', DOCUMENTS_NOTHING);
    headers.set('x-content-type-options', 'nosniff');
    headers.set('referrer-policy', 'strict-origin-when-cross-origin');
    if (!headers.has('cross-origin-opener-policy')) {
      headers.set('cross-origin-opener-policy', 'same-origin-allow-popups');
    }
    headers.set('cross-origin-resource-policy', 'same-origin');
    headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=(), browsing-topics=()');
    headers.set('x-frame-options', 'DENY');
    if (options.https) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  };
}
