import { eq } from 'drizzle-orm';
import { people } from '../database/schema/identity.ts';
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
