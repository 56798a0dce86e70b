import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/**
 * The caller's address: the socket's, or the one that the outermost of our own proxies saw. Only the entries of
 * `X-Forwarded-For` that our proxies appended are read; those to their left are set by the caller.
 */
export function clientAddress(context: Context, trustedProxies: number): string {
  if (trustedProxies > 0) {
    const hops = (context.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
    const hop = hops.at(-trustedProxies);
    if (hop) return plainAddress(withoutPort(hop));
  }
  try {
    return plainAddress(getConnInfo(context).remote.address ?? 'unknown');
  } catch {
    return 'unknown';
  }
}

/** Some proxies append the port, which differs between connections: '203.0.113.7:41234', '[2001:db8::1]:41234'. */
function withoutPort(hop: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([^:]+):\d+$/.exec(hop)?.[1] ?? hop;
}

/** An IPv4-mapped IPv6 address (from a socket that accepts both) is written as IPv4. */
function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}
