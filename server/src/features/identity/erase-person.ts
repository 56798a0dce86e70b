import type { Database } from '../../database/database.ts';
import { deleteSignInMethods, markDeleted } from './store.ts';

/**
 * Deletes a person's data. The row and the name stay for what refers to them; the email address becomes free. The row
 * is locked first: a sign-in at the same moment waits, and then finds nobody. The people whom they look after go too.
 */
export async function erasePerson(tx: Database, { personId, now }: { personId: string; now: Date }): Promise<void> {
  await markDeleted(tx, { personId, now });
  await deleteSignInMethods(tx, personId);
}
