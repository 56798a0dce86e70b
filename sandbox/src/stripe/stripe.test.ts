import { Stripe } from 'stripe';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startSandbox } from '../index.ts';

const sandbox = await startSandbox({ port: 0, production: false, stripe: { processingMs: 60_000 } });
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.disturb(undefined));

/** The official SDK, with only host, port and protocol changed. */
const connect = (key: string, options: Stripe.StripeConfig = {}) =>
  new Stripe(key, {
    host: '127.0.0.1',
    port: new URL(sandbox.url).port,
    protocol: 'http',
    maxNetworkRetries: 0,
    ...options,
  });
const stripe = connect(sandbox.stripe.secretKey);
const order: Stripe.PaymentIntentCreateParams = {
  amount: 5000,
  currency: 'usd',
  metadata: { bookingId: 'b1' },
  allowed_payment_method_types: ['card'],
};
const create = (more: Partial<Stripe.PaymentIntentCreateParams> = {}, options: Stripe.RequestOptions = {}) =>
  stripe.paymentIntents.create({ ...order, ...more }, options);
const pay = async (payment_method = 'pm_card_visa') => create({ confirm: true, payment_method });

/** The request of the clinic's page when the patient presses Pay. */
const confirmInBrowser = async (intent: { id: string; client_secret: string | null }, card: Record<string, string>) => {
  const form = new URLSearchParams({
    key: sandbox.stripe.publishableKey,
    client_secret: intent.client_secret ?? '',
    'payment_method_data[type]': 'card',
    ...Object.fromEntries(
      Object.entries({ number: '4242424242424242', exp_month: '12', exp_year: '34', cvc: '123', ...card }).map(
        ([name, value]) => [`payment_method_data[card][${name}]`, value],
      ),
    ),
    return_url: 'http://localhost:3000/dashboard/payment/b1',
  });
  const answer = await fetch(`${sandbox.url}/v1/payment_intents/${intent.id}/confirm`, {
    method: 'POST',
    body: form,
    headers: { origin: 'http://localhost:3000' },
  });
  // Stripe's envelope, checked field by field below.
  const body = (await answer.json()) as Stripe.PaymentIntent & { error: Stripe.StripeRawError };
  return { status: answer.status, headers: answer.headers, body };
};

test('creates a payment intent that the SDK can read, with amount, currency, metadata and client secret', async () => {
  const created = await create();
  expect(created).toMatchObject({
    object: 'payment_intent',
    amount: 5000,
    currency: 'usd',
    status: 'requires_payment_method',
    livemode: false,
    metadata: { bookingId: 'b1' },
    client_secret: expect.stringMatching(new RegExp(`^${created.id}_secret_\\w{25}$`)),
  });
  expect(created.lastResponse.requestId).toMatch(/^req_/);
  expect(created.lastResponse.apiVersion).toBe(Stripe.API_VERSION);
  expect(await stripe.paymentIntents.retrieve(created.id)).toMatchObject({
    id: created.id,
    metadata: { bookingId: 'b1' },
    client_secret: created.client_secret,
  });
});

test('a repeated key returns the same intent, and is refused like at Stripe with different parameters', async () => {
  const idempotencyKey = `pi:b1:${Math.random()}`;
  const first = await create({}, { idempotencyKey });
  const second = await create({}, { idempotencyKey });
  expect(second.id).toBe(first.id);
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');

  await expect(create({ amount: 6000 }, { idempotencyKey })).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
    rawType: 'idempotency_error',
  });
  await expect(stripe.refunds.create({ payment_intent: first.id }, { idempotencyKey })).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
  });
});

test('a key stores a declined card, but not an invalid request', async () => {
  const idempotencyKey = `decline-${Math.random()}`;
  const declined = () => create({ confirm: true, payment_method: 'pm_card_chargeDeclined' }, { idempotencyKey });
  const first = await declined().catch((error: Stripe.errors.StripeError) => error);
  const second = await declined().catch((error: Stripe.errors.StripeError) => error);
  expect(first).toMatchObject({ type: 'StripeCardError' });
  expect(second).toMatchObject({ payment_intent: { id: 'payment_intent' in first ? first.payment_intent?.id : '' } });

  const wrong = `wrong-${Math.random()}`;
  await expect(create({ amount: 1 }, { idempotencyKey: wrong })).rejects.toMatchObject({ code: 'amount_too_small' });
  expect((await create({}, { idempotencyKey: wrong })).amount).toBe(5000);
});

