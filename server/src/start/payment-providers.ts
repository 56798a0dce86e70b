import type { Config } from '../config/config.ts';
import { NO_SOURCES, type PageSources } from '../http/security-headers.ts';
import type { CardPayments } from '../providers/card-payments/port.ts';
import { createStripePayments } from '../providers/card-payments/stripe.ts';
import type { HostedPayments } from '../providers/hosted-page/port.ts';
import {
  createSslcommerzPayments,
  isSslcommerzPage,
  SSLCOMMERZ_LIVE_URL,
  SSLCOMMERZ_TEST_URL,
} from '../providers/hosted-page/sslcommerz.ts';

/** The payment side of the sandbox: its address and keys. */
export interface PaymentSandbox {
  readonly url: string;
  readonly stripe: { readonly secretKey: string; readonly publishableKey: string; readonly webhookSecret: string };
  readonly sslcommerz: { readonly storeId: string; readonly storePassword: string };
}

export interface PaymentProviders {
  readonly cards: CardPayments | undefined;
  readonly hosted: HostedPayments | undefined;
  /** What the browser needs for card payments. */
  readonly cardEntry: { provider: 'stripe' | 'sandbox'; publishableKey: string; confirmUrl?: string } | undefined;
  /** Where a hosted page may be: origins, or 'https://*.name' for any host below it. */
  readonly hostedPageOrigins: readonly string[];
  /** Hosts that the payment page may contact for it. */
  readonly sources: PageSources;
}

const STRIPE_SOURCES: PageSources = {
  connect: ['https://api.stripe.com', 'https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  image: ['https://*.stripe.com'],
  trustedTypes: 'card-entry',
};

/** The adapters that the settings choose; the sandbox is used through the same ones. */
export function choosePaymentProviders(config: Config, sandbox: PaymentSandbox | undefined): PaymentProviders {
  return { ...chooseCards(config, sandbox), ...chooseHosted(config, sandbox) };
}

function chooseCards(
  { payments: { cards }, publicUrl: clinic }: Config,
  sandbox: PaymentSandbox | undefined,
): Pick<PaymentProviders, 'cards' | 'cardEntry' | 'sources'> {
  if (cards?.from === 'stripe') {
    const { publishableKey } = cards;
    return {
      cards: createStripePayments({ ...cards, clinic }),
      cardEntry: { provider: 'stripe', publishableKey },
      sources: STRIPE_SOURCES,
    };
  }
  if (!cards || !sandbox) return { cards: undefined, cardEntry: undefined, sources: NO_SOURCES };
  const { url, stripe } = sandbox;
  return {
    cards: createStripePayments({ ...stripe, live: false, clinic, apiUrl: url }),
    cardEntry: { provider: 'sandbox', publishableKey: stripe.publishableKey, confirmUrl: url },
    sources: { ...NO_SOURCES, connect: [new URL(url).origin] },
  };
}

function chooseHosted(
  { payments: { hosted }, publicUrl, localUrl }: Config,
  sandbox: PaymentSandbox | undefined,
): Pick<PaymentProviders, 'hosted' | 'hostedPageOrigins'> {
  const callbacks = (notifyAt: string) => ({
    ipn: `${notifyAt}/api/webhooks/sslcommerz/ipn`,
    success: `${publicUrl}/api/webhooks/sslcommerz/success`,
    fail: `${publicUrl}/api/webhooks/sslcommerz/fail`,
    cancel: `${publicUrl}/api/webhooks/sslcommerz/cancel`,
  });
  if (hosted?.from === 'sslcommerz') {
    const gatewayUrl = hosted.live ? SSLCOMMERZ_LIVE_URL : SSLCOMMERZ_TEST_URL;
    return {
      hosted: createSslcommerzPayments({
        ...hosted,
        gatewayUrl,
        isPage: isSslcommerzPage,
        callbacks: callbacks(publicUrl),
      }),
      hostedPageOrigins: ['https://sslcommerz.com', 'https://*.sslcommerz.com'],
    };
  }
  if (!hosted || !sandbox) return { hosted: undefined, hostedPageOrigins: [] };
  const { origin } = new URL(sandbox.url);
  return {
    hosted: createSslcommerzPayments({
      ...sandbox.sslcommerz,
      live: false,
      gatewayUrl: origin,
      isPage: (url) => url.origin === origin,
      // The sandbox posts to this machine only.
      callbacks: callbacks(localUrl),
    }),
    hostedPageOrigins: [origin],
  };
}
