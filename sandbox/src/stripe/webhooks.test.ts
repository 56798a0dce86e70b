import { createServer, type Server } from 'node:http';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callControl } from '../../testing/call-control.ts';
import { isHere, type Sandbox, startSandbox } from '../index.ts';
import { listenOnLoopback } from '../listen.ts';

/** The events that the clinic received, verified by the official SDK; `answer` is the status of its answers. */
interface Received {
  event: Stripe.Event;
  payload: string;
  signature: string;
}
let received: Received[];
let answer: (event: Stripe.Event) => number;
let clinic: Server;
let clinicUrl: string;
let sandbox: Sandbox;
let stripe: Stripe;

beforeEach(async () => {
  received = [];
  answer = () => 200;
  clinic = createServer((request, response) => {
    void text(request).then((payload) => {
      const signature = String(request.headers['stripe-signature']);
      const event = stripe.webhooks.constructEvent(payload, signature, sandbox.stripe.webhookSecret);
      received.push({ event, payload, signature });
      response.writeHead(answer(event)).end();
    });
  });
  clinicUrl = `http://127.0.0.1:${await listenOnLoopback(clinic, 0)}/api/webhooks/stripe`;
  sandbox = await startSandbox({
    port: 0,
    production: false,
    stripe: { webhookUrl: clinicUrl, webhookSecret: 'whsec_test', retryDelaysMs: [20, 20], processingMs: 60_000 },
  });
  stripe = new Stripe(sandbox.stripe.secretKey, {
    host: '127.0.0.1',
    port: new URL(sandbox.url).port,
    protocol: 'http',
  });
});
afterEach(async () => {
  await sandbox.stop();
  clinic.close();
  clinic.closeAllConnections();
});

const pay = (payment_method = 'pm_card_visa') =>
  stripe.paymentIntents.create({ amount: 5000, currency: 'usd', confirm: true, payment_method });
const types = () => received.map(({ event }) => event.type);
const waitFor = async (count: number) => {
  await expect.poll(() => received.length).toBe(count);
};

