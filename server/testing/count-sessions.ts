import type pg from 'pg';

/** How many sessions the person with this address has. */
export async function countSessionsOf(pool: pg.Pool, email: string): Promise<number> {
  const { rows } = await pool.query('select from sessions join people on people.id = person_id where email = $1', [
    email,
  ]);
  return rows.length;
}
