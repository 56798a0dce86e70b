import { BlockList, isIP, isIPv6 } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

const WILDCARDS = ['0.0.0.0', '::'];

/** Whether an IP address, or the host of a URL, is a loopback address. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '');
  if (name === 'localhost') return true;
  return isIP(name) !== 0 && LOOPBACK.check(name, isIPv6(name) ? 'ipv6' : 'ipv4');
}

/** The host under which programs on this machine reach a server that listens on `host` (undefined: all addresses). */
export function hostFromHere(listensOn: string | undefined): string {
  if (listensOn === undefined || WILDCARDS.includes(listensOn)) return '127.0.0.1';
  return isIPv6(listensOn) ? `[${listensOn}]` : listensOn;
}
