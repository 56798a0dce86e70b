import type { Database } from '../../database/database.ts';
import { publish } from '../live/index.ts';
import { updatePaid } from './store.ts';

/**
 * Says whether a booking is paid, and tells its patient. Only payments call it, in the transaction in which a payment is
 * kept or given back.
 */
export async function setPaid(tx: Database, change: { bookingId: string; paid: boolean }): Promise<void> {
  const { bookingId } = change;
  const changed = await updatePaid(tx, change);
  if (changed) await publish(tx, { to: [changed.patientId], event: { type: 'booking', bookingId } });
}
