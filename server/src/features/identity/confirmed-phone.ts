import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { people } from '../../database/schema/identity.ts';

/**
 * Whether text messages may go to a person: they have confirmed their number with a code, and have not answered STOP
 * since. It does not say whether the clinic sends text messages at all.
 */
export async function mayText(db: Database, personId: string): Promise<boolean> {
  const found = await db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, personId), isNotNull(people.phoneConfirmedAt), isNull(people.deletedAt)));
  return found.length > 0;
}

/** Whoever answers STOP gets no more text messages, whoever has the number, until somebody confirms it again. */
export async function unconfirmPhone(db: Database, phone: string): Promise<void> {
  await db.update(people).set({ phoneConfirmedAt: null }).where(eq(people.phone, phone));
}
