import { createTestClient, type TestClient } from './test-client.ts';

/** A possible booking, for tests that make many in the demo clinic from another process. */
export interface BookingRequest {
  readonly by: TestClient;
  readonly body: Record<string, unknown>;
  readonly key: string;
}

interface Option {
  readonly _id: string;
  readonly name: string;
  readonly price: number;
  readonly slots: readonly string[];
}

export async function signUpPatients(url: string, count: number): Promise<readonly TestClient[]> {
  const patients: TestClient[] = [];
  for (let number = 0; number < count; number += 1) {
    const email = `durable-${Date.now()}-${number}@example.org`;
    const client = createTestClient(url);
    await client.post('/api/auth/sign-up/email', { name: 'Pat Example', email, password: 'Correct1!' });
    patients.push(Object.assign(client, { email, name: 'Pat Example' }));
  }
  return patients;
}

/** The same people, still signed in, at a restarted server. */
export function atNewAddress(patients: readonly TestClient[], url: string): readonly TestClient[] {
  return patients.map((patient) => {
    const moved = createTestClient(url);
    for (const [name, value] of patient.cookies) moved.cookies.set(name, value);
    return Object.assign(moved, { email: patient.email, name: patient.name });
  });
}

/** Bookings that can all succeed: on each day, each patient gets a different free slot with a price. */
export async function bookingRequests(
  url: string,
  { patients, count }: { patients: readonly TestClient[]; count: number },
): Promise<readonly BookingRequest[]> {
  const client = createTestClient(url);
  const days = (await client.get('/api/v2/appointmentDays')).body as unknown as { date: string; spaces: number }[];
  const requests: BookingRequest[] = [];
  for (const { date } of days.filter(({ spaces }) => spaces >= 3 * patients.length)) {
    const options = (await client.get(`/api/v2/appointmentOptions?date=${date}`)).body as unknown as Option[];
    const free = options
      .filter(({ price }) => price > 0)
      .flatMap(({ _id, name, price, slots }) => slots.map((slot) => ({ _id, name, price, slot })));
    patients.forEach((by, number) => {
      const wanted = free[number * 3];
      if (!wanted) return;
      requests.push({
        by,
        key: `${date} ${number}`.replaceAll(/[ ,]+/g, '-'),
        body: {
          appointmentDate: date,
          treatment: wanted.name,
          optionId: wanted._id,
          slot: wanted.slot,
          patient: by.name,
          email: by.email,
          phone: '',
          price: wanted.price,
        },
      });
    });
    if (requests.length >= count) return requests.slice(0, count);
  }
  throw new Error(`The demo clinic has room for only ${requests.length} bookings`);
}
