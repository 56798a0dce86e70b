import ipaddr from 'ipaddr.js';

/**
 * The key under which a rate limit counts a network address: an IPv4 address itself, and the /64 of an IPv6 address,
 * because one network has all 2⁶⁴ of its addresses. An IPv4-mapped IPv6 address counts as IPv4; anything that is not an
 * address counts as itself.
 */
export function countedAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/**
 * The /48 of a counted IPv6 address. Providers give one customer up to that much, which is 65,536 networks of the size that
 * is counted. Undefined for anything else.
 */
export function widerNetwork(counted: string): string | undefined {
  const [, parts] = /^((?:[0-9a-f]+:){3})[0-9a-f]+::\/64$/.exec(counted) ?? [];
  return parts && `${parts}:/48`;
}
