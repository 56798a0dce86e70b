import { and, eq, gt } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { people, sessions } from '../../database/schema/identity.ts';
import type { Caller } from './caller.ts';

export type Person = typeof people.$inferSelect;

/** The person with this e-mail, given in lower case. */
export async function findPersonByEmail(db: Database, email: string): Promise<Person | undefined> {
  const [person] = await db.select().from(people).where(eq(people.email, email));
  return person;
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
        eq(sessions.id, session.sessionId),
        eq(sessions.personId, session.personId),
        gt(sessions.expiresAt, session.now),
      ),
    );
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

/** Gives or takes the admin role. Answers whether there is such a person. */
export async function setAdmin(db: Database, change: { email: string; isAdmin: boolean }): Promise<boolean> {
  const changed = await db
    .update(people)
    .set({ isAdmin: change.isAdmin, updatedAt: new Date() })
    .where(eq(people.email, change.email))
    .returning({ id: people.id });
  return changed.length > 0;
}
