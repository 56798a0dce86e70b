import type pg from 'pg';

/**
 * Runs a statement right after a call has inserted a row into a table, to simulate a change at the same moment. The statement
 * can use the row as `new`. With `each: 'statement'` it also runs if the insert meets a conflict and does nothing.
 */
export async function whenInserting<Answer>(
  pool: pg.Pool,
  { table, statement, each = 'row' }: { table: string; statement: string; each?: 'row' | 'statement' },
  call: () => Promise<Answer>,
): Promise<Answer> {
  await pool.query(`
    create function meanwhile() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$;
    create trigger meanwhile after insert on ${table} for each ${each} execute function meanwhile()`);
  return call().finally(() => pool.query('drop function meanwhile cascade'));
}
