import { type Sandbox, startSandbox } from './sandbox.ts';
import type { TestAnswer, TestClient } from './test-client.ts';

/** The sandbox's identity provider. */
export async function startProvider(): Promise<Sandbox['openid'] & { stop(): Promise<void> }> {
  const sandbox = await startSandbox({ port: 0, production: false });
  return { ...sandbox.openid, stop: () => sandbox.stop() };
}

type TestProvider = Awaited<ReturnType<typeof startProvider>>;

/** Settings for 'Continue with Google' with it. */
export function leadingTo(provider: TestProvider): Record<string, string> {
  return {
    GOOGLE_CLIENT_ID: provider.clientId,
    GOOGLE_CLIENT_SECRET: provider.clientSecret,
    GOOGLE_DISCOVERY_URL: provider.discoveryUrl,
    PROVIDER_PICTURE_ORIGINS: provider.pictureOrigin,
  };
}

/** Input for the sandbox's account chooser, or cancelling there. */
type Chosen =
  | { readonly name?: string; readonly email: string; readonly verified?: string }
  | { readonly cancel: 'yes' };

/** Starts a Google sign-in in this browser and returns the provider's address. */
export async function beginSignIn(client: TestClient): Promise<URL> {
  const begun = await client.post('/api/auth/sign-in/social', {
    provider: 'google',
    callbackURL: '/oauth-done',
    errorCallbackURL: '/login',
  });
  if (begun.status !== 200) throw new Error(`The sign-in did not start: ${begun.status} ${JSON.stringify(begun.body)}`);
  return new URL(String(begun.body['url']));
}

/** Chooses an account at the provider and returns the callback address. */
export async function chooseAccount(authorization: URL, chosen: Chosen): Promise<URL> {
  const begun = await fetch(authorization, { redirect: 'manual' });
  const cookie = begun.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const form = { name: 'Robin Ashgrove', verified: 'true', ...chosen };
  const chooser = new URL(begun.headers.get('location') ?? '', authorization);
  const sent = await fetch(chooser, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: new URLSearchParams(form),
  });
  const resumed = await fetch(sent.headers.get('location') ?? '', { redirect: 'manual', headers: { cookie } });
  return new URL(resumed.headers.get('location') ?? '');
}

/** The whole sign-in of a browser. Returns the final page of ours, with `error` if it failed. */
export async function signInElsewhere(
  client: TestClient,
  chosen: Chosen,
): Promise<TestAnswer & { readonly end: string }> {
  const back = await chooseAccount(await beginSignIn(client), chosen);
  const answer = await client.get(back.pathname + back.search);
  return { ...answer, end: answer.headers.get('location') ?? '' };
}
