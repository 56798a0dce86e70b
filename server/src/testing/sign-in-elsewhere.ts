import { type Sandbox, startSandbox } from '@openhours/sandbox';
import type { TestAnswer, TestClient } from './test-client.ts';

/** An identity provider of the outside world: the sandbox's. `stop` it. */
export async function startProvider(): Promise<Sandbox['openid'] & { stop(): Promise<void> }> {
  const sandbox = await startSandbox({ port: 0, production: false });
  return { ...sandbox.openid, stop: () => sandbox.stop() };
}

export type TestProvider = Awaited<ReturnType<typeof startProvider>>;

/** The settings of a clinic whose 'Continue with Google' leads there. */
export function leadingTo(provider: TestProvider): Record<string, string> {
  return {
    GOOGLE_CLIENT_ID: provider.clientId,
    GOOGLE_CLIENT_SECRET: provider.clientSecret,
    GOOGLE_DISCOVERY_URL: provider.discoveryUrl,
    PROVIDER_PICTURE_ORIGINS: provider.pictureOrigin,
  };
}

/** What is typed into the sandbox's account chooser, or that one cancels there. */
export type Chosen =
  | { readonly name?: string; readonly email: string; readonly verified?: string }
  | { readonly cancel: 'yes' };

/** Begins a sign-in at Google in this browser and answers where it leads. */
export async function beginSignIn(client: TestClient): Promise<URL> {
  const begun = await client.post('/api/auth/sign-in/social', {
    provider: 'google',
    callbackURL: '/oauth-done',
    errorCallbackURL: '/login',
  });
  if (begun.status !== 200) throw new Error(`The sign-in did not begin: ${begun.status} ${JSON.stringify(begun.body)}`);
  return new URL(String(begun.body['url']));
}

/** Chooses an account at the provider and answers the address by which the browser comes back. */
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

/** The whole way of a browser through the provider. Answers where it ends: a page of ours, with `error` where it failed. */
export async function signInElsewhere(
  client: TestClient,
  chosen: Chosen,
): Promise<TestAnswer & { readonly end: string }> {
  const back = await chooseAccount(await beginSignIn(client), chosen);
  const answer = await client.get(back.pathname + back.search);
  return { ...answer, end: answer.headers.get('location') ?? '' };
}
