import type { Logger } from 'pino';
import type { PaymentSettings } from '../../config/payments.ts';
import type { Database } from '../../database/database.ts';
import { findClinic } from './store.ts';

/**
 * Tells the operator that the clinic's rules ask for a payment that nobody takes. It is no refusal to start: a clinic may
 * lose its provider, and its appointments stay.
 */
export async function logRuleWithoutPayments(
  db: Database,
  { payments: { cards, hosted }, log }: { payments: PaymentSettings; log: Logger },
): Promise<void> {
  if (cards || hosted || (await findClinic(db)).payment !== 'at-booking') return;
  log.warn(
    "The clinic's rules say that patients pay online when they book, but no payment provider is set: patients are told " +
      'to pay and cannot, and no unpaid appointment is cancelled. Set the keys of a provider, or let an admin change ' +
      "'Payment' on the page 'Hours and Rules'.",
  );
}
