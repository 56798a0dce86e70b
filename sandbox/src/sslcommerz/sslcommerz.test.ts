import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callControl } from '../../testing/call-control.ts';
import { type Sandbox, startSandbox } from '../index.ts';
import { listenOnLoopback } from '../listen.ts';

let sandbox: Sandbox;
let clinic: Server;
let clinicUrl: string;
/** The notifications that the clinic received, and the status of its answers. */
let notified: Record<string, string>[];
let answer: number;

beforeEach(async () => {
  notified = [];
  answer = 200;
  clinic = createServer((request, response) => {
    void text(request).then((body) => {
      notified.push(Object.fromEntries(new URLSearchParams(body)));
      response.writeHead(answer).end();
    });
  });
  clinicUrl = `http://127.0.0.1:${await listenOnLoopback(clinic, 0)}`;
  sandbox = await startSandbox({ port: 0, production: false });
});
afterEach(async () => {
  await sandbox.stop();
  clinic.close();
  clinic.closeAllConnections();
});

type Json = Record<string, unknown>;
const store = { store_id: 'sandbox_store', store_passwd: 'sandbox_store@ssl' };
const order = () => ({
  ...store,
  total_amount: '150.00',
  currency: 'USD',
  tran_id: 'order-1',
  success_url: `${clinicUrl}/success`,
  fail_url: `${clinicUrl}/fail`,
  cancel_url: `${clinicUrl}/cancel`,
  ipn_url: `${clinicUrl}/ipn`,
  product_name: 'Teeth Cleaning',
  product_category: 'healthcare',
  product_profile: 'non-physical-goods',
  cus_name: 'Amina <b>',
  cus_email: 'amina@example.org',
  cus_add1: 'Clinic',
  cus_city: 'Dhaka',
  cus_postcode: '1000',
  cus_country: 'Bangladesh',
  cus_phone: '01700000000',
  shipping_method: 'NO',
  value_a: 'booking-1',
});
const begin = async (more: Record<string, string> = {}) => {
  const opened = await fetch(`${sandbox.url}/gwprocess/v4/api.php`, {
    method: 'POST',
    body: new URLSearchParams({ ...order(), ...more }),
  });
  return (await opened.json()) as { status: string; failedreason: string; sessionkey: string; GatewayPageURL: string };
};
const ask = async (path: string, query: Record<string, string>) => {
  const answered = await fetch(
    `${sandbox.url}/validator/api/${path}?${new URLSearchParams({ ...store, ...query }).toString()}`,
  );
  return (await answered.json()) as Json;
};
const validate = (val_id: string) => ask('validationserverAPI.php', { val_id, v: '1', format: 'json' });
const query = (fields: Record<string, string>) => ask('merchantTransIDvalidationAPI.php', fields);
const press = async (page: string, choice: string) => {
  const SESSIONKEY = new URL(page).searchParams.get('SESSIONKEY') ?? '';
  const answered = await fetch(page, { method: 'POST', body: new URLSearchParams({ SESSIONKEY, choice }) });
  return { headers: answered.headers, html: await answered.text() };
};
/** Opens a session, performs that choice on the page, and returns the notification that the clinic received. */
const paid = async (choice: 'pay' | 'pay-with-risk' = 'pay', more: Record<string, string> = {}) => {
  const { sessionkey } = await begin(more);
  sandbox.sslcommerz.choose(sessionkey, choice);
  await sandbox.sslcommerz.settled();
  return { sessionkey, ...notified.at(-1) } as Record<string, string>;
};
/** Checks a signature like the clinic, following the gateway's PHP library. */
const isSigned = (fields: Record<string, string>) => {
  const names = [...(fields.verify_key ?? '').split(','), 'store_passwd'].toSorted((a, b) => (a < b ? -1 : 1));
  const password = createHash('md5').update(store.store_passwd).digest('hex');
  const signed = names.map((name) => `${name}=${name === 'store_passwd' ? password : fields[name]}`).join('&');
  return createHash('md5').update(signed).digest('hex') === fields.verify_sign;
};

test('opens a session and returns the address of its page', async () => {
  const opened = await begin();
  expect(opened).toMatchObject({ status: 'SUCCESS', failedreason: '' });
  expect(opened.GatewayPageURL).toBe(`${sandbox.url}/gwprocess/v4/gw.php?Q=PAY&SESSIONKEY=${opened.sessionkey}`);
  expect(await query({ tran_id: 'order-1' })).toMatchObject({ no_of_trans_found: 1, element: [{ status: 'PENDING' }] });
});

