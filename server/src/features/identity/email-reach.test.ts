import { beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { bookedAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const app = await startTestApp();
const dora = await personWith(app, { isDoctor: true, name: 'Dora Doctor' });
const desk = await personWith(app, { isFrontDesk: true });
const doctor = { id: dora.id, name: dora.name, photo: null };
const { optionId } = await openOption(app.database.db, { treatment: 'Cardiology', doctor });
beforeEach(async () => {
  app.clock = new Date('2024-01-05T10:05:00Z');
  await app.database.pool.query('delete from busy_times');
  await app.database.pool.query('delete from bookings');
});

const phone = '+1 202 555 0143';
const time = { treatment: 'Cardiology', appointmentDate: 'Jan 8, 2024', slot: '09:00 AM - 09:30 AM' };

const bookedBy = (patient: TestClient) => bookedAs(patient, { ...time, optionId, price: 50, phone });

/** What staff and the patient read about one appointment, wherever it is shown. */
async function emailsOf(id: string, patient?: TestClient): Promise<ReadonlySet<unknown>> {
  const only = (rows: unknown) => (rows as { _id: string; emails: unknown }[]).find(({ _id }) => _id === id)?.emails;
  const agenda = await dora.get('/api/agenda?from=2024-01-08&to=2024-01-08');
  const [day] = agenda.body['days'] as { appointments: unknown }[];
  const block = { calendarId: dora.id, date: '2024-01-08', startMinute: 540, minutes: 30, reason: 'A meeting' };
  const hits = await dora.post('/api/agenda/blocks', block);
  return new Set([
    (await desk.get(`/api/bookings/${id}`)).body['emails'],
    (await dora.get(`/api/bookings/${id}`)).body['emails'],
    only((await desk.get('/api/appointments')).body),
    only(day?.appointments),
    only(hits.body['bookings']),
    ...(patient
      ? [
          (await patient.get(`/api/bookings/${id}`)).body['emails'],
          only((await patient.get(`/api/bookings?email=${patient.email}`)).body),
        ]
      : []),
  ]);
}

describe('whether emails about an appointment reach the patient', () => {
  it('is said wherever it is shown, and changes when the address is confirmed', async () => {
    const patient = await app.person({ isConfirmed: false });
    const id = await bookedBy(patient);
    expect(await emailsOf(id, patient)).toEqual(new Set(['unconfirmed']));
    await app.deliverMail();
    const mails = app.mails.filter(({ to }) => to === patient.email);
    expect(mails).toHaveLength(1);
    const [, token] = /token=(\S+)/.exec(mails[0]?.text ?? '') ?? [];
    expect((await patient.post('/api/email-confirmation/confirm', { token })).status).toBe(200);
    expect(await emailsOf(id, patient)).toEqual(new Set(['on']));
    await app.deliverMail();
    expect(app.mails.findLast(({ to }) => to === patient.email)?.subject).toMatch(/^Your appointment on/);
  });

  it('is no for somebody without an address', async () => {
    const { body } = await desk.post('/api/appointments', { ...time, newPatient: { name: 'Tessa Telephone' }, phone });
    const { _id, emails } = body['appointment'] as { _id: string; emails: string };
    expect(emails).toBe('no-address');
    expect(await emailsOf(_id)).toEqual(new Set(['no-address']));
  });

  it('is said to whoever books for them, of a new account too', async () => {
    const newPatient = { name: 'Nora New', email: 'nora.new@example.org' };
    const { body } = await desk.post('/api/appointments', { ...time, newPatient });
    expect(body['appointment']).toMatchObject({ emails: 'unconfirmed' });
    // Only the link that confirms the address is sent.
    await app.deliverMail();
    expect(app.mails.filter(({ to }) => to === newPatient.email)).toMatchObject([
      { subject: expect.stringContaining('Your account') },
    ]);
  });

  it('is said of somebody on the waiting list, with their number', async () => {
    const patient = await app.person({ isConfirmed: false });
    await app.database.pool.query('update people set phone = $1 where email = $2', ['+12025550143', patient.email]);
    const wanted = { treatment: 'Cardiology', from: '2024-01-08', to: '2024-01-09', times: [] };
    expect((await patient.post('/api/waiting-list', wanted)).status).toBe(200);
    const { body } = await desk.get('/api/waiting-list/entries');
    expect(body).toMatchObject([{ email: patient.email, emails: 'unconfirmed', phone: '+1 202 555 0143' }]);
    expect((await patient.get('/api/waiting-list')).body[0]).not.toHaveProperty('emails');
  });
});