test('after a lost answer, the SDK gets the same intent with the same key', async () => {
  const before = sandbox.stripe.paymentIntents().length;
  let lost = 0;
  sandbox.disturb(({ method }) => (method === 'POST' && lost++ === 0 ? { how: 'lost-answer' } : undefined));
  const patient = connect(sandbox.stripe.secretKey, { maxNetworkRetries: 2 });
  const intent = await patient.paymentIntents.create(order);
  expect(intent.status).toBe('requires_payment_method');
  expect(sandbox.stripe.paymentIntents()).toHaveLength(before + 1);
});

test.each([
  ['lost-request', 'StripeConnectionError', undefined],
  ['error-500', 'StripeAPIError', 500],
  ['error-429', 'StripeRateLimitError', 429],
] as const)('a disturbed call (%s) does nothing', async (how, type, statusCode) => {
  const before = sandbox.stripe.paymentIntents().length;
  sandbox.disturb(() => ({ how }));
  await expect(create()).rejects.toMatchObject({ type, ...(statusCode && { statusCode }) });
  expect(sandbox.stripe.paymentIntents()).toHaveLength(before);
});

test('refuses invalid requests like Stripe, with its code, parameter and message', async () => {
  await expect(create({ amount: 49 })).rejects.toMatchObject({
    code: 'amount_too_small',
    message: 'Amount must be at least $0.50 usd',
  });
  await expect(create({ amount: 100_000_000 })).rejects.toMatchObject({ code: 'amount_too_large' });
  await expect(create({ amount: 50.5 })).rejects.toMatchObject({ code: 'parameter_invalid_integer', param: 'amount' });
  await expect(create({ amount: 4255, currency: 'kwd' })).rejects.toMatchObject({ statusCode: 400, param: 'amount' });
  const { id } = await create({ amount: 4250, currency: 'kwd', confirm: true, payment_method: 'pm_card_visa' });
  const tooPrecise = stripe.refunds.create({ payment_intent: id, amount: 4245 });
  await expect(tooPrecise).rejects.toMatchObject({ statusCode: 400, param: 'amount' });
  await expect(create({ currency: 'xxy' })).rejects.toMatchObject({ param: 'currency' });
  await expect(create({ customer: 'cus_1' })).rejects.toMatchObject({ code: 'parameter_unknown', param: 'customer' });
  const olderName = { ...order, payment_method_types: ['card'] };
  await expect(stripe.paymentIntents.create(olderName)).rejects.toMatchObject({ code: 'parameter_unknown' });
  await expect(stripe.paymentIntents.retrieve('pi_nothing')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such payment_intent: 'pi_nothing'",
  });
});

test('answers 401 without a key or with a wrong one, and refuses the publishable key for server calls', async () => {
  await expect(connect('sk_test_wrong').paymentIntents.create(order)).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
    statusCode: 401,
  });
  await expect(connect(sandbox.stripe.publishableKey).paymentIntents.create(order)).rejects.toMatchObject({
    statusCode: 403,
    code: 'secret_key_required',
  });
  expect((await fetch(`${sandbox.url}/v1/payment_intents`)).status).toBe(401);
});

test('a browser on another origin confirms with client secret and publishable key, and sees no metadata', async () => {
  const intent = await create();
  const { status, headers, body } = await confirmInBrowser(intent, {});
  expect(status).toBe(200);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(body).toMatchObject({ id: intent.id, status: 'succeeded', amount: 5000 });
  expect(body).not.toHaveProperty('metadata');
  expect(body).not.toHaveProperty('latest_charge');

  const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
  expect(paid).toMatchObject({
    status: 'succeeded',
    amount_received: 5000,
    latest_charge: {
      paid: true,
      status: 'succeeded',
      outcome: { risk_level: 'normal' },
      payment_method_details: { card: { brand: 'visa', last4: '4242' } },
    },
  });
  expect(JSON.stringify([...sandbox.stripe.paymentIntents(), ...sandbox.stripe.charges()])).not.toContain('4242424242');
});

