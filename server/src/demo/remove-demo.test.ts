import { and, isNotNull, isNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../testing/admins.ts';
import { bookAs } from '../../testing/book.ts';
import { openOption } from '../../testing/clinic.ts';
import { conversationOn, messagesOf, say } from '../../testing/conversations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import type { TestAnswer, TestClient } from '../../testing/test-client.ts';
import {
  accounts,
  appointmentOptions,
  auditEntries,
  bookings,
  clinic,
  clinicHours,
  paymentOrders,
  people,
  posts,
  sessions,
  waitingListEntries,
} from '../database/schema/index.ts';
import { DEMO_ACCOUNTS, KNOWN_PASSWORD } from './accounts.ts';
import { DEMO_CLINIC_HOURS, DEMO_FACTS } from './clinic.ts';
import { holdsDemo } from './demo-rows.ts';
import { refuseDemoData } from './refuse-demo-data.ts';
import { previewRemoval, removeDemo } from './remove-demo.ts';
import { seedDemoClinic } from './seed-demo-clinic.ts';

let patient: RoledClient;
let doctor: RoledClient;
let demoAdmin: TestClient;
let conversationId: string;
let bookingsBefore: TestAnswer['body'];

const PRODUCTION = { demo: false, production: true, openToOthers: true };
const listBookings = async () => (await patient.get(`/api/bookings?email=${patient.email}`)).body;

async function signIn(email: string): Promise<{ client: TestClient; status: number }> {
  const client = app.client();
  const { status } = await client.post('/api/auth/sign-in/email', { email, password: KNOWN_PASSWORD });
  return { client, status };
}

/** Real people's actions in a demo clinic that refer to its accounts. */
async function useTheDemo() {
  const { db } = app.database;
  patient = await personWith(app, { name: 'Pat Real' });
  doctor = await personWith(app, { name: 'Dora Real', isDoctor: true });
  await openOption(db, { treatment: 'Cardiology', doctor: { id: doctor.id, name: doctor.name, photo: null } });

  const optionId = await bookDemoDoctor();
  await waitFor(optionId);
  bookingsBefore = await listBookings();
  expect(bookingsBefore).toHaveLength(1);

  const [post] = await db.select({ id: posts.id }).from(posts).orderBy(posts.id).limit(1);
  ({ _id: conversationId } = await conversationOn(patient, post?.id ?? ''));
  await say(patient, conversationId, 'Does this hold for children too?');

  demoAdmin = (await signIn(DEMO_ACCOUNTS[0].email)).client;
  expect((await demoAdmin.request('PUT', `/api/users/admin/${doctor.id}`)).status).toBe(200);
  const invitee = { email: 'invited@example.org', name: 'Ina Invited', role: 'admin' };
  expect((await demoAdmin.post('/api/invitations', invitee)).status).toBe(200);
  await payForABooking();
}

async function bookDemoDoctor() {
  const days = (await patient.get('/api/v2/appointmentDays')).body as unknown as { date: string }[];
  // After the days that the demo fills, of which some are full.
  const date = days[40]?.date;
  const { body } = await patient.get(`/api/v2/appointmentOptions?date=${date}`);
  const options = body as unknown as {
    _id: string;
    name: string;
    doctorName?: string;
    price: number;
    slots: string[];
  }[];
  const option = options.find(({ doctorName, slots }) => doctorName !== doctor.name && slots.length > 0);
  const answer = await bookAs(patient, {
    appointmentDate: date,
    treatment: option?.name,
    optionId: option?._id,
    slot: option?.slots[0],
    price: option?.price,
  });
  expect(answer.body).toMatchObject({ acknowledged: true });
  return option?._id;
}

async function waitFor(optionId: string | undefined) {
  const { db } = app.database;
  const [option] = await db
    .select({ treatmentId: appointmentOptions.treatmentId })
    .from(appointmentOptions)
    .where(sql`id = ${optionId}`);
  const day = { firstDay: '2031-01-01', lastDay: '2031-01-31' };
  const who = { personId: patient.id, treatedId: patient.id, joinedAt: new Date() };
  await db.insert(waitingListEntries).values(
    [optionId, null].map((of) => ({
      id: uuidv7(),
      ...who,
      ...day,
      optionId: of,
      treatmentId: option?.treatmentId ?? '',
    })),
  );
}

/** A booking of an invented child with a payment. */
async function payForABooking() {
  const { db } = app.database;
  const [booking] = await db.select().from(bookings).where(sql`treated_id <> patient_id`).limit(1);
  if (!booking) throw new Error('The demo has no bookings');
  await db.insert(paymentOrders).values({
    id: uuidv7(),
    bookingId: booking.id,
    via: 'card',
    provider: 'stripe',
    amountMinor: booking.priceMinor,
    currency: booking.currency,
    createdAt: new Date(),
    askAt: new Date(),
  });
}

const app = await startTestApp();
const { config, database } = app;
await seedDemoClinic({ db: database.db, config, now: new Date() });
await useTheDemo();
await database.db.update(clinic).set({ ...DEMO_FACTS, city: 'Berlin', version: 2 });
const removal = await removeDemo(database.db, new Date());

it('ends sign-ins and sessions of demo accounts', async () => {
  for (const { email } of DEMO_ACCOUNTS) expect((await signIn(email)).status).toBe(401);
  expect((await demoAdmin.get('/api/users')).status).toBe(401);
});

it('ends open invitations by demo accounts', async () => {
  expect((await doctor.get('/api/invitations')).body).toEqual([]);
});

it('leaves real people and their data', async () => {
  expect(await listBookings()).toEqual(bookingsBefore);
  expect(await messagesOf(patient, conversationId)).toMatchObject([{ message: 'Does this hold for children too?' }]);
  expect((await doctor.get('/api/users')).status).toBe(200);
  const { rows } = await app.database.db.execute(sql`select action from audit_entries`);
  expect(rows).toContainEqual({ action: 'make-admin' });
});

it('forgets what the demo clinic said about itself, and leaves what an admin has written', async () => {
  const { body } = await app.client().get('/api/clinic');
  expect(body).toMatchObject({ addressLines: [], phone: '', openingHours: '', city: 'Berlin' });
  expect(body).toMatchObject({ testimonials: [], news: [] });
  expect((await app.client().get('/api/clinic/hours')).body['weekly']).toEqual([]);
});

it('leaves only the options of real doctors open', async () => {
  const { body: days } = await app.client().get('/api/v2/appointmentDays');
  const date = (days as unknown as { date: string }[])[20]?.date;
  const { body } = await app.client().get(`/api/v2/appointmentOptions?date=${date}`);
  expect(body).toMatchObject([{ name: 'Cardiology', doctorName: doctor.name }]);
});

it('deletes unreferenced people, and leaves only the names of the others', async () => {
  const { db } = app.database;
  const alive = await db.select({ name: people.name }).from(people).where(isNull(people.deletedAt));
  expect(alive.map(({ name }) => name).toSorted()).toEqual([doctor.name, patient.name]);
  const erased = await db
    .select({ id: people.id })
    .from(people)
    .where(and(isNotNull(people.deletedAt)));
  // The admin in the audit log, the doctor in the conversation, the child whose appointment was paid, and who looks after them.
  expect(erased.map(({ id }) => id).toSorted()).toEqual([...removal.people.needed].toSorted());
  expect(erased).toHaveLength(4);
  const waysIn = await db.select({ personId: accounts.personId }).from(accounts);
  expect(waysIn.map(({ personId }) => personId).toSorted()).toEqual([doctor.id, patient.id].toSorted());
  expect(await db.$count(sessions, sql`person_id not in (${doctor.id}, ${patient.id})`)).toBe(0);
  expect(await db.$count(auditEntries)).toBeGreaterThan(0);
});

it("reports what it deleted, what it left, and real people's appointments", async () => {
  expect(removal.people.deleted).toBeGreaterThan(150);
  expect(removal.appointments.deleted).toBeGreaterThan(100);
  expect(removal.appointments.needed).toHaveLength(1);
  expect(removal.treatments.needed.length).toBeGreaterThan(0);
  expect(removal.comingAppointments).toBe(1);
  expect(removal.waiting).toBe(1);
});

it('deletes waiting list entries only for its own doctors', async () => {
  const { db } = app.database;
  const left = await db
    .select({ personId: waitingListEntries.personId, optionId: waitingListEntries.optionId })
    .from(waitingListEntries);
  expect(left).toEqual([{ personId: patient.id, optionId: null }]);
});

it('makes the data usable in production; a second removal finds nothing', async () => {
  const { db } = app.database;
  await refuseDemoData(db, PRODUCTION);
  expect(await holdsDemo(db)).toBe(false);
  expect(await previewRemoval(db, new Date())).toEqual({
    people: 0,
    appointments: 0,
    comingAppointments: 0,
    waiting: 0,
  });
});

it('allows a new demo, and leaves weekly hours that were there before it, also if they are the same', async () => {
  const { db } = app.database;
  await db.insert(clinicHours).values(DEMO_CLINIC_HOURS);
  await seedDemoClinic({ db, config: app.config, now: new Date() });
  expect((await signIn(DEMO_ACCOUNTS[0].email)).status).toBe(200);
  await removeDemo(db, new Date());
  expect((await app.client().get('/api/clinic/hours')).body['weekly']).toHaveLength(7);
});
