import { createServer } from 'node:http';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { startLocalServer } from '../../../testing/local-server.ts';
import { startSandbox } from '../../../testing/sandbox.ts';
import { freePort } from '../../../testing/test-process.ts';
import { createTwilioSender } from './twilio.ts';
import { refusalOfTwilio } from './twilio-outcome.ts';
import { isSignedByTwilio } from './twilio-signature.ts';

const FROM = '+12025550100';
const PATIENT = '+12025550142';
const ID = '01970000-0000-7000-8000-000000000000';
const log = pino({ level: 'silent' });

const senderWith = (change: object = {}) =>
  createTwilioSender({
    ...sandbox.twilio,
    sender: FROM,
    apiUrl: sandbox.url,
    reportUrl: 'http://127.0.0.1:1/reports',
    log,
    deadlineMillis: 400,
    ...change,
  });
const sandbox = await startSandbox({ port: 0, production: false });
const sender = senderWith();
afterEach(() => sandbox.twilio.outage(undefined));

const message = { to: PATIENT, text: 'Your appointment is tomorrow at 9:00 AM. +1 & more', messageId: ID };

describe('a text message', () => {
  it('arrives on the telephone as it was written, with the id of the provider', async () => {
    const outcome = await sender.send(message);
    const [arrived] = sandbox.twilio.messages(PATIENT);
    expect(outcome).toEqual({ kind: 'accepted', said: 'Twilio has taken it (queued).', providerId: arrived?.sid });
    expect(arrived).toMatchObject({
      from: FROM,
      text: message.text,
      statusCallback: `http://127.0.0.1:1/reports?message=${ID}`,
    });
  });

  it('is sent by a messaging service if that is the sender', async () => {
    const service = `MG${'1'.repeat(32)}`;
    await senderWith({ sender: service }).send({ to: '+12025550143', text: 'Hello' });
    expect(sandbox.twilio.messages('+12025550143')).toMatchObject([{ from: service, statusCallback: null }]);
  });

  it.each([
    ['+15005550001', 'refused', 'Twilio: this is not a valid phone number (21211).'],
    ['+15005550009', 'refused', 'Twilio: this number takes no text messages (21614).'],
    [
      '+15005550003',
      'refused-for-now',
      "Twilio: messages to the number's country are not enabled in the account (21408).",
    ],
  ])('to %s is %s', async (to, kind, said) => {
    expect(await sender.send({ ...message, to })).toEqual({ kind, said });
  });

  it('to somebody who has answered STOP is refused, and says so', async () => {
    sandbox.twilio.answer('+12025550144', 'STOP');
    expect(await sender.send({ ...message, to: '+12025550144' })).toMatchObject({
      kind: 'refused',
      isUnsubscribed: true,
    });
    sandbox.twilio.answer('+12025550144', 'START');
    expect(await sender.send({ ...message, to: '+12025550144' })).toMatchObject({ kind: 'accepted' });
  });

  it('is not sent with a wrong token, and the answer does not contain it', async () => {
    const outcome = await senderWith({ authToken: 'wrong-token' }).send(message);
    expect(outcome).toEqual({
      kind: 'unreachable',
      said: 'Twilio: the account id or the auth token is wrong (20003).',
    });
  });

  it.each([
    ['error-429', 'unreachable'],
    ['error-503', 'unreachable'],
    ['error-500', 'unknown'],
    ['silent', 'unknown'],
    ['lost-request', 'unknown'],
    ['lost-answer', 'unknown'],
  ] as const)('is %s: %s', async (how, kind) => {
    sandbox.twilio.outage({ how });
    expect(await sender.send(message)).toMatchObject({ kind });
  });

  it('is not sent if nobody listens at the address', async () => {
    const apiUrl = `http://127.0.0.1:${await freePort()}`;
    expect(await senderWith({ apiUrl }).send(message)).toMatchObject({ kind: 'unreachable' });
  });

  it('may have been sent if the answer cannot be read, however long it is', async () => {
    for (const body of ['<html>', `"${'x'.repeat(100_000)}"`]) {
      const server = await startLocalServer(createServer((_request, response) => response.writeHead(201).end(body)));
      expect(await senderWith({ apiUrl: server.url }).send(message)).toMatchObject({ kind: 'unknown' });
      await server.close();
    }
  });

  it('is not sent to an address to which Twilio redirects us', async () => {
    const asked: (string | undefined)[] = [];
    const listener = createServer(({ url }, response) => {
      asked.push(url);
      response.writeHead(url === '/elsewhere' ? 201 : 307, { location: '/elsewhere' }).end();
    });
    const server = await startLocalServer(listener);
    await senderWith({ apiUrl: server.url }).send(message);
    expect(asked).toEqual([expect.stringContaining('/Messages.json')]);
    await server.close();
  });

  it('with an error that is not known fails for ever, and names the code', () => {
    expect(refusalOfTwilio(400, 12_345)).toEqual({ kind: 'refused', said: 'Twilio: it answered 400 (12345).' });
  });
});

describe('a report of delivery', () => {
  it("is accepted with Twilio's signature: the example of their documentation", () => {
    const request = {
      url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
      fields: new URLSearchParams({
        To: '+18005551212',
        From: '+14158675309',
        Digits: '1234',
        CallSid: 'CA1234567890ABCDE',
        Caller: '+14158675309',
      }),
      signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
      authToken: '12345',
    };
    expect(isSignedByTwilio(request)).toBe(true);
    expect(isSignedByTwilio({ ...request, url: 'https://mycompany.com/myapp.php?foo=1&bar=3' })).toBe(false);
    expect(isSignedByTwilio({ ...request, authToken: '12346' })).toBe(false);
    expect(isSignedByTwilio({ ...request, signature: '' })).toBe(false);
  });
});
