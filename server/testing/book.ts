import type { TestAnswer, TestClient } from './test-client.ts';

/** Requests an appointment as this person, for themselves. */
export function bookAs(
  by: Pick<TestClient, 'name' | 'email' | 'post'>,
  request: Record<string, unknown>,
): Promise<TestAnswer> {
  return by.post('/api/bookings', { patient: by.name, email: by.email, ...request });
}

/** The same, but throws if the booking is refused. Returns the id of the appointment. */
export async function bookedAs(...[by, request]: Parameters<typeof bookAs>): Promise<string> {
  const { status, body } = await bookAs(by, request);
  if (status !== 200) throw new Error(`The booking was refused: ${JSON.stringify(body)}`);
  return String(body['insertedId']);
}