test('a second confirmation does not charge again', async () => {
  const intent = await create();
  const charges = sandbox.stripe.charges().length;
  const answers = await Promise.all([confirmInBrowser(intent, {}), confirmInBrowser(intent, {})]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
  expect(answers.find(({ status }) => status === 400)?.body.error).toMatchObject({
    code: 'payment_intent_unexpected_state',
    payment_intent: { id: intent.id, status: 'succeeded' },
  });
  expect(sandbox.stripe.charges()).toHaveLength(charges + 1);
});

test('a browser cannot confirm or read an intent with the secret of another or a wrong one', async () => {
  const [mine, theirs] = await Promise.all([create(), create()]);
  expect((await confirmInBrowser({ ...theirs, client_secret: mine.client_secret }, {})).status).toBe(400);
  const read = (secret: string) =>
    fetch(`${sandbox.url}/v1/payment_intents/${mine.id}?key=${sandbox.stripe.publishableKey}&client_secret=${secret}`);
  expect((await read(theirs.client_secret ?? '')).status).toBe(400);
  expect((await read(mine.client_secret ?? '')).status).toBe(200);
});

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.'],
  ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
  ['4000000000000127', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
  ['4100000000000019', 'card_declined', 'fraudulent', 'Your card was declined.'],
])('card %s is declined: %s %s', async (number, code, declineCode, message) => {
  const intent = await create();
  const { status, body } = await confirmInBrowser(intent, { number });
  expect(status).toBe(402);
  expect(body.error).toMatchObject({
    type: 'card_error',
    code,
    message,
    ...(declineCode && { decline_code: declineCode }),
    payment_intent: { id: intent.id, status: 'requires_payment_method' },
  });
  const after = await stripe.paymentIntents.retrieve(intent.id);
  expect(after).toMatchObject({ status: 'requires_payment_method', amount_received: 0, last_payment_error: { code } });

  expect((await confirmInBrowser(intent, {})).body).toMatchObject({ status: 'succeeded' });
});

test.each([
  [{ number: '4242424242424241' }, 'incorrect_number', 'Your card number is incorrect.'],
  [{ exp_year: '20' }, 'invalid_expiry_year', "Your card's expiration year is invalid."],
  [{ exp_month: '13' }, 'invalid_expiry_month', "Your card's expiration month is invalid."],
  [{ cvc: '12' }, 'invalid_cvc', "Your card's security code is invalid."],
  [{ number: '4929000000006' }, 'card_declined', expect.stringContaining('used a non test card')],
])('invalid card data is refused before a charge: %o', async (card, code, message) => {
  const charges = sandbox.stripe.charges().length;
  const { status, body } = await confirmInBrowser(await create(), card);
  expect({ status, code: body.error.code, message: body.error.message }).toEqual({ status: 402, code, message });
  expect(sandbox.stripe.charges()).toHaveLength(charges);
});

test.each(['4000002500003155', '4000002760003184'])('card %s is paid only after authentication', async (number) => {
  const intent = await create();
  const { body } = await confirmInBrowser(intent, { number });
  expect(body).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } });
  const url = body.next_action?.redirect_to_url?.url ?? '';
  const page = await fetch(url);
  expect(await page.text()).toContain('Complete authentication');
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:3000;");

  const form = new URLSearchParams({ client_secret: intent.client_secret ?? '', outcome: 'complete' });
  const done = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
  expect(done.status).toBe(303);
  expect(done.headers.get('location')).toBe(
    `http://localhost:3000/dashboard/payment/b1?payment_intent=${intent.id}&payment_intent_client_secret=${intent.client_secret}&redirect_status=succeeded`,
  );
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded', next_action: null });
});

