import type { Database } from '../../database/database.ts';
import { findPersonByEmail, setRole } from '../identity/index.ts';
import { publish } from '../live/index.ts';

/** Makes an admin without asking one: for whoever holds the machine. Answers false when nobody has this e-mail address. */
export function makeAdmin(db: Database, email: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const person = await findPersonByEmail(tx, email);
    if (!person) return false;
    const { id: personId, isDoctor } = person;
    if (await setRole(tx, { personId, role: 'isAdmin', has: true })) {
      await publish(tx, { to: [personId], event: { type: 'role', isAdmin: true, isDoctor } });
    }
    return true;
  });
}
