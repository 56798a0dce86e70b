import type { Logger } from 'pino';
import type { PaymentSettings } from '../../config/payments.ts';
import type { Database } from '../../database/database.ts';
import { findClinic } from './store.ts';

/**
 * Warns the operator if the clinic's rules require online payment but no payment provider is set. The server starts all
 * the same: the clinic still needs its appointments if it loses its provider.
 */
export async function logRuleWithoutPayments(
  db: Database,
  { payments: { cards, hosted }, log }: { payments: PaymentSettings; log: Logger },
): Promise<void> {
  if (cards || hosted || (await findClinic(db)).payment !== 'at-booking') return;
  log.warn(
    "The clinic's rules say that patients pay online when they book, but no payment provider is set: patients must " +
      'pay but cannot, and no unpaid appointment is cancelled. Set the keys of a provider, or let an admin change ' +
      "'Payment' on the page 'Hours and Rules'.",
  );
}
