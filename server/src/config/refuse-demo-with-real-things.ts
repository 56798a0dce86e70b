import { ConfigError } from './config-error.ts';
import type { PaymentSettings } from './payments.ts';

const WAY_OUT = 'set NODE_ENV=production for a real clinic, or DEMO=off';

/** Refuses a demo on a database that may not be its own, or with real money. */
export function refuseDemoWithRealThings(found: { databaseUrl: string | undefined; payments: PaymentSettings }): void {
  const { databaseUrl, payments } = found;
  if (databaseUrl !== undefined) {
    throw new ConfigError(`DATABASE_URL is refused in a demo, which would add invented people to it: ${WAY_OUT}.`);
  }
  if (payments.cards?.from === 'stripe' && payments.cards.live) {
    throw new ConfigError(`STRIPE_SECRET_KEY is a live key and refused in a demo: ${WAY_OUT}.`);
  }
  if (payments.hosted?.from === 'sslcommerz' && payments.hosted.live) {
    throw new ConfigError(`SSLCOMMERZ_LIVE=on is refused in a demo: ${WAY_OUT}.`);
  }
}
