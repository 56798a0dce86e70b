import type { TestAnswer, TestClient } from './test-client.ts';

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
