import { randomBytes } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type Provider from 'oidc-provider';
import { answerPage } from '../page.ts';
import type { SandboxPart } from '../part.ts';
import { createSigningKeys } from './keys.ts';
import { loadLibrary } from './library.ts';
import { chooserPages, type WaitingSignIn } from './pages.ts';
import { type Account, DEMO_PEOPLE } from './people.ts';
import { createProvider } from './provider.ts';

/** The settings for signing in at this provider, and a way for tests to issue its tokens. */
export interface OpenId {
  readonly issuer: string;
  readonly discoveryUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The origin of its people's pictures. */
  readonly pictureOrigin: string;
  /** A token signed by this provider with exactly these claims. */
  signToken(claims: Readonly<Record<string, unknown>>, algorithm?: 'RS256' | 'ES256'): string;
}

interface OpenIdPart extends SandboxPart {
  /** Its address, once the sandbox listens. */
  opened(url: string): OpenId;
}

const BASE = '/openid';
const MAX_ACCOUNTS = 1000;

/** The identity provider that replaces Google: OpenID Connect, with an account chooser. */
export async function startOpenId(settings: {
  appOrigins: readonly string[];
  log: (line: string) => void;
}): Promise<OpenIdPart> {
  const keys = await createSigningKeys();
  const clientId = 'openhours-sandbox';
  const clientSecret = randomBytes(24).toString('base64url');
  const accounts = new Map<string, Account>(DEMO_PEOPLE.map((person) => [person.sub, person]));
  const findAccount = (sub: string) => accounts.get(sub);
  const remember = (person: Account) => {
    accounts.set(person.sub, person);
    const typed = [...accounts.keys()].slice(DEMO_PEOPLE.length);
    for (const sub of typed.slice(0, Math.max(0, typed.length - MAX_ACCOUNTS))) accounts.delete(sub);
  };

  let issuer = '';
  let created: Promise<Provider> | undefined;
  /** Created at its first request: in most runs nobody signs in with it. */
  const provider = () => (created ??= create());

  async function create(): Promise<Provider> {
    const library = await loadLibrary();
    return createProvider({ library, issuer, clientId, clientSecret, keys, findAccount, pictureOf, ...settings });
  }

  const pictureOf = ({ sub }: Account) => `${issuer}/pictures/${sub}.svg`;

  async function waiting(context: Context): Promise<WaitingSignIn | undefined> {
    const { incoming, outgoing } = nodePair(context);
    try {
      const openid = await provider();
      const { uid, params } = await openid.interactionDetails(incoming, outgoing);
      if (uid !== context.req.param('uid')) return undefined;
      return {
        uid,
        redirectUri: String(params['redirect_uri']),
        choose(person) {
          remember(person);
          const login = { accountId: person.sub, remember: false };
          return openid.interactionResult(incoming, outgoing, { login, select_account: {} });
        },
        cancel: () =>
          openid.interactionResult(incoming, outgoing, {
            error: 'access_denied',
            error_description: 'The person cancelled.',
          }),
      };
    } catch {
      return undefined;
    }
  }

  const pages = new Hono()
    .get(BASE, (c) =>
      answerPage(c, {
        title: 'Identity provider',
        body: html`<p>Stands in for Google: OpenID Connect at <code>${issuer}</code>.</p>
<dl><dt>Discovery</dt><dd><a href="${BASE}/.well-known/openid-configuration">${issuer}/.well-known/openid-configuration</a></dd>
<dt>Client</dt><dd><code>${clientId}</code></dd></dl>`,
      }),
    )
    .route('/', chooserPages({ waiting, findAccount }))
    .all(`${BASE}/*`, async (c) => {
      const { incoming, outgoing } = nodePair(c);
      const path = incoming.url ?? '';
      // The library reads its mount path from here.
      Object.assign(incoming, { originalUrl: path, url: path.slice(BASE.length) });
      await (await provider()).callback()(incoming, outgoing);
      return RESPONSE_ALREADY_SENT;
    });

  return {
    path: BASE,
    title: 'Identity provider',
    summary: 'OpenID Connect with an account chooser, to use instead of Google.',
    pages,
    opened(url) {
      issuer = `${url}${BASE}`;
      return {
        issuer,
        discoveryUrl: `${issuer}/.well-known/openid-configuration`,
        clientId,
        clientSecret,
        pictureOrigin: url,
        signToken: (claims, algorithm) => keys.sign(claims, algorithm),
      };
    },
    stop: () => Promise.resolve(),
  };
}

/** The request and response of node:http, which the library requires. */
function nodePair(context: Context): { incoming: IncomingMessage; outgoing: ServerResponse } {
  const env: unknown = context.env;
  if (typeof env === 'object' && env !== null && 'incoming' in env && 'outgoing' in env) {
    const { incoming, outgoing } = env;
    if (incoming instanceof IncomingMessage && outgoing instanceof ServerResponse) return { incoming, outgoing };
  }
  throw new Error('The identity provider needs a server of node:http.');
}
