import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProviderUnavailable } from '../provider-unavailable.ts';
import { createSslcommerzPayments } from './sslcommerz.ts';

/** A gateway with answers that the sandbox never gives. */
let gateway: Server;
let answer: object = {};

beforeAll(async () => {
  gateway = createServer((_, response) => response.end(JSON.stringify(answer)));
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
});
afterAll(() => gateway.close());

const find = () => {
  const { port } = gateway.address() as AddressInfo;
  const payments = createSslcommerzPayments({
    storeId: 'store',
    storePassword: 'password',
    live: false,
    gatewayUrl: `http://127.0.0.1:${port}`,
    isPage: () => true,
    callbacks: { ipn: '', success: '', fail: '', cancel: '' },
  });
  return payments.find({ reference: 'order', validationId: undefined });
};
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

  it('needs no amount if it failed', async () => {
    answering({ tran_id: 'order', status: 'FAILED' });
    expect(await find()).toMatchObject({ state: 'closed' });
  });

  it('is unknown if the gateway has no attempt to pay it', async () => {
    answering();
    expect(await find()).toBeUndefined();
  });
});
