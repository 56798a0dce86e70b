import type { Agenda } from '@openhours/contract/agenda.ts';
import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { bookAs, bookedAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { appointmentOptions } from '../../database/schema/schedule.ts';

let patient: TestClient;

const DAY = '2024-01-08';
const slots = ['09:00 AM - 09:30 AM', '09:30 AM - 10:00 AM', '10:00 AM - 10:30 AM'] as const;

const app = await startTestApp();
const { db } = app.database;
const desk = await personWith(app, { isFrontDesk: true, name: 'Frida Desk' });
const dora = await personWith(app, { isDoctor: true, name: 'Dora Doctor' });
const dan = await personWith(app, { isDoctor: true, name: 'Dan Dentist' });
const doctor = { id: dora.id, name: 'Dora Doctor', photo: null };
const { optionId } = await openOption(db, { treatment: 'Cardiology', doctor });
await openOption(db, { treatment: 'Dental Care', doctor: { id: dan.id, name: 'Dan Dentist', photo: null } });
beforeEach(async () => {
  app.clock = new Date('2024-01-05T10:05:00Z');
  await app.database.db.execute(sql`delete from busy_times`);
  await app.database.db.execute(sql`delete from bookings`);
  await app.database.db.execute(sql`delete from running_late`);
  patient = await app.person();
});

async function book(slot: string = slots[0], by = patient): Promise<string> {
  return bookedAs(by, {
    appointmentDate: 'Jan 8, 2024',
    treatment: 'Cardiology',
    price: 50,
    optionId,
    slot,
  });
}
const refusedWith = (answer: { status: number; body: Record<string, unknown> }) => [
  answer.status,
  answer.body['code'] ?? answer.body['error'],
];
const mailsTo = (email: string) => app.mails.filter(({ to }) => to === email).map(({ subject }) => subject);

describe('notes', () => {
  it('are for staff: who, when, and struck out by whom', async () => {
    const id = await book();
    const { status, body } = await dora.post(`/api/bookings/${id}/notes`, { text: '  Bring the X-ray. ' });
    expect(status).toBe(200);
    const at = app.clock?.toISOString();
    const note = { _id: expect.any(String), text: 'Bring the X-ray.', at, by: 'Dora Doctor' };
    expect(body).toEqual({ acknowledged: true, note });
    expect((await desk.get(`/api/bookings/${id}/notes`)).body).toEqual([note]);

    const noteId = String((body['note'] as Record<string, unknown>)['_id']);
    const strike = () => desk.request('DELETE', `/api/bookings/${id}/notes/${noteId}`);
    const struck = { ...note, struck: { at, by: 'Frida Desk' } };
    expect((await strike()).body).toEqual({ acknowledged: true, note: struck });
    app.clock = new Date('2024-01-05T11:05:00Z');
    expect((await strike()).body).toEqual({ acknowledged: true, note: struck });
    expect((await desk.request('DELETE', `/api/bookings/${id}/notes/${uuidv7()}`)).status).toBe(404);
    expect((await desk.post(`/api/bookings/${id}/notes`, { text: '  ' })).status).toBe(400);
  });

  it('are never in what a patient gets: their booking, their list, their export, an email', async () => {
    const id = await book();
    await dora.post(`/api/bookings/${id}/notes`, { text: 'Difficult.' });
    await dora.post(`/api/bookings/${id}/cancel`, { reason: 'I am ill.' });
    const answers = await Promise.all([
      patient.get(`/api/bookings/${id}`),
      patient.get(`/api/bookings?email=${patient.email}`),
      patient.get('/api/me/export'),
      patient.get('/api/me/dashboard'),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain('Difficult');
    }
    await app.deliverMail();
    expect(mailsTo(patient.email)).not.toHaveLength(0);
    expect(JSON.stringify(app.mails)).not.toContain('Difficult');
  });

  it('about themselves are not for staff, nor those of another doctor', async () => {
    const own = await book(slots[1], desk);
    for (const by of [desk, dan]) {
      expect((await by.get(`/api/bookings/${own}/notes`)).status).toBe(404);
      expect((await by.post(`/api/bookings/${own}/notes`, { text: 'Mine.' })).status).toBe(404);
    }
    expect((await dora.get(`/api/bookings/${own}/notes`)).body).toEqual([]);
  });
});

const block = (by: TestClient, more: object = {}) =>
  by.post('/api/agenda/blocks', {
    calendarId: dora.id,
    date: DAY,
    startMinute: 540,
    minutes: 60,
    reason: 'Meeting',
    ...more,
  });
async function dayOfDora() {
  const { body } = await desk.get(`/api/agenda?from=${DAY}&to=${DAY}&doctor=${dora.id}`);
  const [day] = (body as unknown as Agenda).days;
  if (!day) throw new Error('The agenda has no such day');
  return day;
}

describe('blocking time', () => {
  it('takes its slots from everybody until it ends, and is in the audit log', async () => {
    const made = await block(dora);
    expect(made).toMatchObject({ status: 200, body: { startMinute: 540, minutes: 60, cancelledBookings: 0 } });
    const day = await dayOfDora();
    expect(day.blocks).toEqual([{ _id: made.body['_id'], startMinute: 540, minutes: 60, reason: 'Meeting' }]);
    expect(day.free[0]?.startMinutes.slice(0, 2)).toEqual([600, 630]);
    const late = await bookAs(patient, {
      appointmentDate: 'Jan 8, 2024',
      treatment: 'Cardiology',
      price: 50,
      optionId,
      slot: slots[0],
    });
    expect(refusedWith(late)).toEqual([409, 'SLOT_TAKEN']);

    const path = `/api/agenda/blocks/${String(made.body['_id'])}`;
    expect((await dan.request('DELETE', path)).status).toBe(404);
    expect((await dora.request('DELETE', path)).status).toBe(200);
    expect((await dora.request('DELETE', path)).status).toBe(404);
    expect((await dayOfDora()).blocks).toEqual([]);
    const { rows } = await app.database.db.execute(
      sql`select action, subject_name, detail from audit_entries where action like '%block-time' order by id`,
    );
    expect(rows).toEqual([
      { action: 'block-time', subject_name: 'Dora Doctor', detail: 'Jan 8, 2024, 09:00 AM - 10:00 AM: Meeting.' },
      { action: 'unblock-time', subject_name: 'Dora Doctor', detail: 'Jan 8, 2024, 09:00 AM - 10:00 AM: Meeting.' },
    ]);
  });

  it('is possible in the calendar of a treatment without a doctor, which the audit log names', async () => {
    const { db } = app.database;
    const general = await openOption(db, { treatment: 'General' });
    const [option] = await db.select().from(appointmentOptions).where(eq(appointmentOptions.id, general.optionId));
    const made = await block(desk, { calendarId: option?.calendarId });
    expect(made.status).toBe(200);
    const ended = await desk.request('DELETE', `/api/agenda/blocks/${String(made.body['_id'])}`);
    expect(ended.status).toBe(200);
    const { rows } = await db.execute(
      sql`select action, subject_id, detail from audit_entries where action like '%block-time' order by id desc limit 2`,
    );
    const detail = 'General, Jan 8, 2024, 09:00 AM - 10:00 AM: Meeting.';
    expect(rows).toEqual([
      { action: 'unblock-time', subject_id: null, detail },
      { action: 'block-time', subject_id: null, detail },
    ]);
    await db.delete(appointmentOptions).where(eq(appointmentOptions.id, general.optionId));
  });

  it('shows which appointments it hits, and cancels them only if each is named, with a reason', async () => {
    const first = await book(slots[0]);
    const other = await app.person();
    const second = await book(slots[1], other);
    await book(slots[2], await app.person());
    const refused = await block(desk);
    expect(refusedWith(refused)).toEqual([409, 'HITS_BOOKINGS']);
    expect((refused.body['bookings'] as { _id: string }[]).map(({ _id }) => _id)).toEqual([first, second]);
    expect(refusedWith(await block(desk, { cancel: [first], cancelReason: 'Ill.' }))).toEqual([409, 'HITS_BOOKINGS']);
    expect(refusedWith(await block(desk, { cancel: [first, second] }))).toEqual([409, 'REASON_MISSING']);
    expect((await patient.get(`/api/bookings/${first}`)).body).toMatchObject({ state: 'booked' });

    const cancellations = { topic: 'cancelled-bookings', channel: 'email' };
    await dora.request('PUT', '/api/message-choices', { body: { ...cancellations, on: true } });
    const done = await block(desk, { cancel: [first, second], cancelReason: 'Dora is ill.' });
    expect(done).toMatchObject({ status: 200, body: { cancelledBookings: 2 } });
    expect((await other.get(`/api/bookings/${second}`)).body).toMatchObject({
      state: 'cancelled',
      cancelReason: 'Dora is ill.',
    });
    await app.deliverMail();
    expect(mailsTo(other.email)).toEqual(['Your appointment on Jan 8, 2024 was cancelled']);
    expect(mailsTo(dora.email)).toEqual(['2 cancelled appointments']);
    expect((await dayOfDora()).appointments).toHaveLength(1);
  });

  it('leaves an appointment that has begun, and cancels nothing else with it', async () => {
    const first = await book(slots[0]);
    const second = await book(slots[1], await app.person());
    app.clock = new Date(`${DAY}T09:05:00Z`);
    for (const [state, version] of [
      ['arrived', 1],
      ['in-progress', 2],
    ]) {
      const answer = await desk.request('PUT', `/api/bookings/${first}/state`, { body: { state, version } });
      expect(answer.status).toBe(200);
    }
    const refused = await block(dora, { cancel: [first, second], cancelReason: 'An emergency.' });
    expect(refusedWith(refused)).toEqual([409, 'HAS_BEGUN']);
    expect((await dora.get(`/api/bookings/${second}`)).body).toMatchObject({ state: 'booked' });
    const rest = await block(dora, { startMinute: 570, minutes: 30, cancel: [second], cancelReason: 'An emergency.' });
    expect(rest.status).toBe(200);
  });

  it('takes a slot from whoever is booking it', async () => {
    await app.database.db.execute(sql`insert into busy_times (id, kind, calendar_id, day, start_minute, starts_at,
      busy_until, expires_at, holder_id, option_id) values (${uuidv7()}, 'hold', ${dora.id}, ${DAY}, 540,
      '2024-01-08T09:00Z', '2024-01-08T09:30Z', '2024-01-05T10:10Z', ${desk.id}, ${optionId})`);
    expect((await block(dora)).status).toBe(200);
    expect((await dayOfDora()).held).toEqual([]);
  });

  it('is refused a second time, for a past time, and for a foreign or unknown calendar', async () => {
    expect((await block(dora)).status).toBe(200);
    expect(refusedWith(await block(desk, { startMinute: 570 }))).toEqual([409, 'BLOCKED_ALREADY']);
    expect(refusedWith(await block(desk, { date: '2024-01-04' }))).toEqual([409, 'OVER']);
    expect((await block(dan)).status).toBe(404);
    expect((await block(desk, { calendarId: uuidv7() })).status).toBe(404);
    expect((await block(desk, { startMinute: 1400, minutes: 60 })).status).toBe(400);
    expect((await block(desk, { reason: ' \u200b ' })).status).toBe(400);
  });

  it('and booking at the same moment: one of the two happens', async () => {
    const requests = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const by = await app.person();
        return () =>
          bookAs(by, { appointmentDate: 'Jan 8, 2024', treatment: 'Cardiology', price: 50, optionId, slot: slots[0] });
      }),
    );
    const [blocked, ...booked] = await Promise.all([block(dora), ...requests.map((request) => request())]);
    const successes = booked.filter(({ status }) => status === 200);
    expect(successes).toHaveLength(blocked?.status === 200 ? 0 : 1);
    const day = await dayOfDora();
    expect(day.blocks.length + day.appointments.length).toBe(1);
  });
});

