import { expect, test } from 'vitest';
import { enterPassword, setUpAuthenticator } from '../../../testing/second-factor.ts';
import { startTestApp, TEST_SECRET } from '../../../testing/test-app.ts';
import { totpCode } from '../../../testing/totp.ts';
import { sealAgain } from './seal-again.ts';

const NEW_SECRET = 'the secret after somebody has left';

const app = await startTestApp();
const after = await startTestApp({ beside: app, environment: { AUTH_SECRET: NEW_SECRET } });

test('an authenticator app is still the second factor after AUTH_SECRET was changed', async () => {
  const person = await app.person();
  const { uri } = await setUpAuthenticator(person);
  const { db } = app.database;
  const seal = () => sealAgain(db, { secret: NEW_SECRET, before: TEST_SECRET });
  const wrong = { secret: NEW_SECRET, before: 'some other secret' };
  expect(await sealAgain(db, wrong)).toEqual({ sealed: 0, unreadable: 1 });
  expect(await seal()).toEqual({ sealed: 1, unreadable: 0 });
  expect(await seal()).toEqual({ sealed: 0, unreadable: 0 });

  const { client } = await enterPassword(after, person);
  const late = await client.post('/api/auth/two-factor/verify-totp', { code: totpCode(uri, { steps: 20 }) });
  expect(late.status).toBe(401);
  const right = await client.post('/api/auth/two-factor/verify-totp', { code: totpCode(uri, { steps: 1 }) });
  expect(right.status).toBe(200);
});
