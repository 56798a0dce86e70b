import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openOption } from '../../../testing/clinic.ts';
import { makePatients, type TokenPatient } from '../../../testing/many-patients.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { addDays, dateAt } from '../schedule/index.ts';

const app = await startTestApp({ environment: { MAX_UNPAID_BOOKINGS: '1000' }, poolSize: 50 });
await openOption(app.database.db, { treatment: 'Cardiology' });
const { secret, publicUrl: issuer } = app.config;
const patients = await makePatients(app.database.db, { count: 200, secret, issuer });

const tomorrow = addDays(dateAt(new Date(), 'UTC'), 1);

interface Wanted {
  readonly date: string;
  readonly treatment?: string;
  readonly slot?: string;
  readonly at?: TestApp;
}

async function book(by: TokenPatient, request: Wanted) {
  const { date, treatment = 'Cardiology', slot = '09:00 AM - 09:30 AM', at = app } = request;
  const response = await fetch(`${at.url}/api/bookings`, {
    method: 'POST',
    headers: { authorization: `bearer ${by.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      appointmentDate: mediumDateFromIso(date),
      treatment,
      slot,
      patient: by.name,
      email: by.email,
      phone: '',
      price: 50,
    }),
  });
  const body = (await response.json()) as { insertedId?: string; code?: string };
  return { status: response.status, ...body };
}

const countBy = (answers: readonly { status: number; code?: string }[]) => {
  const groups = Map.groupBy(answers, ({ status, code = '' }) => `${status} ${code}`.trim());
  return Object.fromEntries([...groups].map(([what, alike]) => [what, alike.length]));
};

it('gives a slot to exactly one of 200 patients, or 50, who book it at once, and refuses the others without an error', async () => {
  for (let round = 0; round < 20; round += 1) {
    const date = addDays(tomorrow, round);
    // Two hundred at once in some rounds; fewer find the same gap between two, in a quarter of the time.
    const competing = round < 2 ? patients : patients.slice(0, 50);
    const answers = await Promise.all(competing.map((patient) => book(patient, { date })));
    expect(countBy(answers)).toEqual({ '200': 1, '409 SLOT_TAKEN': competing.length - 1 });
  }
  const { rows } = await app.database.db.execute(sql`select count(*)::int as made from bookings`);
  expect(rows).toEqual([{ made: 20 }]);
}, 400_000);

it('gives a slot to one of 30 patients who book it while the front desk books it for 30 others', async () => {
  const { db } = app.database;
  const [desk] = patients.slice(-1);
  if (!desk) throw new Error('no patient');
  await db.execute(sql`update people set is_front_desk = true where id = ${desk.id}`);
  const bookFor = async (patient: TokenPatient, date: string) => {
    const response = await fetch(`${app.url}/api/appointments`, {
      method: 'POST',
      headers: { authorization: `bearer ${desk.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        patientId: patient.id,
        appointmentDate: mediumDateFromIso(date),
        treatment: 'Cardiology',
        slot: '09:00 AM - 09:30 AM',
      }),
    });
    return { status: response.status, ...((await response.json()) as { code?: string }) };
  };
  for (let round = 0; round < 3; round += 1) {
    const date = addDays(tomorrow, 100 + round);
    const answers = await Promise.all(
      patients.slice(0, 60).map((patient, number) => (number % 2 ? bookFor(patient, date) : book(patient, { date }))),
    );
    expect(countBy(answers)).toEqual({ '200': 1, '409 SLOT_TAKEN': 59 });
  }
}, 200_000);

it('makes one booking when the same request is submitted 50 times at once', async () => {
  const [patient] = patients;
  if (!patient) throw new Error('no patient');
  const date = addDays(tomorrow, 120);
  const answers = await Promise.all(Array.from({ length: 50 }, () => book(patient, { date })));
  expect(countBy(answers)).toEqual({ '200': 1, '409 ALREADY_BOOKED': 49 });
});

it('never lets a patient exceed the limit of unpaid bookings with parallel requests', async () => {
  await using limited = await startTestApp({ environment: { MAX_UNPAID_BOOKINGS: '5' }, poolSize: 30 });
  await openOption(limited.database.db, { treatment: 'Cardiology' });
  const { secret, publicUrl: issuer } = limited.config;
  const [patient] = await makePatients(limited.database.db, { count: 1, secret, issuer });
  if (!patient) throw new Error('no patient');
  const days = Array.from({ length: 30 }, (_, day) => addDays(tomorrow, day));
  const answers = await Promise.all(days.map((date) => book(patient, { date, at: limited })));
  expect(countBy(answers)).toEqual({ '200': 5, '409 TOO_MANY_UNPAID': 25 });
});

it('never overlaps two bookings of one doctor, even for different treatments at once', async () => {
  const { db } = app.database;
  const doctorId = (await db.execute(sql`select id from people limit 1`)).rows[0]?.['id'];
  const doctor = { id: String(doctorId), name: 'Dora Doc', photo: null };
  await openOption(db, { treatment: 'Short', minutes: 20, doctor });
  await openOption(db, { treatment: 'Long', minutes: 50, doctor });
  for (let round = 0; round < 3; round += 1) {
    const date = addDays(tomorrow, 130 + round);
    const answers = await Promise.all(
      patients.slice(0, 60).map((patient, number) => {
        const short = number % 2 === 0;
        const slot = short ? '09:40 AM - 10:00 AM' : '09:50 AM - 10:40 AM';
        return book(patient, { date, treatment: short ? 'Short' : 'Long', slot });
      }),
    );
    expect(countBy(answers)).toEqual({ '200': 1, '409 SLOT_TAKEN': 59 });
  }
}, 200_000);
