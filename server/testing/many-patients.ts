import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../src/database/database.ts';
import { people, sessions } from '../src/database/schema/identity.ts';
import { createAccessTokens } from '../src/features/identity/access-token.ts';

export interface TokenPatient {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly token: string;
}

/** People with a live session and an access token each, without the cost of hashing passwords. */
export async function makePatients(
  db: Database,
  options: { count: number; secret: string; issuer: string; now?: () => Date },
): Promise<readonly TokenPatient[]> {
  const tokens = createAccessTokens(options);
  const made = Array.from({ length: options.count }, (_, number) => ({
    id: uuidv7(),
    sessionId: uuidv7(),
    name: `Patient ${number}`,
    email: `${uuidv7()}@example.org`,
  }));
  await db.insert(people).values(made.map(({ id, name, email }) => ({ id, name, email, emailVerified: true })));
  // The later of the test's clock and the real one: sessions expire by the latter.
  const expiresAt = new Date(Math.max(options.now?.().getTime() ?? 0, Date.now()) + 86_400_000);
  await db
    .insert(sessions)
    .values(made.map(({ id, sessionId }) => ({ id: sessionId, personId: id, token: sessionId, expiresAt })));
  return Promise.all(
    made.map(async ({ id, sessionId, name, email }) => ({
      id,
      name,
      email,
      token: await tokens.issue({ personId: id, sessionId, email }),
    })),
  );
}
