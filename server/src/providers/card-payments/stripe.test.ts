import { expect, it } from 'vitest';
import { startSandbox } from '../../../testing/sandbox.ts';
import { createStripePayments } from './stripe.ts';

const sandbox = await startSandbox({ port: 0, production: false });

it.each([
  ['USD', 14_000, 14_000],
  ['JPY', 6_000, 6_000],
  ['KWD', 4_250, 4_250],
  ['HUF', 200_000, 200_000],
  // Without decimals by ISO 4217, with two at Stripe.
  ['ISK', 9_000, 900_000],
  ['UGX', 50_000, 5_000_000],
  // With two decimals by ISO 4217, without at Stripe.
  ['MGA', 5_700_000, 57_000],
])("in %s, %i of our smallest units are %i of Stripe's, in both directions", async (currency, minor, amount) => {
  const { stripe, url } = sandbox;
  const cards = createStripePayments({ ...stripe, live: false, clinic: 'https://clinic.example', apiUrl: url });
  const ids = { orderId: currency, bookingId: 'booking', patientId: 'patient' };
  const charge = await cards.prepare({ ...ids, amount: { minor, currency } });
  expect(charge).toMatchObject({ amount: { minor, currency } });
  expect(stripe.paymentIntents()[0]).toMatchObject({ amount, currency: currency.toLowerCase() });
});

it.each([
  ['MGA', 5_700_050],
  // With three decimals, but the last digit must be 0.
  ['KWD', 4_255],
])('refuses an amount with more decimals than Stripe supports, in %s', async (currency, minor) => {
  const { stripe, url } = sandbox;
  const cards = createStripePayments({ ...stripe, live: false, clinic: 'https://clinic.example', apiUrl: url });
  const ids = { orderId: `refused ${currency}`, bookingId: 'booking', patientId: 'patient' };
  expect(await cards.prepare({ ...ids, amount: { minor, currency } })).toBe('amount-refused');
});

it('lists charges in pages, newest first, and can be aborted', async () => {
  const cards = createStripePayments({
    ...sandbox.stripe,
    live: false,
    clinic: 'https://clinic.example',
    apiUrl: sandbox.url,
  });
  const since = new Date(Date.now() - 60_000);
  const before = await cards.listSince({ since, after: null });
  for (let made = 0; made < 101; made += 1) {
    const ids = { orderId: `listed ${made}`, bookingId: 'booking', patientId: 'patient' };
    await cards.prepare({ ...ids, amount: { minor: 1_000, currency: 'USD' } });
  }
  const newest = await cards.listSince({ since, after: null });
  expect(newest.charges.map(({ orderId }) => orderId)[0]).toBe('listed 100');
  expect(newest.isLast).toBe(false);
  const rest = await cards.listSince({ since, after: newest.charges.at(-1)?.reference ?? null });
  expect(rest.isLast).toBe(true);
  expect(rest.charges).toHaveLength(before.charges.length + 1);
  expect((await cards.listSince({ since, after: 'pi_of_another_account' })).charges).toHaveLength(100);

  sandbox.stripe.outage({ how: 'silent' });
  await expect(cards.listSince({ since, after: null, signal: AbortSignal.timeout(50) })).rejects.toThrow(
    'The time for asking',
  );
  sandbox.stripe.outage(undefined);
});
