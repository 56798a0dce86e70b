import { expect, test } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { startSandbox } from '../../../testing/sandbox.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

const sandbox = await startSandbox({ port: 0, production: false });
const app = await startTestApp({ sandbox });
const admin = await personWith(app, { isAdmin: true });

test('an admin sees which services the settings choose, and no key', async () => {
  const { status, body } = await admin.get('/api/services');
  expect(status).toBe(200);
  expect(body).toEqual({
    mail: { kind: 'inbox', at: 'http://127.0.0.1:3100/mail' },
    texts: null,
    cards: { provider: 'sandbox', live: false },
    hosted: { provider: 'sandbox', live: false },
    google: { kind: 'off', redirectUrl: `${app.config.publicUrl}/api/auth/callback/google` },
  });

  await using own = await startTestApp({
    beside: app,
    environment: {
      SMTP_URL: 'smtps://clinic:mail-secret@mail.example:465',
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'twilio-secret',
      TWILIO_FROM: 'Clinic',
      STRIPE_SECRET_KEY: 'sk_live_secret',
      STRIPE_PUBLIC_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_secret',
      GOOGLE_CLIENT_ID: 'client',
      GOOGLE_CLIENT_SECRET: 'google-secret',
    },
  });
  const answer = await admin.request('GET', '/api/services', { at: own.url });
  expect(answer.body).toMatchObject({
    mail: { kind: 'server', at: 'mail.example' },
    texts: { kind: 'service', at: 'api.twilio.com' },
    cards: { provider: 'stripe', live: true },
    google: { kind: 'client' },
  });
  expect(JSON.stringify(answer.body)).not.toContain('secret');
});

test('a test email goes to the admin who asks for it, whatever the body says, and is in the audit log', async () => {
  const { status, body } = await admin.post('/api/services/mail/test', { to: 'eve@evil.example' });
  expect({ status, body }).toEqual({
    status: 200,
    body: { acknowledged: true, to: admin.email, answer: '250 kept' },
  });
  expect(app.mails.at(-1)).toMatchObject({ to: admin.email, subject: `Test email from ${app.config.productName}` });
  const log = await admin.get('/api/audit?what=send-test-mail');
  expect(log.body).toMatchObject([{ what: 'send-test-mail', outcome: 'done', detail: '250 kept' }]);
});

test('if the mail server refuses the test email, the answer and the audit log say why', async () => {
  const said = 'The mail server refused the user name or password of SMTP_URL. It answered: 535 no';
  await using other = await startTestApp({
    beside: app,
    through: { mail: { send: async () => ({ kind: 'unreachable', said }) } },
  });
  const { status, body } = await admin.request('POST', '/api/services/mail/test', { at: other.url });
  expect({ status, body }).toMatchObject({ status: 409, body: { code: 'MAIL_REFUSED', message: said } });
  const log = await admin.get('/api/audit?what=send-test-mail&outcome=refused');
  expect(log.body).toMatchObject([{ outcome: 'refused', detail: said }]);
});

test('a test text message goes to the confirmed number of the admin who asks for it, and is in the audit log', async () => {
  const ask = async (at: TestApp) => {
    const { status, body } = await admin.request('POST', '/api/services/texts/test', { at: at.url });
    return { status, body };
  };
  expect(await ask(app)).toMatchObject({ status: 409, body: { code: 'TEXTS_OFF' } });

  await using texting = await startTestApp({ beside: app, sandbox, environment: { TEXT_MESSAGES: 'embedded' } });
  const phone = '+4915112345678';
  await app.database.pool.query('update people set phone = $2 where email = $1', [admin.email, phone]);
  expect(await ask(texting)).toMatchObject({ status: 409, body: { code: 'PHONE_NOT_CONFIRMED' } });
  expect(sandbox.twilio.messages(phone)).toEqual([]);
  await app.database.pool.query('update people set phone_confirmed_at = now() where email = $1', [admin.email]);
  expect(await ask(texting)).toMatchObject({ status: 200, body: { to: '+49 1511 2345678' } });
  expect(sandbox.twilio.messages(phone)).toHaveLength(1);

  sandbox.twilio.outage({ how: 'error-503' });
  expect(await ask(texting)).toMatchObject({ status: 409, body: { code: 'TEXT_REFUSED' } });
  sandbox.twilio.outage(undefined);
  const log = (await admin.get('/api/audit?what=send-test-text')).body as unknown as { outcome: string }[];
  expect(log.map(({ outcome }) => outcome)).toEqual(['refused', 'done']);
});

test('the payment providers are asked whether they accept the keys', async () => {
  const ask = async (at: TestApp) => (await admin.request('POST', '/api/services/payments/check', { at: at.url })).body;
  expect(await ask(app)).toEqual({ acknowledged: true, cards: 'works', hosted: 'works' });

  await using wrong = await startTestApp({
    beside: app,
    sandbox: {
      url: sandbox.url,
      stripe: { ...sandbox.stripe, secretKey: 'sk_test_wrong' },
      sslcommerz: { ...sandbox.sslcommerz, storePassword: 'wrong' },
    },
  });
  expect(await ask(wrong)).toEqual({ acknowledged: true, cards: 'refused', hosted: 'refused' });

  await using none = await startTestApp({ beside: app, environment: { PAYMENTS: 'off' } });
  expect(await ask(none)).toEqual({ acknowledged: true, cards: null, hosted: null });

  await using gone = await startTestApp({ beside: app, sandbox: { ...sandbox, url: 'http://127.0.0.1:9' } });
  expect(await ask(gone)).toEqual({ acknowledged: true, cards: 'no-answer', hosted: 'no-answer' });
});
