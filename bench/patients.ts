import type { Database } from '@openhours/server/database/database.ts';
import { people, sessions } from '@openhours/server/database/schema/identity.ts';
import { createAccessTokens } from '@openhours/server/features/identity/access-token.ts';
import { plainToken } from './express-clinic.ts';

/** The number of patients: more than a day has slots, so that nobody has two appointments at the same time. */
export const PATIENT_COUNT = 2000;

export interface BenchPatient {
  readonly name: string;
  readonly email: string;
  /** An access token, valid for 15 minutes. */
  readonly token: string;
  /** The same for the plain server. */
  readonly plainToken: string;
  /** Of their network. */
  readonly address: string;
}

/** Of a request with a JSON body that a proxy forwards for a patient. */
export function headersOf({ token, address }: Pick<BenchPatient, 'token' | 'address'>): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-forwarded-for': address };
}

/** Ids that a pgbench script can compute from a number, because it cannot store 2000 ids. */
const personId = (number: number) => numberedId('8000', number);
const sessionId = (number: number) => numberedId('8001', number);

/** @param kind the fourth group of the id: one for each table */
export function numberedId(kind: string, number: number): string {
  return `00000000-0000-7000-${kind}-${String(number).padStart(12, '0')}`;
}

/**
 * Inserts patients with a live session and an access token each.
 *
 * @param options.count 2000 unless given
 */
export async function insertPatients(
  db: Database,
  options: { readonly secret: string; readonly issuer: string; readonly count?: number },
): Promise<readonly BenchPatient[]> {
  const { count = PATIENT_COUNT } = options;
  const numbers = Array.from({ length: count }, (_, number) => number);
  await db
    .insert(people)
    .values(numbers.map((number) => ({ id: personId(number), name: nameOf(number), email: emailOf(number) })));
  const expiresAt = new Date(Date.now() + 86_400_000);
  await db.insert(sessions).values(
    numbers.map((number) => ({
      id: sessionId(number),
      personId: personId(number),
      token: `bench-session-${number}`,
      expiresAt,
    })),
  );
  return listPatients(options);
}

const nameOf = (number: number) => `Patient ${number}`;
const emailOf = (number: number) => `patient-${number}@bench.example`;

/** The inserted patients with new access tokens. */
export function listPatients(options: {
  readonly secret: string;
  readonly issuer: string;
  readonly count?: number;
}): Promise<readonly BenchPatient[]> {
  const tokens = createAccessTokens(options);
  const { count = PATIENT_COUNT } = options;
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const email = emailOf(number);
      const claims = { personId: personId(number), sessionId: sessionId(number), email };
      return {
        name: nameOf(number),
        email,
        token: await tokens.issue(claims),
        plainToken: plainToken(claims.personId),
        address: `10.0.${Math.floor(number / 250)}.${number % 250}`,
      };
    }),
  );
}