test('after a failed authentication or a decline, the intent accepts another card', async () => {
  const authenticate = async (number: string, outcome: string) => {
    const intent = await create();
    const { body } = await confirmInBrowser(intent, { number });
    const answer = await fetch(body.next_action?.redirect_to_url?.url ?? '', {
      method: 'POST',
      body: new URLSearchParams({ client_secret: intent.client_secret ?? '', outcome }),
      headers: { accept: 'application/json', origin: 'http://localhost:3000' },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    return { status: answer.status, body: await answer.json() };
  };
  const waiting = { payment_intent: { status: 'requires_payment_method' } };
  expect(await authenticate('4000002760003184', 'fail')).toMatchObject({
    status: 402,
    body: { error: { code: 'payment_intent_authentication_failure', ...waiting } },
  });
  expect(await authenticate('4000008400001629', 'complete')).toMatchObject({
    status: 402,
    body: { error: { code: 'card_declined', ...waiting } },
  });
  expect(await authenticate('4000002760003184', 'complete')).toMatchObject({
    status: 200,
    body: { status: 'succeeded' },
  });
});

test('a processing payment cannot be cancelled, and ends with the chosen state', async () => {
  const [good, bad] = await Promise.all([pay('pm_card_processing'), pay('pm_card_processing')]);
  expect(good.status).toBe('processing');
  await expect(stripe.paymentIntents.cancel(good.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
    statusCode: 400,
  });
  expect(sandbox.stripe.finishPayment(good.id, 'succeeded')).toBe(true);
  expect(sandbox.stripe.finishPayment(bad.id, 'failed')).toBe(true);
  expect(sandbox.stripe.finishPayment(good.id, 'failed')).toBe(false);
  expect((await stripe.paymentIntents.retrieve(good.id)).status).toBe('succeeded');
  expect((await stripe.paymentIntents.retrieve(bad.id)).status).toBe('requires_payment_method');
});

test('a cancelled intent accepts no card; a paid one cannot be cancelled', async () => {
  const intent = await create();
  const cancelled = await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' });
  expect(cancelled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
  expect((await confirmInBrowser(intent, {})).body.error.code).toBe('payment_intent_unexpected_state');
  await expect(stripe.paymentIntents.cancel((await pay()).id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  });
});

test('the amount of an open intent can change, that of a paid one cannot', async () => {
  const intent = await create();
  expect(await stripe.paymentIntents.update(intent.id, { amount: 6000, metadata: { slot: '1' } })).toMatchObject({
    amount: 6000,
    metadata: { bookingId: 'b1', slot: '1' },
  });
  await confirmInBrowser(intent, {});
  await expect(stripe.paymentIntents.update(intent.id, { amount: 1000 })).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  });
});

test('refunds in parts, never more than the charge', async () => {
  const { id } = await pay();
  const part = await stripe.refunds.create({ payment_intent: id, amount: 2000, reason: 'requested_by_customer' });
  expect(part).toMatchObject({ status: 'succeeded', amount: 2000, payment_intent: id });
  await expect(stripe.refunds.create({ payment_intent: id, amount: 3001 })).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    param: 'amount',
    message: 'Refund amount ($30.01) is greater than unrefunded amount on charge ($30.00)',
  });
  const rest = await stripe.refunds.create({ payment_intent: id });
  expect(rest.amount).toBe(3000);
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });

  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  expect(charge).toMatchObject({ amount_refunded: 5000, refunded: true });
  const refunds = await stripe.refunds.list({ payment_intent: id });
  expect(refunds.data.map((refund) => refund.id)).toEqual([rest.id, part.id]);
  expect((await stripe.refunds.retrieve(part.id)).amount).toBe(2000);
});

test('a refund repeated with the same key is made once', async () => {
  const { id } = await pay();
  const idempotencyKey = `rf:${id}:1`;
  const refunds = await Promise.all(
    [1, 2].map(() => stripe.refunds.create({ payment_intent: id, amount: 1000 }, { idempotencyKey })),
  );
  expect(new Set(refunds.map((refund) => refund.id)).size).toBe(1);
  expect((await stripe.charges.list({ payment_intent: id })).data[0]?.amount_refunded).toBe(1000);
});

test('an unpaid intent cannot be refunded', async () => {
  const { id } = await create();
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
    message: `This PaymentIntent (${id}) does not have a successful charge to refund.`,
  });
});

test('pages lists in order of creation, as the SDK expects', async () => {
  const made: string[] = [];
  for (const _ of [1, 2, 3]) made.unshift((await create()).id);
  const first = await stripe.paymentIntents.list({ limit: 2 });
  expect(first.data.map((intent) => intent.id)).toEqual(made.slice(0, 2));
  expect(first.has_more).toBe(true);
  const next = await stripe.paymentIntents.list({ limit: 1, starting_after: made[1] ?? '' });
  expect(next.data[0]?.id).toBe(made[2]);
  const back = await stripe.paymentIntents.list({ limit: 1, ending_before: made[2] ?? '' });
  expect(back.data[0]?.id).toBe(made[1]);

  const walked: string[] = [];
  for await (const intent of stripe.paymentIntents.list({ limit: 1 })) {
    if (walked.push(intent.id) === 3) break;
  }
  expect(walked).toEqual(made);
  expect((await stripe.paymentIntents.list({ created: { gt: Math.floor(Date.now() / 1000) + 10 } })).data).toEqual([]);
});

test('every change is an event that can be fetched by type and id, with the object of that moment', async () => {
  const { id } = await pay();
  await stripe.refunds.create({ payment_intent: id });
  const succeeded = await stripe.events.list({ type: 'payment_intent.succeeded', limit: 1 });
  expect(succeeded.data[0]).toMatchObject({ data: { object: { id, status: 'succeeded' } } });
  const charged = await stripe.events.list({ types: ['charge.succeeded', 'charge.refunded'], limit: 2 });
  expect(charged.data).toMatchObject([
    { type: 'charge.refunded', data: { object: { payment_intent: id, amount_refunded: 5000 } } },
    { type: 'charge.succeeded', data: { object: { payment_intent: id, amount_refunded: 0 } } },
  ]);
  const one = charged.data[0];
  expect(await stripe.events.retrieve(one?.id ?? '')).toMatchObject({ id: one?.id, type: 'charge.refunded' });
});