test.each([
  [{ store_passwd: 'wrong' }, 'Store Credential Error'],
  [{ total_amount: '' }, "'total_amount' is missing"],
  [{ total_amount: '10.001' }, 'Invalid amount'],
  [{ total_amount: '-5' }, 'Invalid amount'],
  [{ total_amount: '9.99', currency: 'BDT' }, 'from 10.00 BDT'],
  [{ total_amount: '500000.01', currency: 'BDT' }, 'to 500000.00 BDT'],
  [{ currency: 'XXX' }, 'Invalid currency'],
  [{ tran_id: 'x'.repeat(31) }, "'tran_id' is too long"],
  [{ success_url: 'javascript:alert(1)' }, "'success_url' is no URL"],
])('refuses a session: %o', async (more, reason) => {
  const refused = await begin(more);
  expect(refused).toMatchObject({ status: 'FAILED', GatewayPageURL: '' });
  expect(refused.failedreason).toContain(reason);
});

test('the hosted page: a payment notifies the clinic, and the browser returns with the same fields', async () => {
  const { GatewayPageURL } = await begin();
  const page = await fetch(GatewayPageURL);
  const html = await page.text();
  expect(html).toContain('Pay 150.00 USD');
  expect(html).toContain('18225.00 BDT');
  expect(html).toContain('Amina &lt;b&gt;');
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
  expect(html).not.toContain('<script');

  const result = await press(GatewayPageURL, 'pay');
  await sandbox.sslcommerz.settled();
  expect(result.html).toContain('Payment successful');
  expect(result.html).toContain(`action="${clinicUrl}/success"`);
  expect(result.headers.get('content-security-policy')).toContain(`form-action ${clinicUrl};`);
  expect(notified).toHaveLength(1);
  expect(notified[0]).toMatchObject({
    status: 'VALID',
    tran_id: 'order-1',
    value_a: 'booking-1',
    amount: '18225.00',
    store_amount: '17769.37',
    currency: 'BDT',
    currency_type: 'USD',
    currency_amount: '150.00',
    currency_rate: '121.5000',
    risk_level: '0',
    risk_title: 'Safe',
    store_id: 'sandbox_store',
  });
  expect(result.html).toContain(`name="verify_sign" value="${notified[0]?.verify_sign}"`);
});

test.each([
  ['fail', 'FAILED', 'Payment failed', '/fail'],
  ['cancel', 'CANCELLED', 'Payment cancelled', '/cancel'],
])('the hosted page: %s', async (choice, status, title, path) => {
  const { GatewayPageURL, sessionkey } = await begin();
  const { html } = await press(GatewayPageURL, choice);
  expect(html).toContain(title);
  expect(html).toContain(`action="${clinicUrl}${path}"`);
  await sandbox.sslcommerz.settled();
  expect(notified).toMatchObject([{ status, val_id: '', store_amount: '0.00' }]);
  expect(isSigned(notified[0] ?? {})).toBe(true);
  expect(await query({ sessionkey })).toMatchObject({ status });
});

test('a choice is final: repeating it or reopening the page has no effect and sends no notification', async () => {
  const { GatewayPageURL, sessionkey } = await begin();
  await press(GatewayPageURL, 'pay');
  const again = await press(GatewayPageURL, 'cancel');
  expect(again.html).toContain('Payment successful');
  expect(await (await fetch(GatewayPageURL)).text()).toContain('Payment successful');
  expect(sandbox.sslcommerz.choose(sessionkey, 'fail')).toBeUndefined();
  await sandbox.sslcommerz.settled();
  expect(notified).toHaveLength(1);
});

test('the signature covers every field', async () => {
  const fields = await paid();
  expect(isSigned(fields)).toBe(true);
  for (const name of ['tran_id', 'val_id', 'amount', 'currency_amount', 'status', 'risk_level']) {
    expect(isSigned({ ...fields, [name]: '1.00' })).toBe(false);
  }
  expect(fields.verify_sign_sha2).toMatch(/^[0-9a-f]{64}$/);
});

test('validation returns VALID once and VALIDATED afterwards, for the right transaction', async () => {
  const { val_id = '' } = await paid();
  const money = { tran_id: 'order-1', currency_type: 'USD', currency_amount: '150.00', amount: '18225.00' };
  expect(await validate(val_id)).toMatchObject({ APIConnect: 'DONE', status: 'VALID', risk_level: '0', ...money });
  expect(await validate(val_id)).toMatchObject({ APIConnect: 'DONE', status: 'VALIDATED', ...money });
  expect(await validate('nothing')).toMatchObject({ status: 'INVALID_TRANSACTION' });
  expect(await validate('')).toEqual({ APIConnect: 'INVALID_REQUEST' });
});

