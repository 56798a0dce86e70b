import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import { isSslcommerzPage } from '../providers/hosted-page/sslcommerz.ts';
import { choosePaymentProviders } from './payment-providers.ts';

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLIC_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const SANDBOX = {
  url: 'http://127.0.0.1:3100',
  stripe: { secretKey: 'sk_test_sandbox', publishableKey: 'pk_test_sandbox', webhookSecret: 'whsec_sandbox' },
  sslcommerz: { storeId: 's', storePassword: 'p' },
};
const chosen = (environment: Record<string, string>, sandbox?: typeof SANDBOX) =>
  choosePaymentProviders(readConfig({ AUTH_SECRET: 'x'.repeat(32), ...environment }), sandbox);

describe('the hosts that pages may contact', () => {
  it('are none if no cards are taken', () => {
    const policy = contentSecurityPolicy('n', chosen({}).sources);
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("trusted-types 'none'");
    expect(policy).not.toContain('frame-src');
    expect(policy).toBe(contentSecurityPolicy('n'));
  });

  it('include the sandbox if it takes cards', () => {
    const { sources, cardEntry } = chosen({}, SANDBOX);
    expect(contentSecurityPolicy('n', sources)).toContain("connect-src 'self' http://127.0.0.1:3100;");
    expect(contentSecurityPolicy('n', sources)).toContain("trusted-types 'none'");
    expect(cardEntry).toEqual({ provider: 'sandbox', publishableKey: 'pk_test_sandbox', confirmUrl: SANDBOX.url });
  });

  it("include Stripe's hosts and its script policy if Stripe takes cards", () => {
    const { sources, cardEntry } = chosen(STRIPE, SANDBOX);
    const policy = contentSecurityPolicy('n', sources);
    expect(policy).toContain('frame-src https://js.stripe.com');
    expect(policy).toContain('trusted-types card-entry');
    expect(policy).not.toContain('unsafe');
    expect(JSON.stringify(cardEntry)).not.toContain('sk_test');
  });
});

it('redirects browsers only to the provider’s host, over https', () => {
  const may = (url: string) => isSslcommerzPage(new URL(url));
  expect(may('https://securepay.sslcommerz.com/gwprocess/v4/gw.php?Q=PAY')).toBe(true);
  expect(may('https://epay.sslcommerz.com/x')).toBe(true);
  for (const url of [
    'http://securepay.sslcommerz.com/',
    'https://sslcommerz.com.evil.example/',
    'https://evilsslcommerz.com/',
    'https://securepay.sslcommerz.com:8443/',
    'https://user@evil.example/sslcommerz.com',
    'javascript:alert(1)',
  ]) {
    expect(may(url)).toBe(false);
  }
});
