import { and, eq, gt, inArray, lt, ne, notLike, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { clinic } from '../../database/schema/clinic.ts';
import { passkeys, sessions, twoFactors, verifications } from '../../database/schema/identity.ts';
import { challengeIn } from './cookie-names.ts';

/**
 * A person's confirmed authenticator app and passkeys, without their secrets. `codesMark` changes with the recovery
 * codes.
 */
export async function findSecondFactor(db: Database, personId: string) {
  const [authenticator] = await db
    .select({ codesMark: sql<string>`md5(${twoFactors.backupCodes})` })
    .from(twoFactors)
    .where(and(eq(twoFactors.personId, personId), eq(twoFactors.verified, true)));
  const keys = await db
    .select({ id: passkeys.id, name: passkeys.name, createdAt: passkeys.createdAt })
    .from(passkeys)
    .where(eq(passkeys.personId, personId))
    .orderBy(passkeys.createdAt);
  const codesMark = authenticator?.codesMark ?? null;
  return { hasAuthenticator: authenticator !== undefined, codesMark, passkeys: keys };
}

/** Whether staff need a second factor. Without one, they have no roles. */
export async function findSecondFactorRule(db: Database): Promise<boolean> {
  const [row] = await db.select({ required: clinic.requireSecondFactor }).from(clinic);
  return row?.required ?? true;
}

/** The hashed recovery codes (`hash-recovery-codes.ts`) of a person's authenticator app, and whether that is confirmed. */
export async function findRecoveryCodes(
  db: Database,
  personId: string,
): Promise<{ readonly codes: string; readonly isConfirmed: boolean } | undefined> {
  const [row] = await db
    .select({ codes: twoFactors.backupCodes, isConfirmed: twoFactors.verified })
    .from(twoFactors)
    .where(eq(twoFactors.personId, personId));
  return row;
}

/** Removes a person's second factor. Returns whether there was one. */
export async function deleteSecondFactor(tx: Database, personId: string): Promise<boolean> {
  const apps = await tx.delete(twoFactors).where(eq(twoFactors.personId, personId)).returning();
  const keys = await tx.delete(passkeys).where(eq(passkeys.personId, personId));
  return apps.some(({ verified }) => verified) || keys.rowCount !== 0;
}

export async function findSessionId(db: Database, token: string): Promise<string | undefined> {
  const [row] = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.token, token));
  return row?.id;
}

/** When a session began. */
export async function findSignInTime(db: Database, sessionId: string): Promise<Date | undefined> {
  const [row] = await db.select({ at: sessions.createdAt }).from(sessions).where(eq(sessions.id, sessionId));
  return row?.at;
}

/**
 * Ends the sessions `ids` of a person. Without `ids`: all sessions but `except`, the sign-ins that wait for the second
 * factor, and the links for a new password. Returns the number of sessions that ended.
 */
export async function endSessions(
  db: Database,
  { personId, ids, except }: { personId: string; ids?: readonly string[]; except?: string | undefined },
): Promise<number> {
  const these = ids === undefined ? undefined : inArray(sessions.id, [...ids]);
  const others = except === undefined ? undefined : ne(sessions.id, except);
  const { rowCount } = await db.delete(sessions).where(and(eq(sessions.personId, personId), these, others));
  if (ids === undefined) await endWaitingSignIns(db, personId);
  return rowCount ?? 0;
}

/**
 * Ends the sign-ins of a person that wait for the second factor, and their links for a new password, as the trigger
 * `end_verifications` does. Codes that were used stay used.
 */
export async function endWaitingSignIns(db: Database, personId: string): Promise<void> {
  await db
    .delete(verifications)
    .where(and(eq(verifications.value, personId), notLike(verifications.identifier, 'used-code:%')));
}

/** The person who has entered the first factor in this browser and not yet the second. */
export async function findChallengedPerson(
  db: Database,
  { cookie, now }: { cookie: string | null; now: Date },
): Promise<string | undefined> {
  const identifier = challengeIn(cookie ?? '');
  if (identifier === undefined) return undefined;
  const [row] = await db
    .select({ personId: verifications.value })
    .from(verifications)
    .where(and(eq(verifications.identifier, identifier), gt(verifications.expiresAt, now)));
  return row?.personId;
}

/** A code is valid for 90 seconds: its own 30, and 30 before and after for a clock that is wrong. */
const CODE_SECONDS = 120;

/** Records that a person tries a code. False if they have tried it while it was valid. */
export async function claimCode(
  db: Database,
  { personId, code, now }: { personId: string; code: string; now: Date },
): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + CODE_SECONDS * 1000);
  const { rowCount } = await db
    .insert(verifications)
    .values({ id: uuidv7(), identifier: `used-code:${personId}:${code}`, value: personId, expiresAt })
    .onConflictDoUpdate({
      target: verifications.identifier,
      targetWhere: sql`${verifications.identifier} like 'used-code:%'`,
      set: { expiresAt },
      setWhere: lt(verifications.expiresAt, now),
    });
  return rowCount === 1;
}