test('validation and queries require the credentials of the store', async () => {
  const { val_id = '' } = await paid();
  expect(await ask('validationserverAPI.php', { val_id, store_passwd: 'wrong' })).toEqual({ APIConnect: 'FAILED' });
  expect(await query({ tran_id: 'order-1', store_id: 'other' })).toEqual({ APIConnect: 'FAILED' });
});

test('a risky payment is marked as risky in every answer', async () => {
  const fields = await paid('pay-with-risk');
  const risk = { risk_level: '1', risk_title: 'High' };
  expect(fields).toMatchObject({ status: 'VALID', ...risk });
  expect(await validate(fields.val_id ?? '')).toMatchObject(risk);
  expect(await query({ tran_id: 'order-1' })).toMatchObject({ element: [risk] });
});

test('queries by transaction and by session find each payment without its notification', async () => {
  sandbox.sslcommerz.deliverIpn({ how: 'never' });
  const first = await begin();
  sandbox.sslcommerz.choose(first.sessionkey, 'fail');
  const second = await begin();
  sandbox.sslcommerz.choose(second.sessionkey, 'pay');
  await sandbox.sslcommerz.settled();
  expect(notified).toEqual([]);
  expect(await query({ tran_id: 'order-1' })).toMatchObject({
    APIConnect: 'DONE',
    no_of_trans_found: 2,
    element: [
      { status: 'FAILED' },
      { status: 'VALID', val_id: expect.stringMatching(/\w+/), currency_amount: '150.00' },
    ],
  });
  expect(await query({ sessionkey: second.sessionkey })).toMatchObject({ status: 'VALID', tran_id: 'order-1' });
  expect(await query({ tran_id: 'unknown' })).toMatchObject({ no_of_trans_found: 0, element: [] });

  expect(await sandbox.sslcommerz.sendIpnNow()).toEqual([
    { transactionId: 'order-1', status: 200 },
    { transactionId: 'order-1', status: 200 },
  ]);
  expect(await sandbox.sslcommerz.sendIpnNow()).toEqual([]);
});

test('a refused notification can be sent again, and each answer is listed', async () => {
  answer = 500;
  await paid();
  answer = 200;
  await sandbox.sslcommerz.sendIpnNow('order-1');
  expect(sandbox.sslcommerz.payments()).toMatchObject([{ ipnAnswers: [500, 200] }]);
});

test('refunds in parts, never more than the payment, and once per id', async () => {
  const { bank_tran_id = '' } = await paid();
  const refund = (refund_trans_id: string, refund_amount: string) =>
    query({ bank_tran_id, refund_trans_id, refund_amount, refund_remarks: 'Clinic closed', refe_id: 'r' });

  const part = await refund('refund-1', '10000.00');
  expect(part).toMatchObject({ APIConnect: 'DONE', status: 'success', bank_tran_id, trans_id: 'order-1' });
  expect(await refund('refund-1', '10000.00')).toMatchObject({
    status: 'processing',
    refund_ref_id: part.refund_ref_id,
  });
  expect(await refund('refund-2', '8225.01')).toMatchObject({ status: 'failed', errorReason: expect.any(String) });
  expect(await refund('refund-3', '8225.00')).toMatchObject({ status: 'success' });
  expect(await refund('refund-4', '0.01')).toMatchObject({ status: 'failed' });
  expect(await query({ refund_ref_id: String(part.refund_ref_id) })).toMatchObject({
    APIConnect: 'DONE',
    status: 'refunded',
    bank_tran_id,
    refunded_on: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  });
  expect(await query({ bank_tran_id, refund_amount: '1.00' })).toMatchObject({ APIConnect: 'INVALID_REQUEST' });
  expect(
    await query({ bank_tran_id: 'x', refund_trans_id: 'y', refund_amount: '1.00', refund_remarks: 'z' }),
  ).toMatchObject({ status: 'failed' });
});

test('a refund can be pending, and can still fail after it succeeded', async () => {
  sandbox.sslcommerz.takeTimeForRefunds('processing');
  const { bank_tran_id = '' } = await paid();
  const refund = (refund_trans_id: string) =>
    query({ bank_tran_id, refund_trans_id, refund_amount: '18225.00', refund_remarks: 'Slot lost' });
  const reference = String((await refund('refund-1')).refund_ref_id);
  expect(await query({ refund_ref_id: reference })).toMatchObject({ status: 'processing', refunded_on: '' });
  expect(sandbox.sslcommerz.changeRefund(reference, 'refunded')).toBe(true);
  expect(await query({ refund_ref_id: reference })).toMatchObject({ status: 'refunded' });
  expect(await refund('refund-too-much')).toMatchObject({ status: 'failed' });
  expect(sandbox.sslcommerz.changeRefund(reference, 'cancelled')).toBe(true);
  expect(sandbox.sslcommerz.changeRefund(reference, 'refunded')).toBe(false);
  expect(await query({ refund_ref_id: reference })).toMatchObject({ status: 'cancelled' });
  expect(await refund('refund-2')).toMatchObject({ status: 'success' });
});

