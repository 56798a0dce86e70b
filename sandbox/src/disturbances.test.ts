import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DisturbableCall } from './disturbances.ts';
import { type Sandbox, startSandbox } from './index.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, production: false });
});
afterEach(() => sandbox.stop());

/** The result of a request: its status, or 'silent' after `patienceMs`. */
const ask = async (path: string, patienceMs = 5000): Promise<number | string> => {
  try {
    const answer = await fetch(sandbox.url + path, {
      headers: { authorization: `Bearer ${sandbox.stripe.secretKey}` },
      signal: AbortSignal.timeout(patienceMs),
    });
    return answer.status;
  } catch (error) {
    return error instanceof Error ? error.name : 'unknown';
  }
};
const stripe = (patienceMs?: number) => ask('/v1/payment_intents', patienceMs);
const sslcommerz = (patienceMs?: number) => ask('/validator/api/validationserverAPI.php', patienceMs);

test.each([
  ['stripe', stripe, sslcommerz],
  ['sslcommerz', sslcommerz, stripe],
] as const)('an outage of %s affects no other provider and no page', async (name, broken, healthy) => {
  const provider = sandbox[name];
  for (const [how, answer] of [
    ['error-500', 500],
    ['error-503', 503],
    ['error-429', 429],
    ['nonsense', 200],
    ['lost-request', 'TypeError'],
    ['lost-answer', 'TypeError'],
  ] as const) {
    provider.outage({ how });
    expect([how, await broken()]).toEqual([how, answer]);
    expect(await healthy()).toBe(200);
    expect(await ask(`/${name}`)).toBe(200);
  }
  provider.outage(undefined);
  expect(await broken()).toBe(200);
});

test('a silent provider never answers, a slow one answers after its delay', async () => {
  sandbox.stripe.outage({ how: 'silent' });
  expect(await stripe(80)).toBe('TimeoutError');
  sandbox.stripe.outage({ how: 'slow', delayMs: 120 });
  expect(await stripe(60)).toBe('TimeoutError');
  expect(await stripe()).toBe(200);
});

test('the sandbox stops while a provider is silent', async () => {
  sandbox.sslcommerz.outage({ how: 'silent' });
  const asked = sslcommerz();
  await new Promise((resolve) => setTimeout(resolve, 30));
  await sandbox.stop();
  expect(await asked).toBe('TypeError');
});

test('a disturber gets the provider of each call', async () => {
  const calls: DisturbableCall[] = [];
  sandbox.disturb((call) => {
    calls.push(call);
    return call.provider === 'stripe' ? { how: 'error-500' } : undefined;
  });
  expect([await stripe(), await sslcommerz()]).toEqual([500, 200]);
  expect(calls).toMatchObject([
    { provider: 'stripe', method: 'GET', path: '/v1/payment_intents' },
    { provider: 'sslcommerz' },
  ]);
});

test.each(['stripe', 'sslcommerz'])(
  'another process can start and end an outage of %s, and the page shows it',
  async (name) => {
    const set = async (how: string) => {
      const body = new URLSearchParams({ how });
      const answer = await fetch(`${sandbox.url}/${name}/control/outage`, { method: 'POST', body, redirect: 'manual' });
      return answer.status;
    };
    const asked = name === 'stripe' ? stripe : sslcommerz;
    expect(await set('error-503')).toBe(303);
    expect(await asked()).toBe(503);
    expect(await (await fetch(`${sandbox.url}/${name}`)).text()).toContain('value="error-503" selected');
    expect(await set('none')).toBe(303);
    expect(await asked()).toBe(200);
    expect(await set('sideways')).toBe(400);
  },
);
