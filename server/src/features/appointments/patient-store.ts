import { foldedName } from '@openhours/contract/patient-name.ts';
import { and, between, desc, eq, inArray, isNull, like, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { isUnclaimed, people } from '../../database/schema/identity.ts';
import { errorCode } from '../../error-code.ts';
import { matchesPerson, type Person, wordsOf } from '../identity/index.ts';
import { type PatientSearch, readPatientSearch } from './patient-search.ts';

const QUERY_CANCELED = '57014';

export interface FoundPatient {
  readonly person: Person;
  /** The person who looks after them. */
  readonly guardian: Pick<Person, 'id' | 'name' | 'email' | 'emailVerified'> | null;
  /** See `updateUnclaimedPerson`. */
  readonly isUnclaimed: boolean;
}

const guardians = alias(people, 'guardians');

function patients(db: Database) {
  return db
    .select({
      person: people,
      guardian: {
        id: guardians.id,
        name: guardians.name,
        email: guardians.email,
        emailVerified: guardians.emailVerified,
      },
      isUnclaimed,
    })
    .from(people)
    .leftJoin(guardians, eq(guardians.id, people.guardianId))
    .$dynamic();
}

interface PatientsWanted {
  readonly search: string;
  readonly phoneCountry: string | undefined;
  readonly limit: number;
}

/** People to book for, by name. */
export function listPatients(
  db: Database,
  { search, phoneCountry, limit }: PatientsWanted,
): Promise<readonly FoundPatient[]> {
  const isFound = matchesPatient(readPatientSearch(search, phoneCountry));
  return patients(db)
    .where(and(isNull(people.deletedAt), isFound))
    .orderBy(sql`lower(${people.name})`, people.id)
    .limit(limit);
}

/** From 0 to 1: 0.33 for 'Meier' and 'Maier', 0.63 for 'Schmidt' and 'Schmitt'. */
const LEAST_SIMILARITY = 0.3;
const MOST_SIMILAR = 5;
/** A shorter search is similar to too many names. */
const FEWEST_LETTERS = 4;
/** Among 100,000 people, the search takes half a second. If it takes longer than this, it finds nobody. */
const LONGEST_MILLIS = 2000;

/**
 * People whose names are similar to every word of the search, the most similar first: a name that was misspelt or misheard. The
 * rest of the search applies as it is.
 */
export function listSimilarPatients(
  db: Database,
  { search, phoneCountry, limit }: PatientsWanted,
): Promise<readonly FoundPatient[]> {
  const read = readPatientSearch(search, phoneCountry);
  const words = wordsOf(read.words);
  const isName = !read.words.includes('@') && words.join('').length >= FEWEST_LETTERS;
  if (!isName) return Promise.resolve([]);
  const name = sql`fold_name(${people.name})`;
  const similarities = words.map((word) => sql`word_similarity(fold_name(${word}), ${name})`);
  // The index has the expression with the address. Whoever is similar to a word by the address alone is left out.
  const inIndex = words.map((word) => sql`fold_name(${people.name} || ' ' || ${people.email}) %> fold_name(${word})`);
  const areSimilar = similarities.map((similarity) => sql`${similarity} >= ${LEAST_SIMILARITY}`);
  const found = inTransaction(db, async (tx) => {
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(LEAST_SIMILARITY)}, true),
      set_config('statement_timeout', ${String(LONGEST_MILLIS)}, true)`);
    return patients(tx)
      .where(and(isNull(people.deletedAt), ...inIndex, ...areSimilar, matchesPatient({ ...read, words: '' })))
      .orderBy(desc(sql.join(similarities, sql` + `)), sql`lower(${people.name})`, people.id)
      .limit(Math.min(limit, MOST_SIMILAR));
  });
  return found.catch((error: unknown) => {
    if (error instanceof Error && errorCode(error.cause) === QUERY_CANCELED) return [];
    throw error;
  });
}

/** The condition for people whom a search finds. */
export function matchesPatient({ words, datesOfBirth, number }: PatientSearch): SQL | undefined {
  return and(
    matchesPerson(words),
    datesOfBirth.length === 0 ? undefined : inArray(people.dateOfBirth, [...datesOfBirth]),
    number && hasNumber(number),
  );
}

function hasNumber({ typed, digits, yearOfBirth }: NonNullable<PatientSearch['number']>): SQL | undefined {
  return or(
    like(people.phone, `%${digits}%`),
    matchesPerson(typed),
    yearOfBirth === undefined ? undefined : between(people.dateOfBirth, `${yearOfBirth}-01-01`, `${yearOfBirth}-12-31`),
  );
}

/**
 * Everybody with this date of birth, or with this number ('' for none), their own or that of the person who looks
 * after them. Those with the same date of birth come first, then those who have been known for longest.
 */
export async function listByBirthOrPhone(
  db: Database,
  { dateOfBirth, phone }: { dateOfBirth: string | undefined; phone: string },
): Promise<readonly FoundPatient[]> {
  const hasBirth = dateOfBirth === undefined ? undefined : eq(people.dateOfBirth, dateOfBirth);
  // An array, and not a subquery, which no index can serve within an `or`.
  const withPhone = db.select({ id: people.id }).from(people).where(eq(people.phone, phone));
  const hasPhone =
    phone === '' ? undefined : or(eq(people.phone, phone), sql`${people.guardianId} = any(array(${withPhone}))`);
  const isEither = or(hasBirth, hasPhone);
  if (!isEither) return [];
  return patients(db)
    .where(and(isNull(people.deletedAt), isEither))
    .orderBy(...(hasBirth ? [sql`${hasBirth} is not true`] : []), people.id);
}

/** Locks: nobody else can add a patient of this name, as it is compared, until this transaction ends. */
export async function lockNewPatient(tx: Database, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('new patient'), hashtext(${foldedName(name)}))`);
}

/** A person to book for. */
export async function findPatient(db: Database, id: string): Promise<FoundPatient | undefined> {
  const [row] = await patients(db).where(and(eq(people.id, id), isNull(people.deletedAt)));
  return row;
}

/** Like `findPatient`, and locks the person until the transaction ends. */
export async function lockPatient(tx: Database, id: string): Promise<FoundPatient | undefined> {
  const [row] = await patients(tx)
    .where(and(eq(people.id, id), isNull(people.deletedAt)))
    .for('no key update', { of: people });
  return row;
}

/**
 * Locks two records of a person until the transaction ends, in the order in which bookings lock people: of the one that goes, it
 * waits for whatever refers to it. Whoever looks after the other keeps their email address meanwhile.
 */
export async function lockToMerge(tx: Database, { from, into }: { from: string; into: string }): Promise<void> {
  for (const id of [from, into].toSorted()) {
    const strength = id === from ? 'update' : 'no key update';
    await tx.select({ id: people.id }).from(people).where(eq(people.id, id)).for(strength);
  }
  const guardianOf = tx.select({ id: people.guardianId }).from(people).where(eq(people.id, into));
  await tx.select({ id: people.id }).from(people).where(inArray(people.id, guardianOf)).for('no key update');
}