test('a refund by a repeated bank reference goes to the newest payment that has enough left', async () => {
  const first = await paid();
  sandbox.sslcommerz.nextBankReference(first.bank_tran_id);
  const second = await paid('pay', { tran_id: 'order-2' });
  const third = await paid('pay', { tran_id: 'order-3' });
  expect(second.bank_tran_id).toBe(first.bank_tran_id);
  expect(third.bank_tran_id).not.toBe(first.bank_tran_id);
  expect(await validate(second.val_id ?? '')).toMatchObject({ tran_id: 'order-2', bank_tran_id: first.bank_tran_id });

  const refund = (refund_trans_id: string) =>
    query({
      bank_tran_id: first.bank_tran_id ?? '',
      refund_trans_id,
      refund_amount: '18225.00',
      refund_remarks: 'Paid twice',
    });
  expect(await refund('r1')).toMatchObject({ status: 'success', trans_id: 'order-2' });
  expect(await refund('r2')).toMatchObject({ status: 'success', trans_id: 'order-1' });
  expect(await refund('r1')).toMatchObject({ status: 'processing', trans_id: 'order-2' });
  expect(await refund('r3')).toMatchObject({ status: 'failed' });
});

test.each([
  ['expire', 'EXPIRED'],
  ['leave', 'UNATTEMPTED'],
] as const)('a customer who does nothing (%s) has not paid, and the clinic is told', async (choice, status) => {
  const { sessionkey } = await begin();
  expect(sandbox.sslcommerz.choose(sessionkey, choice)?.url).toBe(`${clinicUrl}/fail`);
  await sandbox.sslcommerz.settled();
  expect(notified).toMatchObject([{ status, val_id: '', bank_tran_id: '' }]);
  expect(await query({ sessionkey })).toMatchObject({ status });
});

test.each([{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])(
  "another site's page cannot open sessions, press buttons or use the control calls: %o",
  async (headers) => {
    const { sessionkey } = await begin();
    for (const path of ['/gwprocess/v4/api.php', '/gwprocess/v4/gw.php', '/sslcommerz/control/choose']) {
      const body = new URLSearchParams({ ...order(), SESSIONKEY: sessionkey, sessionKey: sessionkey, choice: 'pay' });
      const { status } = await fetch(sandbox.url + path, { method: 'POST', body, headers: new Headers(headers) });
      expect([path, status]).toEqual([path, 403]);
    }
    expect(sandbox.sslcommerz.payments()).toMatchObject([{ status: 'PENDING' }]);
  },
);

test('the control calls work from another process, and the page shows the result', async () => {
  const control = (what: string, body: object) => callControl(`${sandbox.url}/sslcommerz`, what, body);
  const { sessionkey } = await begin();
  await control('delivery', { how: 'never' });
  await control('refunds', { how: 'processing' });
  const chosen = await control('choose', { sessionKey: sessionkey, choice: 'pay-with-risk' });
  expect(chosen.body).toMatchObject({ url: `${clinicUrl}/success`, fields: { tran_id: 'order-1', risk_level: '1' } });
  expect((await control('choose', { sessionKey: sessionkey, choice: 'pay' })).status).toBe(400);
  expect((await control('send-ipn-now', { transactionId: 'order-1' })).body).toEqual({
    attempts: [{ transactionId: 'order-1', status: 200 }],
  });
  const [payment] = sandbox.sslcommerz.payments();
  await query({
    bank_tran_id: payment?.bankTransactionId ?? '',
    refund_trans_id: 'r1',
    refund_amount: '100.00',
    refund_remarks: '<script>alert(1)</script>',
  });
  const page = await (await fetch(`${sandbox.url}/sslcommerz`)).text();
  expect(page).toContain('VALID, risky');
  expect(page).toContain('Cancel the refund');
  expect(page).not.toContain('<script');
  const refund = sandbox.sslcommerz.payments()[0]?.refunds[0];
  expect((await control('change-refund', { id: refund?.reference, status: 'refunded' })).status).toBe(200);
  expect((await control('change-refund', { id: refund?.reference, status: 'processing' })).status).toBe(400);
  await control('next-bank-reference', { reference: payment?.bankTransactionId });
  expect((await paid()).bank_tran_id).toBe(payment?.bankTransactionId);
  const state = await (await fetch(`${sandbox.url}/sslcommerz.json`)).json();
  expect(state).toMatchObject({ payments: [{}, { status: 'VALID', refunds: [{ amountBdt: '100.00' }] }] });
});
