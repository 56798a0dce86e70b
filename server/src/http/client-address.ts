import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** Where we tell the identity service the caller's address. Whatever a caller sends under this name is dropped. */
export const CLIENT_ADDRESS_HEADER = 'x-openhours-client-address';

/**
 * The caller's address: the socket's, or what the outermost of our own proxies saw. `X-Forwarded-For` is only read as
 * far as proxies of ours appended to it; what stands further left is the caller's own claim.
 */
export function clientAddress(context: Context, trustedProxies: number): string {
  if (trustedProxies > 0) {
    const hops = (context.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
    const hop = hops.at(-trustedProxies);
    if (hop) return hop;
  }
  try {
    return getConnInfo(context).remote.address ?? 'unknown';
  } catch {
    return 'unknown';
  }
}
