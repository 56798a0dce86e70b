import * as z from 'zod';
import { STRIPE_EVENTS } from '../providers/card-payments/stripe-events.ts';
import { allOrNone } from './all-or-none.ts';
import { ConfigError } from './config-error.ts';
import type { ModeConfig } from './mode.ts';
import { onOff } from './schemas.ts';
import { settingGroup, type ValuesOf } from './setting.ts';

export const PAYMENTS = settingGroup({
  title: 'Payments',
  about:
    'Outside production the sandbox replaces a provider without settings; in production it must be set explicitly. ' +
    'Stripe takes cards: create a webhook endpoint for PUBLIC_URL/api/webhooks/stripe in your account, with the ' +
    `events ${STRIPE_EVENTS.map((type) => `\`${type}\``).join(', ')}. SSLCommerz has the hosted page: for refunds, ` +
    'register the address of this server with them. Set all settings of a provider or none.',
  settings: {
    PAYMENTS: {
      schema: z.enum(['sandbox', 'off'], { error: 'must be sandbox or off' }).optional(),
      about: '`off`: no online payments. `sandbox`: test money, even in production.',
      unset: 'the providers below; outside production, the sandbox for those that are not set',
      example: 'off',
    },
    STRIPE_SECRET_KEY: { schema: z.string().optional(), about: 'The secret key of Stripe.', example: 'sk_live_...' },
    STRIPE_PUBLIC_KEY: {
      schema: z.string().optional(),
      about: 'The publishable key of Stripe, in the same mode.',
      example: 'pk_live_...',
    },
    STRIPE_WEBHOOK_SECRET: {
      schema: z.string().optional(),
      about: 'The signing secret of the webhook.',
      example: 'whsec_...',
    },
    SSLCOMMERZ_STORE_ID: { schema: z.string().optional(), about: 'The id of the store at SSLCommerz.' },
    SSLCOMMERZ_STORE_PASSWORD: { schema: z.string().optional(), about: 'The password of the store.' },
    SSLCOMMERZ_LIVE: {
      schema: onOff.optional(),
      about: 'Whether the store takes real money. `off` is a test store.',
      unset: '`off`',
      example: 'on',
    },
  },
});

/** The provider of card payments: Stripe, the sandbox, or none. */
type CardSettings =
  | {
      readonly from: 'stripe';
      readonly secretKey: string;
      readonly publishableKey: string;
      readonly webhookSecret: string;
      /** Real money. */
      readonly live: boolean;
    }
  | { readonly from: 'sandbox' };

/** The provider of the hosted page: SSLCommerz, the sandbox, or none. */
type HostedSettings =
  | {
      readonly from: 'sslcommerz';
      readonly storeId: string;
      readonly storePassword: string;
      readonly live: boolean;
    }
  | { readonly from: 'sandbox' };

export interface PaymentSettings {
  readonly cards: CardSettings | undefined;
  readonly hosted: HostedSettings | undefined;
}

type Values = ValuesOf<typeof PAYMENTS>;

/**
 * The payment providers that the settings choose. Outside production the sandbox replaces providers without settings;
 * in production only with `PAYMENTS=sandbox`. `PAYMENTS=off`: patients pay at the clinic.
 *
 * @throws ConfigError for an incomplete provider, keys of different modes, and test money in production
 */
export function paymentSettings(env: Values, { production }: Pick<ModeConfig, 'production'>): PaymentSettings {
  const stripe = stripeSettings(env);
  const sslcommerz = sslcommerzSettings(env);
  if (env.PAYMENTS === 'off') {
    const given = (stripe && 'STRIPE_SECRET_KEY') ?? (sslcommerz && 'SSLCOMMERZ_STORE_ID');
    if (given) throw new ConfigError(`${given} is set, but PAYMENTS is off. Remove one of them.`);
    return { cards: undefined, hosted: undefined };
  }
  const testMoney = !production || env.PAYMENTS === 'sandbox';
  if (!testMoney) refuseTestMoney({ stripe, sslcommerz });
  const standIn = testMoney ? ({ from: 'sandbox' } as const) : undefined;
  return { cards: stripe ?? standIn, hosted: sslcommerz ?? standIn };
}

type Stripe = Extract<CardSettings, { from: 'stripe' }>;
type Sslcommerz = Extract<HostedSettings, { from: 'sslcommerz' }>;

function refuseTestMoney({ stripe, sslcommerz }: { stripe: Stripe | undefined; sslcommerz: Sslcommerz | undefined }) {
  if (stripe && !stripe.live) {
    throw new ConfigError(
      'STRIPE_SECRET_KEY is a test key and refused in production (PAYMENTS=sandbox allows test money).',
    );
  }
  if (sslcommerz && !sslcommerz.live) {
    throw new ConfigError('SSLCOMMERZ_LIVE must be on in production (PAYMENTS=sandbox allows test money).');
  }
  if (!stripe && !sslcommerz) {
    throw new ConfigError(
      'STRIPE_SECRET_KEY or SSLCOMMERZ_STORE_ID must be set in production, or PAYMENTS: off for no payments, sandbox for test money.',
    );
  }
}

function stripeSettings(env: Values): Stripe | undefined {
  const keys = allOrNone(env, { all: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLIC_KEY', 'STRIPE_WEBHOOK_SECRET'] });
  if (!keys) return undefined;
  const secretMode = /^[sr]k_(test|live)_/.exec(keys.STRIPE_SECRET_KEY)?.[1];
  const publicMode = /^pk_(test|live)_/.exec(keys.STRIPE_PUBLIC_KEY)?.[1];
  if (secretMode === undefined) throw new ConfigError('STRIPE_SECRET_KEY must begin with sk_live_, sk_test_ or rk_.');
  // A secret key in STRIPE_PUBLIC_KEY would be sent to every browser.
  if (publicMode === undefined) throw new ConfigError('STRIPE_PUBLIC_KEY must begin with pk_live_ or pk_test_.');
  if (!keys.STRIPE_WEBHOOK_SECRET.startsWith('whsec_')) {
    throw new ConfigError('STRIPE_WEBHOOK_SECRET must begin with whsec_.');
  }
  if (secretMode !== publicMode) {
    throw new ConfigError(`STRIPE_SECRET_KEY is a ${secretMode} key and STRIPE_PUBLIC_KEY a ${publicMode} key.`);
  }
  return {
    from: 'stripe',
    secretKey: keys.STRIPE_SECRET_KEY,
    publishableKey: keys.STRIPE_PUBLIC_KEY,
    webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
    live: secretMode === 'live',
  };
}

function sslcommerzSettings(env: Values): Sslcommerz | undefined {
  const store = allOrNone(env, {
    all: ['SSLCOMMERZ_STORE_ID', 'SSLCOMMERZ_STORE_PASSWORD'],
    beside: ['SSLCOMMERZ_LIVE'],
  });
  return (
    store && {
      from: 'sslcommerz',
      storeId: store.SSLCOMMERZ_STORE_ID,
      storePassword: store.SSLCOMMERZ_STORE_PASSWORD,
      live: env.SSLCOMMERZ_LIVE === 'on',
    }
  );
}
