import { and, count, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { hasAddress, people } from '../../database/schema/identity.ts';

const MOST_WORDS = 5;

/**
 * Every word, between spaces or commas, occurs in the name or the email address, apart from accents and kinds of
 * apostrophes (`fold_name`). The index `people_search` has the same expression. The placeholder of somebody without an
 * address has the letters and digits of their id, which nobody means. `undefined` without a word.
 */
export function matchesPerson(search: string): SQL | undefined {
  const inEither = hasWords(search, sql`fold_name(${people.name} || ' ' || ${people.email})`);
  return inEither && and(inEither, or(hasAddress, hasWords(search, sql`fold_name(${people.name})`)));
}

/** The words of a search, between spaces or commas: the first five different ones. */
export function wordsOf(search: string): readonly string[] {
  return [...new Set(search.split(/[\s,]+/).filter(Boolean))].slice(0, MOST_WORDS);
}

/** Every word occurs in a text of `fold_name`. `undefined` without a word. */
export function hasWords(search: string, folded: SQL): SQL | undefined {
  // Wildcards are escaped last: folding makes '%' of a full-width '％'.
  const literally = (word: string) => sql`regexp_replace(fold_name(${word}), '([\\\\%_])', '\\\\\\1', 'g')`;
  return and(...wordsOf(search).map((word) => sql`${folded} like '%' || ${literally(word)} || '%'`));
}

/** Up to this many, the rows of the people found are looked up by their ids. */
const FEW = 2000;

/** The people for whom something is true, for a query on other tables. */
interface FoundPeople {
  /** Whether a page of rows is soon full of theirs. */
  readonly areMany: boolean;
  /** That a column is one of them. */
  include(column: SQLWrapper): SQL;
}

/**
 * Finds the people for whom something is true, such as `matchesPerson`; without a condition, everybody. If they are few, a
 * column is compared with their ids, which an index on it finds. If they are many, the person of each row is looked at
 * instead.
 *
 * @param withDeleted also people who were deleted, by their name
 */
export async function searchPeople(
  db: Database,
  matches: SQL | undefined,
  { withDeleted = false } = {},
): Promise<FoundPeople> {
  const found = and(withDeleted ? undefined : isNull(people.deletedAt), matches) ?? sql`true`;
  const some = db
    .select({ id: people.id })
    .from(people)
    .where(found)
    .limit(FEW + 1)
    .as('some');
  const [row] = await db.select({ ids: sql<string>`coalesce(array_agg(id)::text, '{}')`, count: count() }).from(some);
  const { ids = '{}', count: number = 0 } = row ?? {};
  if (number === 0) return { areMany: false, include: () => sql`false` };
  if (number <= FEW) return { areMany: false, include: (column) => sql`${column} = any(${ids}::uuid[])` };
  // With `exists`, PostgreSQL would read all people first, whatever the page's limit.
  return { areMany: true, include: (column) => sql`(select ${found} from ${people} where ${people.id} = ${column})` };
}
