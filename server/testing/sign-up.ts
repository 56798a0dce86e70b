import { createHmac, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { HOST_PREFIX, sessionCookieName } from '../src/features/identity/cookie-names.ts';
import type { TestDatabase } from './test-database.ts';

const WEEK_MILLIS = 7 * 86_400_000;

/**
 * Leaves what a sign-up leaves, with a confirmed address: a person, their way to sign in, and a session. Returns the browser's
 * cookies. Three statements instead of a call with a dozen: tests sign up thousands of people.
 */
export async function signUpInDatabase(
  { pool, secret, publicUrl }: { pool: TestDatabase['pool']; secret: string; publicUrl: string },
  { name, email, hash }: { name: string; email: string; hash: string },
): Promise<ReadonlyMap<string, string>> {
  const token = randomBytes(24).toString('base64url');
  const now = new Date();
  const id = uuidv7();
  await pool.query(
    `insert into people (id, name, email, email_verified, created_at, updated_at) values ($1, $2, $3, true, $4, $4)`,
    [id, name, email.toLowerCase(), now],
  );
  await pool.query(
    `insert into accounts (id, account_id, provider_id, person_id, password, created_at, updated_at)
     values ($1, $2::uuid::text, 'credential', $2::uuid, $3, $4, $4)`,
    [uuidv7(), id, hash, now],
  );
  await pool.query(
    `insert into sessions (id, token, person_id, expires_at, ip_address, user_agent, created_at, updated_at)
     values ($1, $2, $3, $4, '127.0.0.1', 'node', $5, $5)`,
    [uuidv7(), token, id, new Date(now.getTime() + WEEK_MILLIS), now],
  );
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  const secure = publicUrl.startsWith('https://');
  return new Map([
    [sessionCookieName({ secure }), encodeURIComponent(`${token}.${signature}`)],
    [`${secure ? HOST_PREFIX : ''}signed_in`, '1'],
  ]);
}
