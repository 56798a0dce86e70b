import { and, count, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { accounts, people, sessions, verifications } from '../../database/schema/identity.ts';
import type { Caller } from './caller.ts';

export type Person = typeof people.$inferSelect;

/** The person with this e-mail, given in lower case. */
export async function findPersonByEmail(db: Database, email: string): Promise<Person | undefined> {
  const [person] = await db
    .select()
    .from(people)
    .where(and(eq(people.email, email), isNull(people.deletedAt)));
  return person;
}

/** A person by id, unless they were deleted. */
export async function findPerson(db: Database, id: string): Promise<Person | undefined> {
  const [person] = await db
    .select()
    .from(people)
    .where(and(eq(people.id, id), isNull(people.deletedAt)));
  return person;
}

/** The doctors of a name, the latest first. Case does not count. */
export async function listDoctorsByName(db: Database, name: string): Promise<readonly Person[]> {
  return db
    .select()
    .from(people)
    .where(and(eq(sql`lower(${people.name})`, sql`lower(${name})`), eq(people.isDoctor, true)))
    .orderBy(sql`${people.id} desc`);
}

/** Who is behind a session, while it lives. */
export async function findCallerBySession(
  db: Database,
  session: { sessionId: string; personId: string; now: Date },
): Promise<Omit<Caller, 'via'> | undefined> {
  const [row] = await db
    .select()
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .where(
      and(
        eq(sessions.id, sql.placeholder('sessionId')),
        eq(sessions.personId, sql.placeholder('personId')),
        gt(sessions.expiresAt, sql.placeholder('now')),
        isNull(people.deletedAt),
      ),
    )
    .prepare('caller_by_session')
    .execute(session);
  if (!row) return undefined;
  const { people: person } = row;
  return {
    personId: person.id,
    sessionId: row.sessions.id,
    email: person.email,
    name: person.name,
    photoURL: person.image,
    emailVerified: person.emailVerified,
    isAdmin: person.isAdmin,
    isDoctor: person.isDoctor,
  };
}

/** Notes that this person's address has been shown to be theirs. */
export async function markEmailVerified(db: Database, personId: string): Promise<void> {
  await db.update(people).set({ emailVerified: true, updatedAt: new Date() }).where(eq(people.id, personId));
}

/** Whether the person is a doctor, and that they stay one until this transaction ends. */
export async function lockDoctor(db: Database, personId: string): Promise<boolean> {
  const held = await db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, personId), eq(people.isDoctor, true)))
    .for('share');
  return held.length > 0;
}

/** Makes everyone else who would take an admin away wait until this transaction ends. */
export async function lockAdmins(db: Database): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('admins'), 0)`);
}

export async function countAdmins(db: Database): Promise<number> {
  const [row] = await db.select({ admins: count() }).from(people).where(eq(people.isAdmin, true));
  return row?.admins ?? 0;
}

export type Role = 'isAdmin' | 'isDoctor';

/** Gives or takes a role. Answers whether that changed anything. */
export async function setRole(db: Database, change: { personId: string; role: Role; has: boolean }): Promise<boolean> {
  const { personId, role, has } = change;
  const changed = await db
    .update(people)
    .set({ [role]: has, updatedAt: new Date() })
    .where(and(eq(people.id, personId), isNull(people.deletedAt), eq(people[role], !has)))
    .returning({ id: people.id });
  return changed.length > 0;
}

/** Adds a person. Answers false when the e-mail address is somebody's. */
export async function insertPerson(
  db: Database,
  person: { id: string; name: string; email: string; image: string | null; isDoctor: boolean },
): Promise<boolean> {
  const inserted = await db.insert(people).values(person).onConflictDoNothing().returning({ id: people.id });
  return inserted.length > 0;
}

/** Gives a person a password, in the form in which the identity service looks for it. */
export async function insertPassword(
  db: Database,
  account: { id: string; personId: string; passwordHash: string },
): Promise<void> {
  const { id, personId, passwordHash } = account;
  await db
    .insert(accounts)
    .values({ id, personId, accountId: personId, providerId: 'credential', password: passwordHash });
}

/** The hash of a person's password, if they have one. */
export async function findPasswordHash(db: Database, personId: string): Promise<string | undefined> {
  const [account] = await db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.personId, personId), eq(accounts.providerId, 'credential')));
  return account?.password ?? undefined;
}

export async function listAccounts(db: Database, personId: string) {
  return db
    .select({ providerId: accounts.providerId, createdAt: accounts.createdAt })
    .from(accounts)
    .where(eq(accounts.personId, personId))
    .orderBy(accounts.createdAt);
}

export async function listSessions(db: Database, personId: string) {
  return db.select().from(sessions).where(eq(sessions.personId, personId)).orderBy(sessions.createdAt);
}

/**
 * Deletes a person as far as that can be: what refers to the row keeps it and its name. Sessions, and with them access
 * tokens, ways to sign in and reset links are gone; the e-mail address is free. The row goes first: whoever signs in
 * meanwhile waits for it.
 */
export async function erasePerson(db: Database, { personId, now }: { personId: string; now: Date }): Promise<void> {
  await db
    .update(people)
    .set({
      email: `deleted:${personId}`,
      emailVerified: false,
      image: null,
      isAdmin: false,
      isDoctor: false,
      deletedAt: now,
      updatedAt: now,
    })
    .where(eq(people.id, personId));
  await db.delete(sessions).where(eq(sessions.personId, personId));
  await db.delete(accounts).where(eq(accounts.personId, personId));
  await db.delete(verifications).where(eq(verifications.value, personId));
}
