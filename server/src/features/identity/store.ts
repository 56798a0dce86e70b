import { and, eq, isNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../../call/caller.ts';
import type { Database } from '../../database/database.ts';
import { inGroups } from '../../database/in-groups.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { clinic } from '../../database/schema/clinic.ts';
import {
  accounts,
  isUnclaimed,
  passkeys,
  people,
  peopleCounts,
  sessions,
  twoFactors,
  verifications,
} from '../../database/schema/identity.ts';
import { violatedConstraint } from '../../database/violated-constraint.ts';

export type Person = typeof people.$inferSelect;

/** How many sessions are looked up at once at most. */
const MOST_SESSIONS = 100;

interface AskedSession {
  readonly sessionId: string;
  readonly personId: string;
  readonly now: Date;
}

/**
 * Finds the person of a live session. Every request with an access token asks, so those that ask at the same moment share
 * a statement, which begins after each of them has asked.
 */
export function findingCallersBySession(
  db: Database,
): (session: AskedSession) => Promise<Omit<Caller, 'via'> | undefined> {
  // The lateral joins make PostgreSQL look up each id by the indexes. It would otherwise read both tables whole if its statistics
  // say that they are small, as in a new database. `(select …)` hides the length of the list, so one plan serves all lengths.
  const session = db
    .select({ id: sessions.id, personId: sessions.personId, expiresAt: sessions.expiresAt })
    .from(sessions)
    .where(sql`${sessions.id} = asked.id`)
    .limit(1)
    .as('session');
  const person = db
    .select({
      email: people.email,
      name: people.name,
      photoURL: people.image,
      phone: people.phone,
      emailVerified: people.emailVerified,
      isAdmin: people.isAdmin,
      isDoctor: people.isDoctor,
      isFrontDesk: people.isFrontDesk,
      hasSecondFactor: people.twoFactorEnabled,
    })
    .from(people)
    .where(and(eq(people.id, session.personId), isNull(people.deletedAt)))
    .limit(1)
    .as('person');
  const callersBySession = db
    .select()
    .from(sql`unnest((select ${sql.placeholder('ids')}::uuid[])) as asked (id)`)
    .innerJoinLateral(session, sql`true`)
    .innerJoinLateral(person, sql`true`)
    .prepare('callers_by_session');

  return inGroups(
    async (asked: readonly AskedSession[]) => {
      const ids = [...new Set(asked.map(({ sessionId }) => sessionId))];
      const found = await callersBySession.execute({ ids });
      const bySession = new Map(found.map((one) => [one.session.id, one]));
      return asked.map(({ sessionId, personId, now }) => {
        const one = bySession.get(sessionId);
        if (one?.session.personId !== personId || one.session.expiresAt <= now) return undefined;
        return { ...one.person, personId, sessionId };
      });
    },
    { most: MOST_SESSIONS },
  );
}

/** Saves the phone number that a person gave last, as `readPhone` reads it; '' removes it. Returns whether it is another one. */
export async function setPhone(
  db: Database,
  { personId, phone: given, now }: { personId: string; phone: string; now: Date },
): Promise<boolean> {
  const phone = given || null;
  const { rowCount } = await db
    .update(people)
    .set({ phone, updatedAt: now })
    .where(
      and(eq(people.id, personId), isNull(people.deletedAt), sql`${people.phone} is distinct from ${phone}::text`),
    );
  return rowCount === 1;
}

/** Marks this person's address as confirmed. Returns false if it was already. */
export async function markEmailVerified(
  db: Database,
  { personId, now }: { personId: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db
    .update(people)
    .set({ emailVerified: true, updatedAt: now })
    .where(and(eq(people.id, personId), eq(people.emailVerified, false)));
  return rowCount === 1;
}

/** Gives somebody another, confirmed address. Returns false if it is somebody else's, or if theirs is not `from` any more. */
export async function replaceEmail(
  tx: Database,
  { personId, from, to, now }: { personId: string; from: string; to: string; now: Date },
): Promise<boolean> {
  try {
    const { rowCount } = await tx.transaction((savepoint) =>
      savepoint
        .update(people)
        .set({ email: to, emailVerified: true, updatedAt: now })
        .where(and(eq(people.id, personId), eq(people.email, from), isNull(people.deletedAt))),
    );
    return rowCount === 1;
  } catch (error) {
    if (violatedConstraint(error) === 'one_person_per_email') return false;
    throw error;
  }
}

export type Role = 'isAdmin' | 'isDoctor' | 'isFrontDesk';

/** Gives or removes a role. Returns the person if that changed anything. */
export async function updateRole(
  db: Database,
  change: { personId: string; role: Role; has: boolean; now: Date },
): Promise<Person | undefined> {
  const { personId, role, has, now } = change;
  const [changed] = await db
    .update(people)
    .set({ [role]: has, updatedAt: now })
    .where(and(eq(people.id, personId), isNull(people.deletedAt), eq(people[role], !has)))
    .returning();
  return changed;
}

/** Adds a person. Returns false if the email address is taken. */
export async function insertPerson(db: Database, person: typeof people.$inferInsert): Promise<boolean> {
  const { rowCount } = await db.insert(people).values(person).onConflictDoNothing();
  return rowCount === 1;
}

/**
 * Changes what is recorded about somebody who has not used an account yet. With an address, they have an account from now
 * on, and nobody looks after them any more. The address is unconfirmed until they use it.
 */
export async function updateUnclaimedPerson(
  tx: Database,
  change: {
    id: string;
    name: string | undefined;
    email: string | undefined;
    /** As `readPhone` reads it, or ''. */
    phone: string | undefined;
    /** 'YYYY-MM-DD', or '' to remove it. */
    dateOfBirth: string | undefined;
    now: Date;
  },
): Promise<'saved' | 'not-found' | 'email-taken'> {
  const { id, name, email, phone, dateOfBirth, now } = change;
  // Somebody who is looked after always has a date of birth.
  const known = sql`case when ${people.guardianId} is not null then ${people.dateOfBirth} end`;
  try {
    const { rowCount } = await tx.transaction((savepoint) =>
      savepoint
        .update(people)
        .set({
          name,
          phone: phone === '' ? null : phone,
          dateOfBirth: dateOfBirth === '' ? known : dateOfBirth,
          updatedAt: now,
          ...(email !== undefined && { email, guardianId: null, relation: null }),
        })
        .where(and(eq(people.id, id), isNull(people.deletedAt), isUnclaimed)),
    );
    return rowCount === 1 ? 'saved' : 'not-found';
  } catch (error) {
    if (violatedConstraint(error) === 'one_person_per_email') return 'email-taken';
    throw error;
  }
}

/**
 * Gives an account the number and the date of birth of another record of its owner, where it has none. The number of somebody
 * with a second factor is changed by them only, because the clinic may call it before it resets that.
 */
export async function completePerson(
  tx: Database,
  { id, phone, dateOfBirth, now }: Pick<Person, 'id' | 'phone' | 'dateOfBirth'> & { now: Date },
): Promise<void> {
  await tx
    .update(people)
    .set({
      phone: sql`coalesce(${people.phone}, case when not ${people.twoFactorEnabled} then ${phone} end)`,
      dateOfBirth: sql`coalesce(${people.dateOfBirth}, ${dateOfBirth})`,
      updatedAt: now,
    })
    .where(eq(people.id, id));
}

const selectPasswordHash = (db: Database, personId: string) =>
  db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.personId, personId), eq(accounts.providerId, 'credential')));

