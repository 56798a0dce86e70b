/** Who takes cards: Stripe, the sandbox in its place, or nobody. */
export type CardSettings =
  | {
      readonly from: 'stripe';
      readonly secretKey: string;
      readonly publishableKey: string;
      readonly webhookSecret: string;
      /** Real money. */
      readonly live: boolean;
    }
  | { readonly from: 'sandbox' };

/** Whose hosted page there is: SSLCommerz, the sandbox in its place, or none. */
export type HostedSettings =
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

/** The settings by the names of `.env.example`. */
export interface PaymentEnvironment {
  readonly PAYMENTS?: 'sandbox' | 'off' | undefined;
  readonly STRIPE_SECRET_KEY?: string | undefined;
  readonly STRIPE_PUBLIC_KEY?: string | undefined;
  readonly STRIPE_WEBHOOK_SECRET?: string | undefined;
  readonly SSLCOMMERZ_STORE_ID?: string | undefined;
  readonly SSLCOMMERZ_STORE_PASSWORD?: string | undefined;
  readonly SSLCOMMERZ_LIVE?: 'on' | 'off' | undefined;
}

const STRIPE = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLIC_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const SSLCOMMERZ = ['SSLCOMMERZ_STORE_ID', 'SSLCOMMERZ_STORE_PASSWORD'] as const;

/**
 * Who takes payments, by the settings. Half of a provider's settings, keys of different modes, and test money in
 * production are faults, told as a sentence for the operator. Outside production the sandbox takes every place that no
 * setting fills; in production only where `PAYMENTS=sandbox` names it. `PAYMENTS=off`: the clinic is paid at its desk.
 */
export function paymentSettings(
  env: PaymentEnvironment,
  { production }: { production: boolean },
): { settings: PaymentSettings } | { fault: string } {
  for (const names of [STRIPE, SSLCOMMERZ]) {
    const missing = names.find((name) => env[name] === undefined);
    const given = names.find((name) => env[name] !== undefined);
    if (missing !== undefined && given !== undefined)
      return { fault: `${missing} must be set together with ${given}.` };
  }
  if (env.SSLCOMMERZ_LIVE !== undefined && env.SSLCOMMERZ_STORE_ID === undefined) {
    return { fault: 'SSLCOMMERZ_STORE_ID must be set together with SSLCOMMERZ_LIVE.' };
  }

  if (env.PAYMENTS === 'off') {
    const given = [...STRIPE, ...SSLCOMMERZ].find((name) => env[name] !== undefined);
    if (given !== undefined) return { fault: `${given} is set, and PAYMENTS is off. Leave one of them out.` };
    return { settings: { cards: undefined, hosted: undefined } };
  }

  const mayTest = !production || env.PAYMENTS === 'sandbox';
  const stripe = stripeSettings(env);
  if (stripe && 'fault' in stripe) return stripe;
  if (stripe && !stripe.live && !mayTest) {
    return {
      fault: 'STRIPE_SECRET_KEY is a test key and refused in production (PAYMENTS=sandbox asks for it by name).',
    };
  }
  const sslcommerz = sslcommerzSettings(env);
  if (sslcommerz && !sslcommerz.live && !mayTest) {
    return { fault: 'SSLCOMMERZ_LIVE must be on in production (PAYMENTS=sandbox asks for test money by name).' };
  }
  if (!stripe && !sslcommerz && !mayTest) {
    return {
      fault:
        'STRIPE_SECRET_KEY or SSLCOMMERZ_STORE_ID must be set in production, or PAYMENTS: off for none, sandbox for no real money.',
    };
  }
  const standIn = mayTest ? ({ from: 'sandbox' } as const) : undefined;
  return { settings: { cards: stripe ?? standIn, hosted: sslcommerz ?? standIn } };
}

function stripeSettings(
  env: PaymentEnvironment,
): Extract<CardSettings, { from: 'stripe' }> | { fault: string } | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLIC_KEY: publishableKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  if (secretKey === undefined || publishableKey === undefined || webhookSecret === undefined) return undefined;
  const secretMode = /^[sr]k_(test|live)_/.exec(secretKey)?.[1];
  const publicMode = /^pk_(test|live)_/.exec(publishableKey)?.[1];
  if (secretMode === undefined) return { fault: 'STRIPE_SECRET_KEY must begin with sk_live_, sk_test_ or rk_.' };
  // A secret key in the place of the public one would be sent to every browser.
  if (publicMode === undefined) return { fault: 'STRIPE_PUBLIC_KEY must begin with pk_live_ or pk_test_.' };
  if (!webhookSecret.startsWith('whsec_')) return { fault: 'STRIPE_WEBHOOK_SECRET must begin with whsec_.' };
  if (secretMode !== publicMode) {
    return { fault: `STRIPE_SECRET_KEY is a ${secretMode} key and STRIPE_PUBLIC_KEY a ${publicMode} key.` };
  }
  return { from: 'stripe', secretKey, publishableKey, webhookSecret, live: secretMode === 'live' };
}

function sslcommerzSettings(env: PaymentEnvironment): Extract<HostedSettings, { from: 'sslcommerz' }> | undefined {
  const { SSLCOMMERZ_STORE_ID: storeId, SSLCOMMERZ_STORE_PASSWORD: storePassword } = env;
  if (storeId === undefined || storePassword === undefined) return undefined;
  return { from: 'sslcommerz', storeId, storePassword, live: env.SSLCOMMERZ_LIVE === 'on' };
}
