import { afterAll, expect, it } from 'vitest';
import { startTestApp } from './test-app.ts';

const app = await startTestApp();
afterAll(() => app.close());

const OWN = ['id', 'name', 'email', 'account_id', 'person_id', 'token', 'expires_at', 'created_at', 'updated_at'];

/** The rows of a person, without what differs between any two. */
async function rowsOf(email: string) {
  const { rows: people } = await app.database.pool.query<{ id: string }>('select * from people where email = $1', [
    email,
  ]);
  const of = async (table: string) =>
    (await app.database.pool.query(`select * from ${table} where person_id = $1`, [people[0]?.id])).rows;
  // Rounded: the call reads the clock once for each of the two.
  const ofSession = `select round(extract(epoch from expires_at - created_at) / 60) as minutes from sessions where person_id = $1`;
  const { rows: session } = await app.database.pool.query(ofSession, [people[0]?.id]);
  return [...people, ...(await of('accounts')), ...(await of('sessions')), ...session].map((row: object) =>
    Object.fromEntries(Object.entries(row).filter(([column]) => !OWN.includes(column))),
  );
}

it('leaves the rows and the cookies of a call with the same effect', async () => {
  const called = await app.person({ email: 'called@example.org', isConfirmed: false });
  await app.database.pool.query('update people set email_verified = true');
  const written = await app.person({ email: 'Written@example.org' });
  expect(await rowsOf('written@example.org')).toEqual(await rowsOf('called@example.org'));
  expect([...written.cookies.keys()]).toEqual([...called.cookies.keys()]);
  const { body } = await written.get('/api/auth/get-session');
  expect(body).toMatchObject({ user: { email: 'written@example.org' } });
  const again = { email: 'written@example.org', password: 'Correct1!' };
  expect((await app.client().post('/api/auth/sign-in/email', again)).status).toBe(200);
});