/** The hash of a person's password, if they have one. */
export async function findPasswordHash(db: Database, personId: string): Promise<string | undefined> {
  const [account] = await selectPasswordHash(db, personId);
  return account?.password ?? undefined;
}

/**
 * Whether this is the hash of the person's password, or they have none and none is given. Locks: it stays so until this
 * transaction ends, if the person is locked too.
 */
export async function keepPasswordHash(
  tx: Database,
  { personId, hash }: { personId: string; hash: string | undefined },
): Promise<boolean> {
  const [account] = await selectPasswordHash(tx, personId).for('share');
  return (account?.password ?? undefined) === hash;
}

/** Whether the person still has this session; locks it until this transaction ends. */
export async function keepSession(
  tx: Database,
  { personId, sessionId }: { personId: string; sessionId: string },
): Promise<boolean> {
  const kept = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.personId, personId)))
    .for('share');
  return kept.length > 0;
}

/** Sets or replaces a person's password where the identity service looks for it. */
export async function setPassword(
  tx: Database,
  { personId, passwordHash: password, now: updatedAt }: { personId: string; passwordHash: string; now: Date },
): Promise<void> {
  await tx
    .insert(accounts)
    .values({ id: uuidv7(), personId, accountId: personId, providerId: 'credential', password })
    .onConflictDoUpdate({ target: [accounts.providerId, accounts.accountId], set: { password, updatedAt } });
}

