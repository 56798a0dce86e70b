import { isIP } from 'node:net';
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
    if (hop) return plainAddress(hop);
  }
  try {
    return plainAddress(getConnInfo(context).remote.address ?? 'unknown');
  } catch {
    return 'unknown';
  }
}

/** An IPv4 address inside an IPv6 one, as a socket that takes both tells it, is written as the IPv4 address it is. */
function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/**
 * What an address is counted under by a rate limit: itself, or for IPv6 the /64 that it lies in, since whoever has one
 * of those addresses has all 2⁶⁴ of them. An IPv4 address inside an IPv6 one counts as that.
 */
export function countedAddress(address: string): string {
  const plain = plainAddress(address.split('%')[0] ?? '');
  if (isIP(plain) !== 6) return plain === '' ? address : plain;
  const [head = '', tail] = plain.split('::');
  const groups = (text: string) => text.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail ?? '')];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
