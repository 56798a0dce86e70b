import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { people, phoneCodes } from '../../database/schema/identity.ts';

type PhoneCode = typeof phoneCodes.$inferSelect;

const { id, personId, phone, sentAt, wrongTries } = phoneCodes;

/** A person's number, and when they confirmed it. Locks the person. */
export async function lockPhone(
  tx: Database,
  whose: string,
): Promise<{ phone: string | null; phoneConfirmedAt: Date | null } | undefined> {
  const [row] = await tx
    .select({ phone: people.phone, phoneConfirmedAt: people.phoneConfirmedAt })
    .from(people)
    .where(and(eq(people.id, whose), isNull(people.deletedAt)))
    .for('update');
  return row;
}

/** When codes were sent to this person or this number since `since`. Holds up others who send one to the number. */
export async function listCodesLocked(
  tx: Database,
  wanted: { personId: string; phone: string; since: Date },
): Promise<readonly PhoneCode[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('phone code'), hashtext(${wanted.phone}))`);
  return tx
    .select()
    .from(phoneCodes)
    .where(and(gt(sentAt, wanted.since), or(eq(personId, wanted.personId), eq(phone, wanted.phone))));
}

export async function insertCode(tx: Database, code: typeof phoneCodes.$inferInsert): Promise<void> {
  await tx.insert(phoneCodes).values(code);
}

export async function findCode(db: Database, codeId: string): Promise<PhoneCode | undefined> {
  const [row] = await db.select().from(phoneCodes).where(eq(id, codeId));
  return row;
}

/** The code that a person got last. */
export async function findLastCode(db: Database, whose: string): Promise<PhoneCode | undefined> {
  const [row] = await db.select().from(phoneCodes).where(eq(personId, whose)).orderBy(desc(sentAt), desc(id)).limit(1);
  return row;
}

export async function countWrongTry(tx: Database, codeId: string): Promise<void> {
  await tx
    .update(phoneCodes)
    .set({ wrongTries: sql`${wrongTries} + 1` })
    .where(eq(id, codeId));
}

export async function markPhoneConfirmed(tx: Database, whose: string, now: Date): Promise<void> {
  await tx.update(people).set({ phoneConfirmedAt: now, updatedAt: now }).where(eq(people.id, whose));
}
