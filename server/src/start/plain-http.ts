import { isLoopback } from '../config/addresses.ts';
import type { Config } from '../config/config.ts';

/** A warning if patients reach the clinic without encryption. It is no refusal, because a network can be private. Pure. */
export function warningOfPlainHttp({
  production,
  publicUrl,
}: Pick<Config, 'production' | 'publicUrl'>): string | undefined {
  const { protocol, hostname } = new URL(publicUrl);
  return production && protocol === 'http:' && !isLoopback(hostname) ? WARNING : undefined;
}

const WARNING =
  'PUBLIC_URL begins with http: passwords and what patients write cross the network unencrypted, and browsers offer no ' +
  'passkeys. Put a proxy with TLS in front of the server, and set PUBLIC_URL to its https address.';
