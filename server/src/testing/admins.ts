import { eq, inArray } from 'drizzle-orm';
import { people } from '../database/schema/identity.ts';
import { makePatients } from './many-patients.ts';
import type { TestApp } from './test-app.ts';
import type { TestClient } from './test-client.ts';

/** A browser in which a person with roles is signed in, and that person's id. */
export interface RoledClient extends TestClient {
  readonly id: string;
}

/** Signs a new person up and gives them roles, as the database has them. */
export async function personWith(
  app: TestApp,
  roles: { isAdmin?: boolean; isDoctor?: boolean; name?: string; email?: string } = {},
): Promise<RoledClient> {
  const { isAdmin = false, isDoctor = false, ...who } = roles;
  const client = await app.person(who);
  const [row] = await app.database.db
    .update(people)
    .set({ isAdmin, isDoctor })
    .where(eq(people.email, client.email))
    .returning({ id: people.id });
  return Object.assign(client, { id: row?.id ?? '' });
}

/** Many people with roles at once, who come with a token and have no password: for races, where hashing would take long. */
export async function manyWith(
  app: TestApp,
  { count, isAdmin = false, isDoctor = false }: { count: number; isAdmin?: boolean; isDoctor?: boolean },
): Promise<readonly RoledClient[]> {
  const { db } = app.database;
  const { secret, publicUrl: issuer } = app.config;
  const made = await makePatients(db, { count, secret, issuer, now: () => app.clock ?? new Date() });
  const ids = made.map(({ id }) => id);
  await db.update(people).set({ isAdmin, isDoctor }).where(inArray(people.id, ids));
  return made.map(({ token, ...who }) => {
    const client = app.client();
    const request: TestClient['request'] = (method, path, { body, headers } = {}) =>
      client.request(method, path, { body, headers: { authorization: `bearer ${token}`, ...headers } });
    return {
      ...client,
      ...who,
      request,
      get: (path, headers = {}) => request('GET', path, { headers }),
      post: (path, body, headers = {}) => request('POST', path, { body, headers }),
    };
  });
}
