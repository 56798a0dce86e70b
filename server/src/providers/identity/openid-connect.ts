import { createHash } from 'node:crypto';
import { boundedFetch } from '../bounded-fetch.ts';
import { type Discovered, discovering } from './discovery.ts';
import { type IdentityProvider, IdentityProviderUnavailable } from './port.ts';
import { onceFor, publishedKeys, verifierOf } from './token-verifier.ts';

export interface OpenIdClient {
  readonly discoveryUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Sign-in at any OpenID provider: code flow with PKCE, state and nonce; the account is chosen each time. */
export function createOpenIdProvider(client: OpenIdClient, options: { now: () => Date }): IdentityProvider {
  const { clientId } = client;
  const discovered = discovering(client.discoveryUrl);
  const keysOf = onceFor(publishedKeys);
  const verifier = verifierOf({
    audience: clientId,
    now: options.now,
    issuer: async () => {
      const { issuer, jwks_uri } = await discovered();
      return { issuer, keys: keysOf(jwks_uri) };
    },
  });

  return {
    verify: (token, expected) => verifier.verify(token, expected),
    async signInUrl({ state, nonce, codeVerifier, returnTo }) {
      const url = new URL(endpointOf(await discovered(), 'authorization_endpoint'));
      const parameters = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: returnTo,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url;
    },

    async redeem({ code, codeVerifier, returnTo }) {
      const document = await discovered();
      const form = new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: returnTo,
        code_verifier: codeVerifier,
      });
      const answer = await ask(document, signedForm(document, client, form));
      if (answer.status >= 500) throw unavailable(document, `It answered ${answer.status}.`);
      const body: unknown = await answer.json().catch(() => undefined);
      const token: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'id_token') : undefined;
      return answer.status === 200 && typeof token === 'string' ? token : undefined;
    },
  };
}

async function ask(document: Discovered, form: { body: URLSearchParams; headers: Record<string, string> }) {
  try {
    return await boundedFetch(endpointOf(document, 'token_endpoint'), { method: 'POST', ...form });
  } catch (error) {
    throw unavailable(document, error);
  }
}

/** Sends the client secret as the provider requires: in a header, the standard's default, or in the form. */
function signedForm(
  { token_endpoint_auth_methods_supported: ways }: Discovered,
  client: OpenIdClient,
  form: URLSearchParams,
) {
  const { clientId, clientSecret } = client;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (ways && !ways.includes('client_secret_basic')) {
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret);
  } else {
    const pair = [clientId, clientSecret]
      .map((part) => new URLSearchParams({ '': part }).toString().slice(1))
      .join(':');
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  return { body: form, headers };
}

function endpointOf(document: Discovered, name: 'authorization_endpoint' | 'token_endpoint'): string {
  const endpoint = document[name];
  if (endpoint === undefined) throw unavailable(document, `Its discovery document has no ${name}.`);
  return endpoint;
}

function unavailable({ issuer }: Discovered, cause: unknown): IdentityProviderUnavailable {
  return new IdentityProviderUnavailable(`The identity provider ${issuer} could not be reached.`, { cause });
}
