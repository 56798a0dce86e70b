import type { TestAnswer, TestClient } from './test-client.ts';

/** Asks for an appointment as this person, and for them. */
export function bookAs(
  by: Pick<TestClient, 'name' | 'email' | 'post'>,
  request: Record<string, unknown>,
): Promise<TestAnswer> {
  return by.post('/api/bookings', { patient: by.name, email: by.email, ...request });
}

/** The same, for an appointment that must be booked. Returns its id. */
export async function bookedAs(...[by, request]: Parameters<typeof bookAs>): Promise<string> {
  const { status, body } = await bookAs(by, request);
  if (status !== 200) throw new Error(`The booking was refused: ${JSON.stringify(body)}`);
  return String(body['insertedId']);
}
