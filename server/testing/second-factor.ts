import type { TestApp } from './test-app.ts';
import type { TestClient } from './test-client.ts';
import { totpCode } from './totp.ts';

const PASSWORD = 'Correct1!';

export interface SetUpFactor {
  /** The `otpauth://` address of the app. */
  readonly uri: string;
  readonly recoveryCodes: readonly string[];
}

/** Sets up an authenticator app for a signed-in person, as the Security page does. */
export async function setUpAuthenticator(client: TestClient): Promise<SetUpFactor> {
  const begun = await client.post('/api/auth/two-factor/enable', { password: PASSWORD });
  if (begun.status !== 200) throw new Error(`It did not begin: ${begun.status} ${JSON.stringify(begun.body)}`);
  const uri = String(begun.body['totpURI']);
  const confirmed = await client.post('/api/auth/two-factor/verify-totp', { code: totpCode(uri) });
  if (confirmed.status !== 200) throw new Error(`Not confirmed: ${confirmed.status} ${JSON.stringify(confirmed.body)}`);
  const codes = begun.body['backupCodes'];
  return { uri, recoveryCodes: Array.isArray(codes) ? codes.map(String) : [] };
}

/** Enters the password in a new browser, which then waits for the code. */
export async function enterPassword(app: TestApp, { email }: { email: string }) {
  const client = app.client();
  const answer = await client.post('/api/auth/sign-in/email', { email, password: PASSWORD });
  return { client, answer };
}
