import { randomInt } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { accounts, demoRows, people, sessions } from '../database/schema/index.ts';
import { checkPassword } from '../features/identity/check-password.ts';
import { hashPassword, hashPublicPassword } from '../features/identity/password-hash.ts';
import { setPassword } from '../features/identity/store.ts';
import { DEMO_ACCOUNTS, KNOWN_PASSWORD } from './accounts.ts';
import { markAsDemo } from './demo-rows.ts';

/** A demo account, to be printed. */
export interface DemoAccount {
  readonly email: string;
  readonly what: string;
  /** Undefined if it was set at an earlier start: only its hash is stored. */
  readonly password: string | undefined;
}

/**
 * Creates missing demo accounts. If others can reach the server, passwords are random, and known passwords of existing
 * accounts are replaced. A real account with one of the addresses is left alone.
 */
export async function ensureDemoAccounts(
  db: Database,
  { openToOthers }: { openToOthers: boolean },
): Promise<readonly DemoAccount[]> {
  const present = await listDemoAccounts(db);
  const ways: DemoAccount[] = [];
  for (const account of DEMO_ACCOUNTS) {
    const { email, what } = account;
    const personId = present.get(email);
    if (personId === undefined) {
      const password = openToOthers ? randomPassword() : KNOWN_PASSWORD;
      if (await insertAccount(db, { ...account, password })) ways.push({ email, what, password });
    } else if (await hasKnownPassword(db, personId)) {
      ways.push({ email, what, password: openToOthers ? await replacePassword(db, personId) : KNOWN_PASSWORD });
    } else ways.push({ email, what, password: undefined });
  }
  return ways;
}

/**
 * Sets random passwords for the demo accounts and ends their sessions. Never the known password: the caller is another
 * process than the server, and cannot know who reaches that.
 */
export async function renewDemoPasswords(db: Database): Promise<readonly DemoAccount[]> {
  const present = await listDemoAccounts(db);
  const ways: DemoAccount[] = [];
  for (const { email, what } of DEMO_ACCOUNTS) {
    const personId = present.get(email);
    if (personId === undefined) continue;
    ways.push({ email, what, password: await replacePassword(db, personId) });
  }
  return ways;
}

/** The demo accounts by email address: only those that the demo created. */
async function listDemoAccounts(db: Database): Promise<ReadonlyMap<string, string>> {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email);
  const found = await db
    .select({ email: people.email, id: people.id })
    .from(people)
    .innerJoin(demoRows, eq(demoRows.id, people.id))
    .where(inArray(people.email, emails));
  return new Map(found.map(({ email, id }) => [email, id]));
}

/** Returns false if the address is someone else's. */
async function insertAccount(
  db: Database,
  account: (typeof DEMO_ACCOUNTS)[number] & { readonly password: string },
): Promise<boolean> {
  const { email, name, image, what, password } = account;
  const passwordHash = await (password === KNOWN_PASSWORD ? hashPublicPassword : hashPassword)(password);
  return db.transaction(async (tx) => {
    const roles = { isAdmin: what === 'admin', isDoctor: what === 'doctor' };
    const person = { id: uuidv7(), email, emailVerified: true, name, image, ...roles };
    const made = await tx.insert(people).values(person).onConflictDoNothing().returning({ id: people.id });
    if (made.length === 0) return false;
    await setPassword(tx, { personId: person.id, passwordHash, now: new Date() });
    await markAsDemo(tx, made);
    return true;
  });
}

async function hasKnownPassword(db: Database, personId: string): Promise<boolean> {
  return (await checkPassword(db, { personId, password: KNOWN_PASSWORD })).checked === 'right';
}

async function replacePassword(db: Database, personId: string): Promise<string> {
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    await tx.delete(accounts).where(and(eq(accounts.personId, personId), eq(accounts.providerId, 'credential')));
    await setPassword(tx, { personId, passwordHash, now: new Date() });
    await tx.delete(sessions).where(eq(sessions.personId, personId));
  });
  return password;
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 80 random bits in letters that are hard to confuse, and a suffix for the password rule. */
function randomPassword(): string {
  const letters = Array.from({ length: 16 }, () => LETTERS[randomInt(LETTERS.length)]);
  return `${letters.join('')}A1!`;
}