test("the SDK accepts the sandbox's signature, and refuses altered, foreign and stale events", async () => {
  const { id } = await pay();
  await sandbox.stripe.settled();
  expect(new Set(types())).toEqual(
    new Set(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded'] as const),
  );
  const paid = received.find(({ event }) => event.type === 'payment_intent.succeeded');
  expect(paid?.event.data.object).toMatchObject({ id, status: 'succeeded', amount_received: 5000 });

  const { payload = '', signature = '' } = paid ?? {};
  const verify =
    (body: string, header: string, secret = 'whsec_test', at?: Date) =>
    () =>
      stripe.webhooks.constructEvent(body, header, secret, undefined, undefined, at?.getTime());
  expect(verify(payload.replace('5000', '1'), signature)).toThrow();
  expect(verify(payload, signature, 'whsec_other')).toThrow();
  expect(verify(payload, signature, 'whsec_test', new Date(Date.now() + 3_600_000))).toThrow();
  expect(verify(payload, signature)).not.toThrow();
});

test('there are events for declines, actions, cancellations and refunds', async () => {
  await pay('pm_card_chargeDeclined').catch(() => undefined);
  await pay('pm_card_authenticationRequired');
  const open = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' });
  await stripe.paymentIntents.cancel(open.id);
  sandbox.stripe.startRefundsAs('pending');
  const pending = await pay();
  const refund = await stripe.refunds.create({ payment_intent: pending.id });
  sandbox.stripe.changeRefund(refund.id, 'failed');
  await sandbox.stripe.settled();
  expect(types()).toEqual(
    expect.arrayContaining([
      'charge.failed',
      'payment_intent.payment_failed',
      'payment_intent.requires_action',
      'payment_intent.canceled',
      'refund.created',
      'charge.refunded',
      'refund.failed',
      'refund.updated',
    ]),
  );
});

test('an unaccepted event is sent again until it is accepted', async () => {
  let refusals = 2;
  answer = ({ type }) => (type === 'payment_intent.succeeded' && refusals-- > 0 ? 500 : 200);
  await pay();
  await waitFor(5);
  const attempts = received.filter(({ event }) => event.type === 'payment_intent.succeeded');
  expect(new Set(attempts.map(({ event }) => event.id)).size).toBe(1);
  expect(attempts).toHaveLength(3);
  const [event] = (await stripe.events.list({ type: 'payment_intent.succeeded' })).data;
  expect(event?.pending_webhooks).toBe(0);
});

test('stops after the last retry, and sends it again on request', async () => {
  answer = () => 503;
  await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' });
  await waitFor(3);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(received).toHaveLength(3);
  answer = () => 200;
  expect(await sandbox.stripe.deliverNow()).toMatchObject([{ type: 'payment_intent.created', status: 200 }]);
  expect(await sandbox.stripe.deliverNow()).toEqual([]);
});

test('never: events are sent only on request, also accepted ones', async () => {
  sandbox.stripe.deliver({ how: 'never' });
  await pay();
  await sandbox.stripe.settled();
  expect(received).toEqual([]);
  const pending = async () => (await stripe.events.list()).data.map(({ pending_webhooks }) => pending_webhooks);
  expect(await pending()).toEqual([1, 1, 1]);
  const attempts = await sandbox.stripe.deliverNow();
  expect(await pending()).toEqual([0, 0, 0]);
  expect(attempts.map(({ type, status }) => [type, status])).toEqual([
    ['payment_intent.created', 200],
    ['charge.succeeded', 200],
    ['payment_intent.succeeded', 200],
  ]);
  await sandbox.stripe.deliverNow(attempts[2]?.eventId);
  expect(types().filter((type) => type === 'payment_intent.succeeded')).toHaveLength(2);
});

test('twice: every event is sent two times', async () => {
  sandbox.stripe.deliver({ how: 'twice' });
  await pay();
  await sandbox.stripe.settled();
  expect(received).toHaveLength(6);
  expect(new Set(received.map(({ event }) => event.id)).size).toBe(3);
});

test('out of order: the newest event is sent first', async () => {
  sandbox.stripe.deliver({ how: 'out-of-order', delayMs: 50 });
  await pay();
  await waitFor(3);
  expect(types()).toEqual(['payment_intent.succeeded', 'charge.succeeded', 'payment_intent.created']);
});

test('late: events are sent after the delay', async () => {
  sandbox.stripe.deliver({ how: 'late', delayMs: 300 });
  const before = performance.now();
  await pay();
  await waitFor(3);
  // A timer counts whole milliseconds.
  expect(performance.now() - before).toBeGreaterThan(298);
});

test('the control calls work from another process', async () => {
  const control = (what: string, body: object) => callControl(`${sandbox.url}/stripe`, what, body);
  await control('delivery', { how: 'never' });
  await control('webhook', { url: null });
  const { id } = await pay('pm_card_processing');
  expect((await control('finish-payment', { id, status: 'succeeded' })).status).toBe(200);
  expect((await control('finish-payment', { id, status: 'succeeded' })).status).toBe(400);
  await control('webhook', { url: clinicUrl });
  expect((await control('deliver-now', {})).body).toMatchObject({
    attempts: [{}, {}, {}, { type: 'payment_intent.succeeded', status: 200 }],
  });
  expect((await control('delivery', { how: 'sideways' })).status).toBe(400);
  const state = await (await fetch(`${sandbox.url}/stripe.json`)).json();
  expect(state).toMatchObject({ payment_intents: [{ id, status: 'succeeded' }], webhooks: { url: clinicUrl } });
});

test('an endpoint gets the chosen types of events; the others can be fetched', async () => {
  const picky = await startSandbox({
    port: 0,
    production: false,
    stripe: { webhookUrl: clinicUrl, webhookEvents: ['payment_intent.*'], webhookSecret: 'whsec_test' },
  });
  const client = new Stripe('sk_test_sandbox', { host: '127.0.0.1', port: new URL(picky.url).port, protocol: 'http' });
  await client.paymentIntents.create({ amount: 5000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' });
  await picky.stripe.settled();
  expect(new Set(types())).toEqual(new Set(['payment_intent.created', 'payment_intent.succeeded'] as const));
  expect((await client.events.list({ type: 'charge.succeeded' })).data).toHaveLength(1);
  await picky.stop();
});

test('posts to this machine only, at any of its addresses', async () => {
  const own = Object.values(networkInterfaces()).flatMap((those = []) =>
    those.filter(({ family }) => family === 'IPv4'),
  );
  for (const { address } of own) expect(isHere(`http://${address}:3000/hook`)).toBe(true);
  for (const url of ['https://clinic.example/hook', 'http://127.0.0.1.evil.example/', 'ftp://localhost/', 'no']) {
    expect(() => sandbox.stripe.sendWebhooksTo(url)).toThrow('posts to this machine only');
  }
});

test('the page shows payments, refunds and events as text, with their buttons', async () => {
  const { id } = await stripe.paymentIntents.create({
    amount: 123_45,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_processing',
    metadata: { patient: '<script>alert(1)</script>' },
  });
  await sandbox.stripe.settled();
  const page = await (await fetch(`${sandbox.url}/stripe`)).text();
  expect(page).toContain('$123.45');
  expect(page).toContain(id);
  expect(page).toContain('Let it succeed');
  expect(page).toContain('payment_intent.processing');
  expect(page).not.toContain('<script');
});