/** Replaces a hash of a password that is still the person's. Returns false if it is not. */
export async function updatePassword(
  db: Database,
  change: { personId: string; from: string; to: string; now: Date },
): Promise<boolean> {
  const { personId, from, to, now } = change;
  const { rowCount } = await db
    .update(accounts)
    .set({ password: to, updatedAt: now })
    .where(and(eq(accounts.personId, personId), eq(accounts.providerId, 'credential'), eq(accounts.password, from)));
  return rowCount === 1;
}

/**
 * Replaces a hash by another one of the same password, unless the person has another password by now. Triggers that react to a new
 * password are told.
 */
export async function renewPasswordHash(
  db: Database,
  change: { personId: string; from: string; to: string; now: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select set_config('openhours.same_password', 'on', true)`);
    await updatePassword(tx, change);
  });
}

/** Adds a short-lived token, which the identity service finds by its `identifier`. */
export async function insertVerification(tx: Database, token: typeof verifications.$inferInsert): Promise<void> {
  await tx.insert(verifications).values(token);
}

export async function listAccounts(db: Database, personId: string) {
  return db
    .select({ providerId: accounts.providerId, accountId: accounts.accountId, createdAt: accounts.createdAt })
    .from(accounts)
    .where(eq(accounts.personId, personId))
    .orderBy(accounts.createdAt);
}

/** A person's sessions, without their tokens. */
export async function listSessions(db: Database, personId: string) {
  const { ipAddress, userAgent, createdAt, expiresAt } = sessions;
  return db
    .select({ ipAddress, userAgent, createdAt, expiresAt })
    .from(sessions)
    .where(eq(sessions.personId, personId))
    .orderBy(createdAt);
}

/**
 * Deletes the data of a person and of everybody whom they look after, and their ways to sign in. The rows and the names stay
 * for what refers to them; the email addresses become free. The row is locked first: a sign-in at the same moment waits, and
 * then finds nobody. Somebody who gets their own account at the same moment is no longer looked after, and stays. Returns the ids
 * of all who were erased.
 */
export async function erasePerson(
  db: Database,
  { personId, now }: { personId: string; now: Date },
): Promise<readonly string[]> {
  const erased: string[] = [];
  for (const isDeleted of [eq(people.id, personId), eq(people.guardianId, personId)]) {
    const rows = await db
      .update(people)
      .set({
        email: sql`'deleted:' || ${people.id}`,
        image: null,
        phone: null,
        dateOfBirth: null,
        guardianId: null,
        relation: null,
        isAdmin: false,
        isDoctor: false,
        isFrontDesk: false,
        deletedAt: now,
        updatedAt: now,
      })
      .where(isDeleted)
      .returning({ id: people.id });
    erased.push(...rows.map(({ id }) => id));
  }
  await db.delete(sessions).where(eq(sessions.personId, personId));
  await db.delete(accounts).where(eq(accounts.personId, personId));
  await db.delete(passkeys).where(eq(passkeys.personId, personId));
  await db.delete(twoFactors).where(eq(twoFactors.personId, personId));
  await db.delete(verifications).where(eq(verifications.value, personId));
  return erased;
}

/** The names that everybody who knows the clinic knows: its own and its doctors'. */
export async function listPublicNames(db: Database): Promise<readonly string[]> {
  const rows = await db
    .select({ name: clinic.name })
    .from(clinic)
    .union(db.select({ name: people.name }).from(people).where(eq(people.isDoctor, true)));
  return rows.map(({ name }) => name);
}

/** Replaces what was counted by its sum. Any number of nodes may do it at once, while people get accounts. */
export async function sumPeopleCounts(db: Database): Promise<void> {
  await db.execute(sql`
    with counted as (delete from ${peopleCounts} returning people)
    insert into ${peopleCounts} (people) select sum(people) from counted having count(*) > 0`);
}
