import type { Database } from '../../database/database.ts';
import { hasAccount, listPeople } from '../identity/index.ts';

/**
 * The people treated who have an account of their own, while the appointment is under the account of somebody else, who
 * looked after them when it was booked. They are reminded and told of changes, too.
 */
export async function listTreatedWithAccount(
  db: Database,
  bookings: readonly { readonly patientId: string; readonly treatedId: string }[],
): Promise<ReadonlySet<string>> {
  const ofOthers = bookings.filter(({ patientId, treatedId }) => treatedId !== patientId);
  const people = await listPeople(
    db,
    ofOthers.map(({ treatedId }) => treatedId),
  );
  return new Set([...people.values()].filter(hasAccount).map(({ id }) => id));
}