describe('running late', () => {
  const say = (by: TestClient, minutes: number) =>
    by.request('PUT', '/api/agenda/delay', { body: { calendarId: dora.id, minutes } });

  it('reaches those who still wait today, on their page and once by email', async () => {
    const id = await book(slots[1]);
    const seen = await app.person();
    const done = await book(slots[0], seen);
    app.clock = new Date(`${DAY}T09:05:00Z`);
    await desk.request('PUT', `/api/bookings/${done}/state`, { body: { state: 'arrived', version: 1 } });
    await desk.request('PUT', `/api/bookings/${done}/state`, { body: { state: 'in-progress', version: 2 } });

    expect((await say(dora, 20)).body).toEqual({ acknowledged: true, notified: 1, withoutEmail: 0 });
    expect((await say(desk, 20)).body).toEqual({ acknowledged: true, notified: 0, withoutEmail: 0 });
    expect((await dayOfDora()).lateMinutes).toBe(20);
    expect((await patient.get(`/api/bookings/${id}`)).body).toMatchObject({ lateMinutes: 20 });
    expect((await patient.get('/api/me/dashboard')).body).toMatchObject({ nextAppointment: { lateMinutes: 20 } });
    expect((await seen.get(`/api/bookings/${done}`)).body).not.toHaveProperty('lateMinutes');
    await app.deliverMail();
    const late = 'Dr. Dora Doctor is running about 20 minutes late';
    expect(mailsTo(patient.email).filter((subject) => subject === late)).toHaveLength(1);
    expect(mailsTo(seen.email)).not.toContain(late);

    expect((await say(dora, 0)).body).toEqual({ acknowledged: true, notified: 1, withoutEmail: 0 });
    expect(await dayOfDora()).not.toHaveProperty('lateMinutes');
    await app.deliverMail();
    expect(mailsTo(patient.email).at(-1)).toBe('Dr. Dora Doctor is on time again');
  });

  it('says for whom the appointment is, if it is for somebody whom the recipient looks after', async () => {
    const child = { name: 'Kim Child', dateOfBirth: '2015-01-01', relation: 'child' };
    const added = await patient.post('/api/me/dependants', child);
    const { _id: treatedId } = added.body['dependant'] as { _id: string };
    const wanted = { appointmentDate: 'Jan 8, 2024', treatment: 'Cardiology', price: 50, optionId, slot: slots[1] };
    await bookedAs(patient, { ...wanted, treatedId });
    app.clock = new Date(`${DAY}T09:05:00Z`);
    await say(dora, 20);
    await app.deliverMail();
    const late = app.mails.find(({ to, subject }) => to === patient.email && subject.endsWith('20 minutes late'));
    expect(late?.text).toContain(`For: Kim Child\n\nAppointment: today, ${slots[1]}`);
  });

  it('is not emailed about an appointment that was moved to another day meanwhile', async () => {
    const id = await book(slots[1]);
    app.clock = new Date(`${DAY}T09:05:00Z`);
    await say(dora, 20);
    await app.deliverMail();
    expect((await say(dora, 0)).body).toMatchObject({ notified: 1 });
    const to = { appointmentDate: 'Jan 9, 2024', slot: slots[1] };
    expect((await desk.post(`/api/bookings/${id}/move`, to)).status).toBe(200);
    await app.deliverMail();
    expect(mailsTo(patient.email)).not.toContain('Dr. Dora Doctor is on time again');
  });

  it('counts as notified only those whom an email reaches', async () => {
    const unconfirmed = await app.person({ isConfirmed: false });
    await book(slots[0]);
    await book(slots[1], unconfirmed);
    const newPatient = { name: 'Tessa Telephone' };
    const phone = '+49 30 901820';
    const wanted = { newPatient, phone, treatment: 'Cardiology', appointmentDate: 'Jan 8, 2024', slot: slots[2] };
    expect((await desk.post('/api/appointments', wanted)).status).toBe(200);
    app.clock = new Date(`${DAY}T08:55:00Z`);
    expect((await say(dora, 20)).body).toEqual({ acknowledged: true, notified: 1, withoutEmail: 2 });
    await app.deliverMail();
    const late = 'Dr. Dora Doctor is running about 20 minutes late';
    expect(mailsTo(patient.email)).toContain(late);
    expect(mailsTo(unconfirmed.email)).not.toContain(late);
  });

  it("is not emailed after the appointment's time, nor shown after its day, even if its state was not set", async () => {
    const id = await book(slots[0]);
    app.clock = new Date(`${DAY}T16:00:00Z`);
    expect((await say(dora, 30)).body).toEqual({ acknowledged: true, notified: 0, withoutEmail: 0 });
    app.clock = new Date('2024-01-09T07:00:00Z');
    expect((await patient.get(`/api/bookings/${id}`)).body).not.toHaveProperty('lateMinutes');
  });

  it('is said of the day alone, and by the doctor or the front desk', async () => {
    await book(slots[0]);
    expect((await say(desk, 30)).body).toEqual({ acknowledged: true, notified: 0, withoutEmail: 0 });
    expect(await dayOfDora()).not.toHaveProperty('lateMinutes');
    expect((await say(dan, 30)).status).toBe(404);
    expect((await say(desk, 241)).status).toBe(400);
  });
});
