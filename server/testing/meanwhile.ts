import type pg from 'pg';

/** Runs a statement while a call inserts a row, `new`, into a table: what happens at the same moment. */
export async function whenInserting<Answer>(
  pool: pg.Pool,
  { table, statement }: { table: string; statement: string },
  call: () => Promise<Answer>,
): Promise<Answer> {
  await pool.query(`
    create function meanwhile() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$;
    create trigger meanwhile after insert on ${table} for each row execute function meanwhile()`);
  return call().finally(() => pool.query('drop function meanwhile cascade'));
}
