import { type Context, Hono } from 'hono';
import { isSame } from '../is-same.ts';
import { type Endpoint, endpoints, unknownAddress } from './endpoints.ts';
import { StripeFailure } from './failure.ts';
import { parseForm, refuseUnknown, text, texts } from './form.ts';
import { createIdempotencyKeys } from './idempotency.ts';
import { apiVersion, type Ledger, randomText } from './ledger.ts';
import { browserFailure, expand } from './views.ts';

interface ApiSettings {
  ledger: Ledger;
  secretKey: string;
  publishableKey: string;
}

/** The part of Stripe's REST API in `endpoints.ts`. One loop mounts every call behind the same checks. */
export function stripeApi({ ledger, secretKey, publishableKey }: ApiSettings): Hono {
  const api = new Hono();
  const keys = createIdempotencyKeys(ledger.answers);

  const answer = async (c: Context, endpoint: Endpoint) => {
    const requestId = `req_${randomText(14)}`;
    const reply = (status: number, body: string) => {
      c.header('Request-Id', requestId);
      c.header('Stripe-Version', c.req.header('stripe-version') ?? apiVersion);
      c.header('Content-Type', 'application/json');
      // Stripe.js calls these from any page, with a client secret.
      if (endpoint.forBrowsers) c.header('Access-Control-Allow-Origin', '*');
      // Every status here is one of Stripe's; Hono's type requires a list of them.
      return c.body(body, status as 200);
    };
    const search = new URL(c.req.url).search;
    const form = endpoint.method === 'GET' ? search.slice(1) : await c.req.text();
    const tree = parseForm(form);
    const idempotencyKey = endpoint.method === 'POST' ? c.req.header('idempotency-key') : undefined;
    if (idempotencyKey !== undefined) c.header('Idempotency-Key', idempotencyKey);
    let caller: 'server' | 'browser' = 'browser';
    const request = { path: c.req.path, parameters: [...new URLSearchParams(form)].map(String).toSorted().join('\n') };

    const execute = () => {
      caller = findCaller(readKey(c.req.header('authorization'), text(tree, 'key')));
      if (caller === 'browser' && !endpoint.forBrowsers) throw secretKeyRequired();
      const known = idempotencyKey === undefined ? undefined : keys.find(idempotencyKey, request);
      if (known) {
        c.header('Idempotent-Replayed', 'true');
        c.header('Original-Request', known.requestId);
        return known;
      }
      refuseUnknown(tree, endpoint.parameters);
      const cause = { requestId, idempotencyKey };
      const result = endpoint.run({ ledger, id: c.req.param('id') ?? '', tree, cause, caller });
      return remember({ status: 200, body: write(expand(ledger, result, texts(tree, 'expand'))) });
    };
    const remember = (given: { status: number; body: string }) => {
      if (idempotencyKey !== undefined) keys.remember(idempotencyKey, { ...given, ...request, requestId });
      return given;
    };

    try {
      const { status, body } = execute();
      return reply(status, body);
    } catch (failure) {
      if (!(failure instanceof StripeFailure)) throw failure;
      const error = caller === 'browser' ? browserFailure(failure.body) : failure.body;
      const given = { status: failure.status, body: write({ error }) };
      return reply(given.status, (failure.executed ? remember(given) : given).body);
    }
  };

  const findCaller = (key: string | undefined): 'server' | 'browser' => {
    if (key === undefined) throw unauthorized(noKey);
    if (isSame(key, secretKey)) return 'server';
    if (isSame(key, publishableKey)) return 'browser';
    throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}`);
  };

  for (const endpoint of endpoints) {
    api.on(endpoint.method, endpoint.path, (c) => answer(c, endpoint));
    if (endpoint.forBrowsers) api.options(endpoint.path, (c) => c.body(null, 204, preflight));
  }
  api.all('/v1/*', (c) => {
    const { status, body } = unknownAddress(c.req.method, c.req.path);
    return c.json({ error: body }, status as 404);
  });
  return api;
}

const preflight = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Content-Type, Stripe-Version',
};

const noKey =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').";

/** The key of a request: as a bearer token, as the user name of Basic authentication, or among the parameters. */
function readKey(authorization: string | undefined, parameter: string | undefined): string | undefined {
  const [scheme, credentials] = authorization?.split(' ') ?? [];
  if (credentials === undefined) return parameter;
  if (scheme?.toLowerCase() === 'basic') return Buffer.from(credentials, 'base64').toString().split(':')[0];
  return credentials;
}

function unauthorized(message: string): StripeFailure {
  return new StripeFailure(401, { type: 'invalid_request_error', message }, false);
}

function secretKeyRequired(): StripeFailure {
  return new StripeFailure(
    403,
    {
      type: 'invalid_request_error',
      code: 'secret_key_required',
      message:
        'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    },
    false,
  );
}

function write(answer: object): string {
  return JSON.stringify(answer, null, 2);
}
