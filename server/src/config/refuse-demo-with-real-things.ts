import { ConfigError } from './config-error.ts';
import type { PaymentSettings } from './payments.ts';
import type { TextSettings } from './text-messages.ts';

const WAY_OUT = 'set NODE_ENV=production for a real clinic, or DEMO=off';

/**
 * Refuses a demo on a database that may not be its own, with real money, or with text messages to
 * real telephones: the demo's passwords are known.
 */
export function refuseDemoWithRealThings(found: {
  databaseUrl: string | undefined;
  payments: PaymentSettings;
  texts: TextSettings;
}): void {
  const { databaseUrl, payments, texts } = found;
  if (databaseUrl !== undefined) {
    throw new ConfigError(`DATABASE_URL is refused in a demo, which would add invented people to it: ${WAY_OUT}.`);
  }
  if (payments.cards?.from === 'stripe' && payments.cards.live) {
    throw new ConfigError(`STRIPE_SECRET_KEY is a live key and refused in a demo: ${WAY_OUT}.`);
  }
  if (payments.hosted?.from === 'sslcommerz' && payments.hosted.live) {
    throw new ConfigError(`SSLCOMMERZ_LIVE=on is refused in a demo: ${WAY_OUT}.`);
  }
  if (texts.service?.from === 'twilio') {
    throw new ConfigError(`TWILIO_ACCOUNT_SID is refused in a demo: ${WAY_OUT}.`);
  }
}
