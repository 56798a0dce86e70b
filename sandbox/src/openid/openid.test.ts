import { createHash, createPublicKey, verify } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startSandbox } from '../index.ts';

const sandbox = await startSandbox({ port: 0, production: false });
afterAll(() => sandbox.stop());

const verifier = 'a-verifier-of-a-length-that-the-protocol-accepts-43-or-more';
const challenge = createHash('sha256').update(verifier).digest('base64url');
const productUrl = 'http://localhost:3999/callback';

/** The parameters of the product's redirect; `''` leaves one out. */
function authorization(changed: Readonly<Record<string, string>> = {}): string {
  const parameters = {
    client_id: sandbox.openid.clientId,
    redirect_uri: productUrl,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'the-state',
    nonce: 'the-nonce',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    prompt: 'select_account',
    ...changed,
  };
  const given = Object.entries(parameters).filter(([, value]) => value !== '');
  return `${sandbox.openid.issuer}/auth?${new URLSearchParams(given).toString()}`;
}

/** Opens the chooser, submits its form and follows the redirect back to the product. */
async function choose(form: Readonly<Record<string, string>>): Promise<URL> {
  const started = await fetch(authorization(), { redirect: 'manual' });
  const cookie = started.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const chooser = new URL(started.headers.get('location') ?? '', sandbox.url);
  const page = await fetch(chooser, { headers: { cookie } });
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:3999");
  const chosen = await fetch(chooser, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: new URLSearchParams(form),
  });
  const back = await fetch(chosen.headers.get('location') ?? '', { redirect: 'manual', headers: { cookie } });
  return new URL(back.headers.get('location') ?? '');
}

async function redeem(code: string, changed: Readonly<Record<string, string>> = {}) {
  const { issuer, clientId, clientSecret } = sandbox.openid;
  const parameters = { grant_type: 'authorization_code', code, redirect_uri: productUrl, code_verifier: verifier };
  return fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ ...parameters, ...changed }),
  });
}

function decoded(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}

test('exchanges a code for a token that its published keys verify, with the claims of the typed account', async () => {
  const back = await choose({ name: 'Zed <b>', email: 'zed@example.org', verified: 'text-false' });
  expect(back.searchParams.get('state')).toBe('the-state');
  const answer = await redeem(back.searchParams.get('code') ?? '');
  const { id_token }: { id_token: string } = JSON.parse(await answer.text());
  const [header = '', content = '', signature = ''] = id_token.split('.');
  const published: { keys: { kid: string; kty: string }[] } = JSON.parse(
    await (await fetch(`${sandbox.openid.issuer}/jwks`)).text(),
  );
  const key = published.keys.find(({ kid }) => kid === decoded(header)['kid']) ?? { kid: '', kty: '' };
  const signed = Buffer.from(`${header}.${content}`);
  expect(verify('sha256', signed, createPublicKey({ key, format: 'jwk' }), Buffer.from(signature, 'base64url'))).toBe(
    true,
  );
  expect(decoded(header)['alg']).toBe('RS256');
  expect(JSON.stringify(published)).not.toContain('"d":');

  const payload = decoded(content);
  expect(payload).toMatchObject({
    email: 'zed@example.org',
    email_verified: 'false',
    name: 'Zed <b>',
    nonce: 'the-nonce',
    iss: sandbox.openid.issuer,
    aud: sandbox.openid.clientId,
  });

  const picture = await fetch(String(payload['picture']));
  expect(picture.headers.get('content-type')).toBe('image/svg+xml');
  expect(await picture.text()).toContain('>Z</text>');
});

test('leaves out claims that the chooser turned off', async () => {
  const back = await choose({ name: 'Mia', email: 'mia@example.org', verified: 'missing' });
  const answer = await redeem(back.searchParams.get('code') ?? '');
  const { id_token }: { id_token: string } = JSON.parse(await answer.text());
  expect(decoded(id_token.split('.')[1] ?? '')).not.toHaveProperty('email_verified');
});

test('reports a cancellation to the product', async () => {
  const back = await choose({ cancel: 'yes' });
  expect(back.searchParams.get('error')).toBe('access_denied');
  expect(back.searchParams.get('state')).toBe('the-state');
});

test('refuses to start without PKCE', async () => {
  const answer = await fetch(authorization({ code_challenge: '', code_challenge_method: '' }), { redirect: 'manual' });
  expect(new URL(answer.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request');
});

test('refuses a code with a wrong verifier, and a used code', async () => {
  const code = (await choose({ name: 'Ann', email: 'ann@example.org' })).searchParams.get('code') ?? '';
  const guessed = await redeem(code, { code_verifier: `${verifier}-almost` });
  expect(guessed.status).toBe(400);
  const again = (await choose({ name: 'Ann', email: 'ann@example.org' })).searchParams.get('code') ?? '';
  expect((await redeem(again)).status).toBe(200);
  expect((await redeem(again)).status).toBe(400);
});

test('redirects only to this machine and to configured origins', async () => {
  const answer = await fetch(authorization({ redirect_uri: 'http://evil.example/callback' }), { redirect: 'manual' });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('redirect_uri');

  const other = await startSandbox({ port: 0, production: false, appOrigins: ['https://clinic.example'] });
  const address = authorization({ redirect_uri: 'https://clinic.example/callback' });
  const allowed = await fetch(address.replace(sandbox.url, other.url), { redirect: 'manual' });
  expect(allowed.status).toBe(303);
  await other.stop();
});

test('refuses to continue a sign-in in a browser that did not start it', async () => {
  const started = await fetch(authorization(), { redirect: 'manual' });
  const chooser = new URL(started.headers.get('location') ?? '', sandbox.url);
  expect((await fetch(chooser)).status).toBe(404);
  expect((await fetch(chooser, { method: 'POST', body: new URLSearchParams({ cancel: 'yes' }) })).status).toBe(404);
});
