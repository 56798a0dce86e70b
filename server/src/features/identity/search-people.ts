import { and, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { people } from '../../database/schema/identity.ts';

const MOST_WORDS = 5;

/** Every word occurs in the name or the email address. The index `people_search` has the same expression. */
export function matchesPerson(search: string): SQL | undefined {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  const literally = (word: string) => word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
  return and(
    ...words.map((word) => sql`lower(${people.name} || ' ' || ${people.email}) like ${`%${literally(word)}%`}`),
  );
}

/** Up to this many, the rows of the people found are looked up by their ids. */
const FEW = 200;

/**
 * Finds the people for whom something is true, such as `matchesPerson`, for a query on other tables: the result makes a
 * condition that a column is one of them. If they are few, it compares their ids, which an index on that column finds.
 * If they are many, it looks at the person of each row instead: a page is full soon.
 *
 * @param withDeleted also people who were deleted, by their name
 */
export async function searchPeople(
  db: Database,
  matches: SQL | undefined,
  { withDeleted = false } = {},
): Promise<(column: SQLWrapper) => SQL> {
  const found = and(withDeleted ? undefined : isNull(people.deletedAt), matches);
  const rows = await db
    .select({ id: people.id })
    .from(people)
    .where(found)
    .limit(FEW + 1);
  if (rows.length === 0) return () => sql`false`;
  const ids = rows.map(({ id }) => id);
  if (rows.length <= FEW) return (column) => inArray(column, ids);
  return (column) => sql`exists (select from ${people} where ${people.id} = ${column} and ${found})`;
}
