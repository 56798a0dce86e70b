import { eq, inArray } from 'drizzle-orm';
import { people } from '../src/database/schema/identity.ts';
import { makePatients } from './many-patients.ts';
import type { TestApp } from './test-app.ts';
import type { TestClient } from './test-client.ts';

/** A signed-in browser of a person with roles, and their id. */
export interface RoledClient extends TestClient {
  readonly id: string;
}

/** Signs up a new person, with a confirmed address unless told otherwise, and gives them roles in the database. */
export async function personWith(
  app: TestApp,
  roles: {
    isAdmin?: boolean;
    isDoctor?: boolean;
    isFrontDesk?: boolean;
    emailVerified?: boolean;
    name?: string;
    email?: string;
  } = {},
): Promise<RoledClient> {
  const { isAdmin = false, isDoctor = false, isFrontDesk = false, emailVerified = true, ...who } = roles;
  const client = await app.person({ ...who, isConfirmed: emailVerified });
  const [row] = await app.database.db
    .update(people)
    .set({ isAdmin, isDoctor, isFrontDesk, emailVerified })
    .where(eq(people.email, client.email))
    .returning({ id: people.id });
  return Object.assign(client, { id: row?.id ?? '' });
}

/** Many people with roles, with a token and without a password: for races, where hashing would take too long. */
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
