import type pg from 'pg';

/** How many connections to this database wait for a lock, or for this kind of lock ('relation', 'advisory'). */
export async function countLockWaits(pool: pg.Pool, kind?: string): Promise<number> {
  const { rows } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and ($1::text is null or wait_event = $1)`,
    [kind],
  );
  return rows.length;
}
