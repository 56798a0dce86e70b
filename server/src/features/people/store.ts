import type { DoctorsOrder } from '@openhours/contract/doctors.ts';
import type { PeopleOrder } from '@openhours/contract/people.ts';
import { and, eq, inArray, isNotNull, isNull, like, or, type SQL, sql, sum } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { hasAddress, people, peopleCounts } from '../../database/schema/identity.ts';
import { idempotencyKeys } from '../../database/schema/requests.ts';
import { appointmentOptions, treatments } from '../../database/schema/schedule.ts';
import { matchesPerson } from '../identity/index.ts';

/** Which part of a list for an admin's screen. */
interface Page<Order extends string> {
  readonly search: string;
  readonly sort: Order;
  readonly limit: number;
  /** The last person of the previous page. */
  readonly after: string | undefined;
}

const NAME = sql`lower(${people.name})`;
/** The sort keys of each order; the last is unique. Each order except `email` and `joined` has its index. */
export const PEOPLE_KEYS: Readonly<Record<string, readonly SQL[]>> = {
  name: [NAME, sql`${people.id}`],
  email: [sql`${people.email}`],
  joined: [sql`${people.id}`],
  admin: [sql`(not ${people.isAdmin})`, NAME, sql`${people.id}`],
  doctor: [sql`(not ${people.isDoctor})`, NAME, sql`${people.id}`],
  'front-desk': [sql`(not ${people.isFrontDesk})`, NAME, sql`${people.id}`],
};

/** A page of the people with an account, after `after` if given. */
export async function listPeople(db: Database, page: Page<PeopleOrder>) {
  const { keys, direction } = keysOf(PEOPLE_KEYS, page.sort);
  const after = await findKeys(db, keys, page.after);
  return after === 'nobody' ? [] : pageOfPeople(db, { ...page, keys, direction, after });
}

/** The query of a page. A test checks its plan. */
export function pageOfPeople(
  db: Database,
  page: {
    search: string;
    limit: number;
    keys: readonly SQL[];
    direction: Direction;
    after: readonly unknown[] | undefined;
  },
) {
  return db
    .select()
    .from(people)
    .where(and(isNull(people.deletedAt), hasAddress, matchesPerson(page.search), beyond(page)))
    .orderBy(...inOrder(page))
    .limit(page.limit);
}

/** Without a search, the sum of what triggers counted. */
export async function countPeople(db: Database, search: string): Promise<number> {
  const matches = matchesPerson(search);
  if (matches) return db.$count(people, and(isNull(people.deletedAt), hasAddress, matches));
  const [row] = await db.select({ people: sum(peopleCounts.people).mapWith(Number) }).from(peopleCounts);
  return row?.people ?? 0;
}

/** The names of the treatments that can be booked with a doctor, in their order. */
const SPECIALTIES = sql<readonly string[]>`array(
  select t.name
  from ${appointmentOptions} o join ${treatments} t on t.id = o.treatment_id
  where o.doctor_id = ${people}.id and o.open and t.active order by t.name)`;

const DOCTORS_KEYS: Readonly<Record<string, readonly SQL[]>> = {
  name: [NAME, sql`${people.id}`],
  email: [sql`${people.email}`],
  specialty: [sql`array_to_string(${SPECIALTIES}, ', ')`, NAME, sql`${people.id}`],
};

export async function listDoctors(db: Database, page: Page<DoctorsOrder>) {
  const { keys, direction } = keysOf(DOCTORS_KEYS, page.sort);
  const after = await findKeys(db, keys, page.after);
  if (after === 'nobody') return [];
  return db
    .select({ person: people, specialties: SPECIALTIES })
    .from(people)
    .where(and(eq(people.isDoctor, true), matchesPerson(page.search), beyond({ keys, direction, after })))
    .orderBy(...inOrder({ keys, direction }))
    .limit(page.limit);
}

export async function countDoctors(db: Database, search: string): Promise<number> {
  return db.$count(people, and(eq(people.isDoctor, true), matchesPerson(search)));
}

type Direction = 'ascending' | 'descending';

/** An order by its name on the wire; '-name' is reversed. */
export function keysOf(known: Readonly<Record<string, readonly SQL[]>>, sort: string) {
  const direction: Direction = sort.startsWith('-') ? 'descending' : 'ascending';
  return { keys: known[sort.replace('-', '')] ?? [sql`${people.id}`], direction };
}

/** The sort values of the cursor's person. Rows are never deleted, so paging can always continue. */
async function findKeys(db: Database, keys: readonly SQL[], personId: string | undefined) {
  if (personId === undefined) return undefined;
  const [row] = await db
    .select({ keys: sql<readonly unknown[]>`json_build_array(${sql.join([...keys], sql`, `)})` })
    .from(people)
    .where(eq(people.id, personId));
  return row?.keys ?? 'nobody';
}

function beyond(page: { keys: readonly SQL[]; direction: Direction; after: readonly unknown[] | undefined }) {
  const { keys, direction, after } = page;
  if (after === undefined) return undefined;
  const row = sql.join([...keys], sql`, `);
  const values = sql.join(
    after.map((value) => sql`${value}`),
    sql`, `,
  );
  return direction === 'ascending' ? sql`(${row}) > (${values})` : sql`(${row}) < (${values})`;
}

function inOrder({ keys, direction }: { keys: readonly SQL[]; direction: Direction }): SQL[] {
  return keys.map((key) => (direction === 'ascending' ? sql`${key} asc` : sql`${key} desc`));
}

/**
 * Deletes the answers that are stored for repetitions of requests by or about people: one that names them may have their
 * address, phone number or date of birth. Reads all answers of a day. A call that has no answer yet keeps its key.
 */
export async function deleteAnswersAbout(tx: Database, personIds: readonly string[]): Promise<void> {
  const { caller, body, outcome } = idempotencyKeys;
  const isTheirs = and(inArray(caller, [...personIds]), or(isNotNull(body), isNotNull(outcome)));
  const namesThem = personIds.map((personId) => like(body, `%"${personId}"%`));
  await tx.delete(idempotencyKeys).where(or(isTheirs, ...namesThem));
}
