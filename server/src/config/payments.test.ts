import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import { PAYMENTS, paymentSettings } from './payments.ts';
import { type Environment, readGroup } from './setting.ts';

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLIC_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const SSLCOMMERZ = { SSLCOMMERZ_STORE_ID: 's', SSLCOMMERZ_STORE_PASSWORD: 'p', SSLCOMMERZ_LIVE: 'on' } as const;
const inProduction = (env: Environment) => paymentSettings(readGroup(PAYMENTS, env), { production: true });
const elsewhere = (env: Environment) => paymentSettings(readGroup(PAYMENTS, env), { production: false });

describe('the payment provider', () => {
  it('defaults to the sandbox outside production', () => {
    expect(elsewhere({})).toEqual({ cards: { from: 'sandbox' }, hosted: { from: 'sandbox' } });
    expect(elsewhere(STRIPE)).toMatchObject({ cards: { from: 'stripe' }, hosted: { from: 'sandbox' } });
  });

  it('has no default in production', () => {
    expect(inProduction(STRIPE)).toMatchObject({ cards: { live: true }, hosted: undefined });
    expect(inProduction(SSLCOMMERZ)).toMatchObject({ cards: undefined, hosted: { live: true } });
  });

  it('is the sandbox in production only if set explicitly', () => {
    expect(() => inProduction({})).toThrow('or PAYMENTS: off for no payments');
    expect(inProduction({ PAYMENTS: 'off' })).toEqual({ cards: undefined, hosted: undefined });
    expect(() => inProduction({ ...STRIPE, PAYMENTS: 'off' })).toThrow('PAYMENTS is off');
    expect(inProduction({ PAYMENTS: 'sandbox' })).toMatchObject({ cards: { from: 'sandbox' } });
  });

  it.each([
    [{ STRIPE_SECRET_KEY: 'sk_live_1' }, 'STRIPE_PUBLIC_KEY must be set as well, because STRIPE_SECRET_KEY is.'],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY must be set as well, because STRIPE_WEBHOOK_SECRET is.'],
    [
      { ...STRIPE, STRIPE_WEBHOOK_SECRET: undefined },
      'STRIPE_WEBHOOK_SECRET must be set as well, because STRIPE_SECRET_KEY is.',
    ],
    [{ SSLCOMMERZ_STORE_ID: 's' }, 'SSLCOMMERZ_STORE_PASSWORD must be set as well, because SSLCOMMERZ_STORE_ID is.'],
    [{ SSLCOMMERZ_LIVE: 'on' } as const, 'SSLCOMMERZ_STORE_ID must be set as well, because SSLCOMMERZ_LIVE is.'],
    [{ ...STRIPE, STRIPE_PUBLIC_KEY: 'sk_live_1' }, 'STRIPE_PUBLIC_KEY must begin with pk_live_ or pk_test_.'],
    [
      { ...STRIPE, STRIPE_PUBLIC_KEY: 'pk_test_1' },
      'STRIPE_SECRET_KEY is a live key and STRIPE_PUBLIC_KEY a test key.',
    ],
    [{ ...STRIPE, STRIPE_SECRET_KEY: 'key' }, 'STRIPE_SECRET_KEY must begin with sk_live_, sk_test_ or rk_.'],
    [{ ...STRIPE, STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET must begin with whsec_.'],
  ])('stops the start with a sentence that names the variable: %j', (env, fault) => {
    expect(() => elsewhere(env)).toThrow(new ConfigError(fault));
  });

  it('never takes test money in production', () => {
    const test = { ...STRIPE, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLIC_KEY: 'pk_test_1' };
    expect(() => inProduction(test)).toThrow(/^STRIPE_SECRET_KEY is a test key/);
    expect(() => inProduction({ ...SSLCOMMERZ, SSLCOMMERZ_LIVE: 'off' })).toThrow(/^SSLCOMMERZ_LIVE must be on/);
  });

  it('stops the start through readConfig', () => {
    expect(() => readConfig({ AUTH_SECRET: 'a'.repeat(32), STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(ConfigError);
  });
});
