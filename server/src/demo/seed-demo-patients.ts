import { and, asc, eq, isNull, notInArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { addressless, demoRows, people } from '../database/schema/index.ts';
import { DEMO_ACCOUNTS } from './accounts.ts';
import { markAsDemo } from './demo-rows.ts';
import { DEMO_PATIENTS, type DemoPatient } from './patients.ts';

/** An invented patient, with the account that their appointments are under. */
export interface SeededPatient {
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
  /** Empty for somebody without an account. */
  readonly email: string;
  readonly phone: string;
}

/** The invented patients in the order of `DEMO_PATIENTS`. Creates them at the first start. */
export async function ensureDemoPatients(
  db: Database,
  { now }: { now: Date },
): Promise<{ adults: readonly SeededPatient[]; children: readonly SeededPatient[] }> {
  let found = await listDemoPatients(db);
  if (found.length === 0) {
    await insertDemoPatients(db, now);
    found = await listDemoPatients(db);
  }
  const isChild = ({ relation }: (typeof found)[number]) => relation === 'child';
  return { adults: found.filter((one) => !isChild(one)), children: found.filter(isChild) };
}

async function listDemoPatients(db: Database) {
  const account = alias(people, 'account');
  return db
    .select({
      id: people.id,
      name: people.name,
      relation: people.relation,
      accountId: account.id,
      email: sql<string>`case when ${account.email} like '%@%' then ${account.email} else '' end`,
      phone: sql<string>`coalesce(${account.phone}, '')`,
    })
    .from(people)
    .innerJoin(demoRows, eq(demoRows.id, people.id))
    .innerJoin(account, eq(account.id, sql`coalesce(${people.guardianId}, ${people.id})`))
    .where(
      and(
        isNull(people.deletedAt),
        eq(people.isDoctor, false),
        notInArray(
          people.email,
          DEMO_ACCOUNTS.map(({ email }) => email),
        ),
      ),
    )
    .orderBy(asc(people.id));
}

function insertDemoPatients(db: Database, now: Date): Promise<void> {
  // Ids in this order.
  const wanted = DEMO_PATIENTS.map((patient) => ({ ...patient, id: uuidv7() }));
  return db.transaction(async (tx) => {
    const opened = await tx
      .insert(people)
      .values(wanted.flatMap((one) => (one.email === undefined ? [] : rowOf(one, { now }))))
      // The address is somebody's already.
      .onConflictDoNothing()
      .returning({ id: people.id, email: people.email });
    const accounts = new Map(opened.map(({ id, email }) => [email, id]));
    const others = await tx
      .insert(people)
      .values(
        wanted.flatMap((one) => {
          if (one.email !== undefined) return [];
          const guardianId = one.guardian && accounts.get(one.guardian.email);
          return one.guardian && guardianId === undefined ? [] : rowOf(one, { now, guardianId });
        }),
      )
      .returning({ id: people.id });
    await markAsDemo(tx, [...opened, ...others]);
  });
}

function rowOf(
  { id, name, email, phone, age, guardian }: DemoPatient & { readonly id: string },
  { now, guardianId }: { now: Date; guardianId?: string | undefined },
): typeof people.$inferInsert {
  const month = 1 + ((age * 5 + name.length) % 12);
  return {
    id,
    name,
    email: email ?? addressless(id),
    emailVerified: email !== undefined,
    phone: phone ?? null,
    dateOfBirth: `${now.getUTCFullYear() - 1 - age}-${String(month).padStart(2, '0')}-${String(1 + (name.length % 28)).padStart(2, '0')}`,
    ...(guardian && { guardianId, relation: guardian.relation }),
  };
}
