import type { MiddlewareHandler } from 'hono';

/** Hosts that a page may contact besides us, by policy directive. None, unless a provider needs it. */
export interface PageSources {
  readonly connect: readonly string[];
  readonly frame: readonly string[];
  readonly image: readonly string[];
  /** The Trusted Types policy that may load a provider's script and nothing else. */
  readonly trustedTypes: string | undefined;
}

export const NO_SOURCES: PageSources = { connect: [], frame: [], image: [], trustedTypes: undefined };
export const OWN_FRAMES: PageSources = { ...NO_SOURCES, frame: ["'self'"] };

/**
 * The policy of our pages: scripts with this answer's nonce, those that they load, connections to us, and nothing else.
 * Pictures may also come from `pictureOrigins`, where people who sign in elsewhere have theirs. No Trusted Types
 * policy: no string becomes markup or code.
 */
export function contentSecurityPolicy(nonce: string, sources: PageSources = NO_SOURCES): string {
  const { connect, frame, image, trustedTypes } = sources;
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    // The nonce is for the clinic's accent colour.
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' data: blob:", ...image].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    ...(frame.length === 0 ? [] : [`frame-src ${frame.join(' ')}`]),
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes ?? "'none'"}`,
  ].join('; ');
}

/** The headers of an answer that sets none itself. It has a policy that allows nothing. */
export function headersOf({ https }: { https: boolean }): Readonly<Record<string, string>> {
  return {
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
    'x-frame-options': 'DENY',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

/**
 * The headers of every answer, unless it has its own, as the policy of a page. A 401 must say how to sign in (RFC 9110);
 * browsers ask for no password because of `Bearer`.
 */
export function securityHeaders(options: { https: boolean }): MiddlewareHandler {
  const common = Object.entries(headersOf(options));
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    for (const [name, value] of common) if (!headers.has(name)) headers.set(name, value);
    if (context.res.status === 401 && !headers.has('www-authenticate')) headers.set('www-authenticate', 'Bearer');
  };
}
