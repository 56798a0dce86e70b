import type pg from 'pg';

/**
 * Runs a statement while a call inserts a row, `new`, into a table: what happens at the same moment. With `each`
 * 'statement', also if the insert finds a conflict and does nothing.
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
