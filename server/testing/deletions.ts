import type pg from 'pg';

/** Counts what is deleted from a table from now on: returns a function for the number of rows of each statement. */
export async function watchDeletions(pool: pg.Pool, table: string): Promise<() => Promise<readonly number[]>> {
  await pool.query(`
    create table deletions_of_${table} (number serial, rows int);
    create function watch_deletions_of_${table}() returns trigger language plpgsql as $$ begin
      insert into deletions_of_${table} (rows) select count(*) from gone;
      return null;
    end $$;
    create trigger watch_deletions after delete on ${table} referencing old table as gone
      for each statement execute function watch_deletions_of_${table}()`);
  return async () => {
    const { rows } = await pool.query<{ rows: number }>(`select rows from deletions_of_${table} order by number`);
    return rows.map((statement) => statement.rows);
  };
}
