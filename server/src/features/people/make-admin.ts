import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { findPersonByEmail, setRole } from '../identity/index.ts';
import { promotionRefusal } from './rules.ts';

/** Makes a person an admin without asking one: for the operator's command. The address must be confirmed. */
export function makeAdmin(
  db: Database,
  { email, now }: { email: string; now: Date },
): Promise<'made' | 'nobody' | 'unconfirmed'> {
  return inTransaction(db, async (tx) => {
    const person = await findPersonByEmail(tx, email);
    if (!person) return 'nobody';
    const { id: personId, isAdmin, emailVerified } = person;
    if (promotionRefusal({ has: isAdmin, emailVerified })) return 'unconfirmed';
    await setRole(tx, { personId, role: 'isAdmin', has: true, now });
    return 'made';
  });
}
