import { createServer } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { startLocalServer } from '../../../testing/local-server.ts';
import { ProviderUnavailable } from '../provider-unavailable.ts';
import { createSslcommerzPayments } from './sslcommerz.ts';

let answer: object = {};
/** Where the gateway sends us instead of answering. */
let elsewhere: string | undefined;

const listener = createServer((request, response) => {
  if (elsewhere !== undefined && request.url !== elsewhere) response.writeHead(307, { location: elsewhere });
  response.end(JSON.stringify(answer));
});
/** A gateway with answers that the sandbox never gives. */
const gateway = await startLocalServer(listener);
afterAll(() => gateway.close());

const payments = () =>
  createSslcommerzPayments({
    storeId: 'store',
    storePassword: 'password',
    live: false,
    gatewayUrl: gateway.url,
    isPage: () => true,
    callbacks: { ipn: '', success: '', fail: '', cancel: '' },
  });
const find = () => payments().find({ reference: 'order', validationId: undefined });
const answering = (...element: object[]) => {
  answer = { APIConnect: 'DONE', no_of_trans_found: element.length, element };
};

const paid = {
  tran_id: 'order',
  status: 'VALID',
  amount: '12000.00',
  currency: 'BDT',
  currency_type: 'USD',
  currency_amount: '140.00',
  bank_tran_id: 'bank',
  risk_level: '0',
};

describe('a payment on the hosted page', () => {
  it('has its amounts once it is paid', async () => {
    answering(paid);
    expect(await find()).toMatchObject({
      state: 'succeeded',
      amount: { minor: 14_000, currency: 'USD' },
      taken: { minor: 1_200_000, currency: 'BDT' },
      bankReference: 'bank',
    });
  });

  it.each([
    ['amount', 'many'],
    ['amount', undefined],
    ['currency', 'taka'],
    ['currency_amount', '140.005'],
    ['currency_type', ''],
    ['currency_type', undefined],
    ['status', undefined],
  ])('with the %s %s counts as no answer, not as unknown', async (name, value) => {
    answering({ ...paid, [name]: value });
    await expect(find()).rejects.toThrow(ProviderUnavailable);
  });

  it('may have numbers where the gateway usually sends text', async () => {
    answering({ ...paid, amount: 12_000, currency_amount: 140, bank_tran_id: 2_605_011_234, risk_level: 0 });
    expect(await find()).toMatchObject({
      amount: { minor: 14_000 },
      taken: { minor: 1_200_000 },
      bankReference: '2605011234',
      risky: false,
    });
  });

  it('needs no amount if it failed', async () => {
    answering({ tran_id: 'order', status: 'FAILED' });
    expect(await find()).toMatchObject({ state: 'closed' });
  });

  it('is unknown if the gateway has no attempt to pay it', async () => {
    answering();
    expect(await find()).toBeUndefined();
  });

  it('is not asked for at an address to which the gateway redirects us', async () => {
    answering(paid);
    elsewhere = '/elsewhere';
    await expect(find()).rejects.toThrow(ProviderUnavailable);
    elsewhere = undefined;
  });
});

describe('a refund on the hosted page', () => {
  const amount = { minor: 1_200_000, currency: 'BDT' };
  const refundId = '01890000-0000-7000-8000-000000000000';
  const refund = () => payments().refund({ bankReference: 'bank', refundId, amount });
  const findRefund = () => payments().findRefund({ reference: '42', refundId, amount });
  const answeringRefund = (refunded: object) => {
    answer = { APIConnect: 'DONE', refund_ref_id: '42', errorReason: '', ...refunded };
  };

  it.each([
    ['refunded', 'succeeded'],
    ['processing', 'pending'],
    ['cancelled', 'failed'],
    ['failed', 'failed'],
  ])('that the gateway calls %s is %s', async (status, state) => {
    answeringRefund({ status });
    expect(await findRefund()).toMatchObject({ reference: '42', state });
    answeringRefund({ status, refund_ref_id: 42 });
    expect(await refund()).toMatchObject({ reference: '42', state });
  });

  it.each(['', 'Refunded', 'pending', undefined])(
    'with the status %s has no answer, and has not failed',
    async (status) => {
      answeringRefund({ status });
      await expect(findRefund()).rejects.toThrow(ProviderUnavailable);
      await expect(refund()).rejects.toThrow(ProviderUnavailable);
    },
  );

  it('without a reference is refused if the gateway says so, and may have begun otherwise', async () => {
    for (const refund_ref_id of ['', null, undefined]) {
      answeringRefund({ status: 'failed', refund_ref_id, errorReason: 'Too much' });
      expect(await refund()).toMatchObject({ reference: undefined, state: 'failed', failure: 'Too much' });
      for (const status of ['success', 'processing', '', undefined]) {
        answeringRefund({ status, refund_ref_id });
        await expect(refund()).rejects.toThrow(ProviderUnavailable);
      }
    }
  });
});
