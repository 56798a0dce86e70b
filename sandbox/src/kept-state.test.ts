import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSandbox } from './index.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openhours-sandbox-'));
  file = join(folder, 'payments');
});
afterEach(() => rm(folder, { recursive: true }));

async function started(processingMs = 60_000) {
  const log: string[] = [];
  const sandbox = await startSandbox({
    port: 0,
    production: false,
    file,
    stripe: { processingMs },
    log: (line) => log.push(line),
  });
  const { port } = new URL(sandbox.url);
  const stripe = new Stripe(sandbox.stripe.secretKey, { host: '127.0.0.1', port, protocol: 'http' });
  return { ...sandbox, log, client: stripe, [Symbol.asyncDispose]: () => sandbox.stop() };
}
type Started = Awaited<ReturnType<typeof started>>;

const pay = ({ client }: Started, payment_method: string) =>
  client.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    confirm: true,
    payment_method,
  });

test('card payments can be refunded after a restart, and a repeated request answers as before', async () => {
  let id: string;
  const refund = () => ({ payment_intent: id, amount: 2000 });
  const once = { idempotencyKey: 'refund-1' };
  let refundId: string;
  {
    await using first = await started();
    ({ id } = await pay(first, 'pm_card_visa'));
    refundId = (await first.client.refunds.create(refund(), once)).id;
  }
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await using second = await started();
  expect(await second.client.paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded', amount: 5000 });
  expect((await second.client.refunds.create(refund(), once)).id).toBe(refundId);
  expect(await second.client.refunds.create(refund())).toMatchObject({ status: 'succeeded' });
  await expect(second.client.refunds.create(refund())).rejects.toThrow('greater than unrefunded amount');
});

test('what is being processed goes on after a restart', async () => {
  {
    await using first = await started();
    await pay(first, 'pm_card_processing');
    const { id } = await pay(first, 'pm_card_pendingRefund');
    await first.client.refunds.create({ payment_intent: id });
    expect(first.stripe.paymentIntents().map(({ status }) => status)).toEqual(['succeeded', 'processing']);
    expect(first.stripe.refunds()).toMatchObject([{ status: 'pending' }]);
  }
  await using second = await started(1);
  await expect.poll(() => second.stripe.refunds()).toMatchObject([{ status: 'succeeded' }]);
  await expect
    .poll(() => second.stripe.paymentIntents().map(({ status }) => status))
    .toEqual(['succeeded', 'succeeded']);
});

test('a hosted payment can be looked up after a restart', async () => {
  const store = { store_id: 'sandbox_store', store_passwd: 'sandbox_store@ssl' };
  const page = 'http://127.0.0.1:9/';
  const order = { total_amount: '150.00', currency: 'USD', tran_id: 'order-1', product_category: 'healthcare' };
  const addresses = { success_url: page, fail_url: page, cancel_url: page };
  const payer = { cus_name: 'Amina', cus_email: 'amina@clinic.example', cus_add1: 'Clinic', cus_city: 'Dhaka' };
  const rest = { cus_postcode: '1000', cus_country: 'Bangladesh', cus_phone: '01700000000', shipping_method: 'NO' };
  const product = { product_name: 'Teeth Cleaning', product_profile: 'non-physical-goods' };
  {
    await using first = await started();
    const body = new URLSearchParams({ ...store, ...order, ...addresses, ...payer, ...rest, ...product });
    const opened = await fetch(`${first.url}/gwprocess/v4/api.php`, { method: 'POST', body });
    const { sessionkey }: { sessionkey: string } = JSON.parse(await opened.text());
    first.sslcommerz.choose(sessionkey, 'pay');
  }
  await using second = await started();
  expect(second.sslcommerz.payments()).toMatchObject([{ transactionId: 'order-1', status: 'VALID' }]);
  const query = new URLSearchParams({ ...store, tran_id: 'order-1' });
  const found = await fetch(`${second.url}/validator/api/merchantTransIDvalidationAPI.php?${query.toString()}`);
  expect(await found.json()).toMatchObject({ no_of_trans_found: 1 });
});

test('a file that is not ours is replaced', async () => {
  await writeFile(file, 'something else');
  {
    await using first = await started();
    expect(first.log).toEqual([expect.stringContaining(`${file} cannot be read`)]);
    await pay(first, 'pm_card_visa');
  }
  await using second = await started();
  expect(second.stripe.paymentIntents()).toHaveLength(1);
});
