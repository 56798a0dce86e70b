import { randomBytes } from 'node:crypto';
import type Provider from 'oidc-provider';
import type { SigningKeys } from './keys.ts';
import type { Library } from './library.ts';
import { memoryOf } from './memory.ts';
import { type Account, claimsOf } from './people.ts';

interface ProviderSettings {
  library: Library;
  issuer: string;
  clientId: string;
  clientSecret: string;
  keys: SigningKeys;
  /** Origins, besides this machine's own, to which the product may be redirected. */
  appOrigins: readonly string[];
  findAccount: (sub: string) => Account | undefined;
  pictureOf: (account: Account) => string;
  log: (line: string) => void;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * The certified OpenID provider, configured like Google's: code flow, RS256, and the person's claims in the identity
 * token. It requires PKCE, asks for an account each time, and does not ask for consent.
 */
export function createProvider(settings: ProviderSettings): Provider {
  const { library, issuer, clientId, clientSecret, keys, appOrigins, findAccount, pictureOf, log } = settings;
  const provider = new library.Provider(issuer, {
    adapter: memoryOf(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        // Required by the library; the check below decides which addresses are allowed.
        redirect_uris: ['http://localhost/'],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: keys.jwks,
    cookies: { keys: [randomBytes(32).toString('hex')] },
    pkce: { required: () => true },
    responseTypes: ['code'],
    scopes: ['openid'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: { enabled: false },
    },
    interactions: { policy: alwaysAskWho(library), url: (_context, { uid }) => `/openid/interaction/${uid}` },
    findAccount(_context, sub) {
      const found = findAccount(sub);
      return found && { accountId: sub, claims: () => claimsOf(found, pictureOf(found)) };
    },
    async loadExistingGrant({ oidc }) {
      const { Grant } = oidc.provider;
      const grant = new Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    clientBasedCORS: () => false,
    renderError(context, out) {
      context.type = 'text/plain';
      context.body = `The sandbox's identity provider refused: ${out.error} (${out.error_description ?? 'no details'})`;
    },
    ttl: { AccessToken: HOUR, AuthorizationCode: 60, IdToken: HOUR, Interaction: HOUR, Session: DAY, Grant: DAY },
  });
  provider.Client.prototype.redirectUriAllowed = (uri) => mayReceiveCodes(uri, appOrigins);
  provider.on('server_error', (_context, error) => log(`The identity provider failed: ${error.stack}`));
  return provider;
}

/** Asks for the account even with a session, so that a demo can switch accounts. */
function alwaysAskWho({ interactionPolicy }: Library) {
  const { base, Prompt, Check } = interactionPolicy;
  const policy = base();
  policy.add(
    new Prompt(
      { name: 'select_account', requestable: true },
      new Check('which_account', 'an account has to be chosen', ({ oidc }) =>
        oidc.result?.['login'] ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    ),
    0,
  );
  return policy;
}

/** The product runs on this machine, on an unknown port. */
function mayReceiveCodes(uri: string, appOrigins: readonly string[]): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname, origin } = new URL(uri);
  if (appOrigins.includes(origin)) return true;
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
