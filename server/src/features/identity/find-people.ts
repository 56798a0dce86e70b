import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { isStaff } from '../../call/caller.ts';
import { problemError } from '../../call/problems.ts';
import { anyOf } from '../../database/any-of.ts';
import type { Database } from '../../database/database.ts';
import { prepared } from '../../database/prepared.ts';
import { people } from '../../database/schema/identity.ts';
import { findSecondFactorRule } from './second-factor-store.ts';
import type { Person, Role } from './store.ts';

/** The person with this email address, given in lower case. */
export async function findPersonByEmail(db: Database, email: string): Promise<Person | undefined> {
  const [person] = await db
    .select()
    .from(people)
    .where(and(eq(people.email, email), isNull(people.deletedAt)));
  return person;
}

const personById = prepared((db) =>
  db
    .select()
    .from(people)
    .where(and(eq(people.id, sql.placeholder('id')), isNull(people.deletedAt)))
    .prepare('person'),
);

/** A person by id, unless deleted. */
export async function findPerson(db: Database, id: string): Promise<Person | undefined> {
  const [person] = await personById(db).execute({ id });
  return person;
}

/** People by their ids, without those who are deleted. */
export async function listPeople(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(people)
    .where(and(sql`${people.id} = ${anyOf(ids)}`, isNull(people.deletedAt)));
  return new Map(rows.map((person) => [person.id, person]));
}

/** The member of the staff whom a message is to, or why it is not sent. */
export async function findStaffRecipient(
  db: Database,
  { personId }: { personId: string | null },
): Promise<Person | { readonly notSent: string }> {
  const person = personId === null ? undefined : await findPerson(db, personId);
  if (!person || !isStaff(person)) return { notSent: 'The recipient does not work here any more.' };
  if (!person.twoFactorEnabled && (await findSecondFactorRule(db))) {
    return { notSent: 'The recipient has no second factor, which the clinic requires.' };
  }
  return person;
}

/** The doctors with a name, newest first. Case is ignored. */
export async function listDoctorsByName(db: Database, name: string): Promise<readonly Person[]> {
  return db
    .select()
    .from(people)
    .where(and(eq(sql`lower(${people.name})`, sql`lower(${name})`), eq(people.isDoctor, true)))
    .orderBy(sql`${people.id} desc`);
}

export async function countAdmins(db: Database): Promise<number> {
  return db.$count(people, eq(people.isAdmin, true));
}

export async function listAdminIds(db: Database): Promise<readonly string[]> {
  const admins = await db.select({ id: people.id }).from(people).where(eq(people.isAdmin, true));
  return admins.map(({ id }) => id);
}

/** Those who see all appointments: the front desk and admins. */
export async function listDeskIds(db: Database): Promise<readonly string[]> {
  const desk = await db
    .select({ id: people.id })
    .from(people)
    .where(or(eq(people.isAdmin, true), eq(people.isFrontDesk, true)));
  return desk.map(({ id }) => id);
}

/** The staff without a second factor. */
export async function listStaffWithoutSecondFactor(db: Database) {
  const { id, isAdmin, isDoctor, isFrontDesk } = people;
  return db
    .select({ id, isAdmin, isDoctor, isFrontDesk })
    .from(people)
    .where(and(or(eq(isAdmin, true), eq(isDoctor, true), eq(isFrontDesk, true)), eq(people.twoFactorEnabled, false)));
}

/** The number of admins. Locks: nobody else can remove one until this transaction ends. */
export async function lockAdmins(db: Database): Promise<number> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('admins'), 0)`);
  return countAdmins(db);
}

/** Whether there is such a person. Locks them until this transaction ends, so that it stays so. */
async function locked(
  tx: Database,
  such: SQL | undefined,
  strength: 'key share' | 'share' | 'update',
): Promise<boolean> {
  const found = await tx.select({ id: people.id }).from(people).where(such).for(strength);
  return found.length > 0;
}

const existing = (personId: string) => and(eq(people.id, personId), isNull(people.deletedAt));

/** Whether the person exists; they are not deleted until this transaction ends. */
export function keepPerson(tx: Database, personId: string): Promise<boolean> {
  return locked(tx, existing(personId), 'key share');
}

/** Whether the person exists. No other transaction changes or locks the row until this one ends. */
export function lockPerson(tx: Database, personId: string): Promise<boolean> {
  return locked(tx, existing(personId), 'update');
}

/** Whether this is the person's address, and stays it until this transaction ends. */
export function keepAddress(tx: Database, { personId, email }: { personId: string; email: string }): Promise<boolean> {
  return locked(tx, and(eq(people.id, personId), eq(people.email, email)), 'key share');
}

/** Refuses a change by somebody who is no longer an admin. Locks: they stay one until this transaction ends. */
export async function requireAdmin(tx: Database, { personId }: { personId: string }): Promise<void> {
  if (!(await lockInRole(tx, { personId, role: 'isAdmin' }))) throw problemError('FORBIDDEN');
}

/** Whether the person has a role, and keeps it until this transaction ends. */
export function lockInRole(tx: Database, { personId, role }: { personId: string; role: Role }): Promise<boolean> {
  return locked(tx, and(eq(people.id, personId), eq(people[role], true)), 'share');
}
