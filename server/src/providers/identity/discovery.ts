import * as z from 'zod';
import { boundedFetch } from '../bounded-fetch.ts';
import { IdentityProviderUnavailable } from './port.ts';

const WELL_KNOWN = '/.well-known/openid-configuration';
const CACHE_MILLIS = 3_600_000;

const Endpoint = z.url({ protocol: /^https?$/ });
const Document = z.object({
  issuer: Endpoint,
  jwks_uri: Endpoint,
  authorization_endpoint: Endpoint.optional(),
  token_endpoint: Endpoint.optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});

/** A provider's discovery document. */
export type Discovered = z.infer<typeof Document>;

/** The address of an issuer's discovery document. */
export function discoveryUrlOf(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}${WELL_KNOWN}`;
}

/**
 * Fetches the discovery document when it is first needed, and again after an hour. Failures are not cached. So the
 * server starts, and passwords work, without the provider.
 */
export function discovering(discoveryUrl: string): () => Promise<Discovered> {
  let cached: { document: Promise<Discovered>; until: number } | undefined;
  return () => {
    if (!cached || cached.until < Date.now()) {
      const document = discover(discoveryUrl);
      cached = { document, until: Date.now() + CACHE_MILLIS };
      document.catch(() => {
        cached = undefined;
      });
    }
    return cached.document;
  };
}

async function discover(discoveryUrl: string): Promise<Discovered> {
  try {
    const answer = await boundedFetch(discoveryUrl, { headers: { accept: 'application/json' } });
    if (answer.status !== 200) throw new Error(`It answered ${answer.status}.`);
    const document = Document.parse(await answer.json());
    if (discoveryUrlOf(document.issuer) !== discoveryUrl) throw new Error('It describes another issuer.');
    const { protocol } = new URL(discoveryUrl);
    const endpoints = [document.jwks_uri, document.authorization_endpoint, document.token_endpoint];
    if (protocol === 'https:' && endpoints.some((endpoint) => endpoint?.startsWith('http:'))) {
      throw new Error('It refers from https to http.');
    }
    return document;
  } catch (cause) {
    throw new IdentityProviderUnavailable(`The discovery document ${discoveryUrl} could not be read.`, { cause });
  }
}
