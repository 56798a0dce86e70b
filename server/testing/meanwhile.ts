import type pg from 'pg';

/**
 * Runs a statement right after a call has inserted a row into a table, to simulate a change at the same moment. The statement
 * can use the row as `new`. With `each: 'statement'` it also runs if the insert meets a conflict and does nothing.
 */
export function whenInserting<Answer>(
  pool: pg.Pool,
  { table, statement, each = 'row' }: { table: string; statement: string; each?: 'row' | 'statement' },
  call: () => Promise<Answer>,
): Promise<Answer> {
  return when(pool, { event: `insert on ${table} for each ${each}`, statement }, call);
}

/** The same right after an event of a table, such as 'delete on verifications for each row'. */
export async function when<Answer>(
  pool: pg.Pool,
  { event, statement }: { event: string; statement: string },
  call: () => Promise<Answer>,
): Promise<Answer> {
  await pool.query(`
    create function meanwhile() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$;
    create trigger meanwhile after ${event} execute function meanwhile()`);
  return call().finally(() => pool.query('drop function meanwhile cascade'));
}
