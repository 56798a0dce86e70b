import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { type PaymentEnvironment, paymentSettings } from './payment-settings.ts';

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLIC_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const SSLCOMMERZ = { SSLCOMMERZ_STORE_ID: 's', SSLCOMMERZ_STORE_PASSWORD: 'p', SSLCOMMERZ_LIVE: 'on' } as const;
const inProduction = (env: PaymentEnvironment) => paymentSettings(env, { production: true });
const elsewhere = (env: PaymentEnvironment) => paymentSettings(env, { production: false });

describe('who takes payments', () => {
  it('is the sandbox for whatever has no settings, outside production', () => {
    expect(elsewhere({})).toEqual({ settings: { cards: { from: 'sandbox' }, hosted: { from: 'sandbox' } } });
    expect(elsewhere(STRIPE)).toMatchObject({ settings: { cards: { from: 'stripe' }, hosted: { from: 'sandbox' } } });
  });

  it('is in production who was set, and nobody in place of who was not', () => {
    expect(inProduction(STRIPE)).toMatchObject({ settings: { cards: { live: true }, hosted: undefined } });
    expect(inProduction(SSLCOMMERZ)).toMatchObject({ settings: { cards: undefined, hosted: { live: true } } });
  });

  it('is in production the sandbox only where it is named', () => {
    expect(inProduction({})).toEqual({ fault: expect.stringContaining('or PAYMENTS: off for none') });
    expect(inProduction({ PAYMENTS: 'off' })).toEqual({ settings: { cards: undefined, hosted: undefined } });
    expect(inProduction({ ...STRIPE, PAYMENTS: 'off' })).toEqual({ fault: expect.stringContaining('PAYMENTS is off') });
    expect(inProduction({ PAYMENTS: 'sandbox' })).toMatchObject({ settings: { cards: { from: 'sandbox' } } });
  });

  it.each([
    [{ STRIPE_SECRET_KEY: 'sk_live_1' }, 'STRIPE_PUBLIC_KEY must be set together with STRIPE_SECRET_KEY.'],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY must be set together with STRIPE_WEBHOOK_SECRET.'],
    [
      { ...STRIPE, STRIPE_WEBHOOK_SECRET: undefined },
      'STRIPE_WEBHOOK_SECRET must be set together with STRIPE_SECRET_KEY.',
    ],
    [{ SSLCOMMERZ_STORE_ID: 's' }, 'SSLCOMMERZ_STORE_PASSWORD must be set together with SSLCOMMERZ_STORE_ID.'],
    [{ SSLCOMMERZ_LIVE: 'on' } as const, 'SSLCOMMERZ_STORE_ID must be set together with SSLCOMMERZ_LIVE.'],
    [{ ...STRIPE, STRIPE_PUBLIC_KEY: 'sk_live_1' }, 'STRIPE_PUBLIC_KEY must begin with pk_live_ or pk_test_.'],
    [
      { ...STRIPE, STRIPE_PUBLIC_KEY: 'pk_test_1' },
      'STRIPE_SECRET_KEY is a live key and STRIPE_PUBLIC_KEY a test key.',
    ],
    [{ ...STRIPE, STRIPE_SECRET_KEY: 'key' }, 'STRIPE_SECRET_KEY must begin with sk_live_, sk_test_ or rk_.'],
    [{ ...STRIPE, STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET must begin with whsec_.'],
  ])('stops the boot with a sentence that names the variable: %j', (env, fault) => {
    expect(elsewhere(env)).toEqual({ fault });
  });

  it('is never test money in production', () => {
    const test = { ...STRIPE, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLIC_KEY: 'pk_test_1' };
    expect(inProduction(test)).toEqual({ fault: expect.stringMatching(/^STRIPE_SECRET_KEY is a test key/) });
    expect(inProduction({ ...SSLCOMMERZ, SSLCOMMERZ_LIVE: 'off' })).toEqual({
      fault: expect.stringMatching(/^SSLCOMMERZ_LIVE must be on/),
    });
  });

  it('stops the boot through readConfig', () => {
    expect(() => readConfig({ AUTH_SECRET: 'a'.repeat(32), STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(ConfigError);
  });
});
