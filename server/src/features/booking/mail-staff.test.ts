import { beforeEach, describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { bookedAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const app = await startTestApp();
const doctor = await personWith(app, { isDoctor: true, name: 'Ada Winter' });
const other = await personWith(app, { isDoctor: true, name: 'Bo Summer' });
const desk = await personWith(app, { isFrontDesk: true });
for (const { id, name } of [doctor, other]) {
  const treatment = name === 'Ada Winter' ? 'Oncology' : 'Urology';
  await openOption(app.database.db, { treatment, doctor: { id, name, photo: null } });
}
const patient = await personWith(app, { name: 'Pia Patient' });
beforeEach(async () => {
  app.clock = new Date('2030-05-06T06:00:00Z');
  await app.database.pool.query('delete from bookings');
  await app.database.pool.query('delete from message_choices');
  await app.database.pool.query('delete from morning_summaries');
  await app.database.pool.query('delete from outgoing_messages');
});

const choose = (person: RoledClient, topic: string, on = true) =>
  person.request('PUT', '/api/message-choices', { body: { topic, channel: 'email', on } });

async function mailsTo(person: { email: string }, about: RegExp) {
  await app.deliverMail();
  return app.mails.filter(({ to, subject }) => to === person.email && about.test(subject));
}

async function book({ by = patient, treatment = 'Oncology', date = 'May 7, 2030' } = {}) {
  return bookedAs(by, {
    appointmentDate: date,
    treatment,
    slot: treatment === 'Oncology' ? '09:00 AM - 09:30 AM' : '10:00 AM - 10:30 AM',
    phone: '+44 20 7946 0000',
    visitReason: 'It hurts.',
    price: 50,
  });
}

describe('staff who chose emails about new appointments', () => {
  it('get them, doctors about their own, without patient, treatment or reason; nobody else does', async () => {
    const admin = await personWith(app, { isAdmin: true });
    for (const person of [doctor, other, desk]) await choose(person, 'new-bookings');
    const id = await book();
    const [mail, ...others] = await mailsTo(doctor, /^New appointment on May 7, 2030$/);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('09:00 AM - 09:30 AM');
    expect(mail?.text).toContain(`/dashboard/agenda?day=2030-05-07&appointment=${id}`);
    expect(mail?.html + (mail?.text ?? '')).not.toMatch(/Pia|Oncology|hurts|7946/);
    expect(mail?.unsubscribeUrl).toContain('.new-bookings.');
    expect(await mailsTo(desk, /New/)).toHaveLength(1);
    expect(await mailsTo(other, /New/)).toEqual([]);
    expect(await mailsTo(admin, /New/)).toEqual([]);
  });

  it('get none while they have no second factor and the clinic requires one', async () => {
    const { pool } = app.database;
    await choose(doctor, 'new-bookings');
    const before = (await mailsTo(doctor, /New/)).length;
    await pool.query('update clinic set require_second_factor = true');
    const sent = await book()
      .then(() => mailsTo(doctor, /New/))
      .finally(() => pool.query('update clinic set require_second_factor = false'));
    expect(sent).toHaveLength(before);
    const { rows } = await pool.query(`select said from outgoing_messages where kind = 'staff-new-bookings'`);
    expect(rows).toEqual([{ said: 'The recipient has no second factor, which the clinic requires.' }]);
  });

  it('get none about what they booked themselves, nor about what is cancelled again', async () => {
    for (const person of [doctor, desk]) await choose(person, 'new-bookings');
    const before = (await mailsTo(doctor, /New/)).length;
    await book({ by: doctor, treatment: 'Urology' });
    const id = await book();
    await patient.post(`/api/bookings/${id}/cancel`, {});
    expect(await mailsTo(doctor, /New/)).toHaveLength(before);
  });

  it('get one about a series', async () => {
    await choose(doctor, 'new-bookings');
    const answer = await desk.post('/api/appointments/series', {
      treatment: 'Oncology',
      appointmentDate: 'May 8, 2030',
      slot: '09:00 AM - 09:30 AM',
      patientId: patient.id,
      everyWeeks: 1,
      times: 3,
    });
    expect(answer.body).toMatchObject({ acknowledged: true });
    expect(await mailsTo(doctor, /^3 new appointments$/)).toHaveLength(1);
  });
});

describe('staff who chose emails about cancellations', () => {
  it('get them when a patient cancels, and not when they cancel themselves', async () => {
    for (const person of [doctor, desk]) await choose(person, 'cancelled-bookings');
    const id = await book();
    await patient.post(`/api/bookings/${id}/cancel`, {});
    const [mail] = await mailsTo(doctor, /^The appointment on May 7, 2030 was cancelled$/);
    expect(mail?.text).not.toMatch(/Pia|Oncology/);
    const before = (await mailsTo(desk, /cancelled/)).length;
    const second = await book();
    await desk.post(`/api/bookings/${second}/cancel`, { reason: 'A private reason.' });
    const sent = await mailsTo(doctor, /cancelled/);
    expect(sent).toHaveLength(2);
    expect(sent.at(-1)?.text).not.toContain('private');
    expect(await mailsTo(desk, /cancelled/)).toHaveLength(before);
  });
});

describe('staff who chose emails about cancellations also get them about a move', () => {
  const moveTo = (id: string, slot: string, by = patient) =>
    by.post(`/api/bookings/${id}/move`, { appointmentDate: 'May 9, 2030', slot });
  const MOVED = /^The appointment on May 7, 2030 was moved$/;

  it('once, with both times, without the patient and the treatment; not whoever moved it', async () => {
    for (const person of [doctor, other, desk]) await choose(person, 'cancelled-bookings');
    await choose(doctor, 'new-bookings');
    const id = await book();
    expect((await moveTo(id, '10:00 AM - 10:30 AM', desk)).body).toMatchObject({ acknowledged: true });
    const [mail, ...more] = await mailsTo(doctor, MOVED);
    expect(more).toEqual([]);
    expect(mail?.text).toMatch(/Old time: Tue, May 7, 2030, 09:00 AM - 09:30 AM, with Dr\. Ada Winter/);
    expect(mail?.text).toMatch(/When: Thu, May 9, 2030, 10:00 AM - 10:30 AM/);
    expect(mail?.html + (mail?.text ?? '')).not.toMatch(/Pia|Oncology|hurts|7946/);
    expect(mail?.unsubscribeUrl).toContain('.cancelled-bookings.');
    expect(await mailsTo(other, MOVED)).toEqual([]);
    expect(await mailsTo(desk, MOVED)).toEqual([]);
  });

  it('and none if it was moved back meanwhile', async () => {
    await choose(doctor, 'cancelled-bookings');
    const before = await mailsTo(doctor, /was moved$/);
    const id = await book();
    await moveTo(id, '10:00 AM - 10:30 AM');
    const back = { appointmentDate: 'May 7, 2030', slot: '09:00 AM - 09:30 AM' };
    expect((await patient.post(`/api/bookings/${id}/move`, back)).body).toMatchObject({ acknowledged: true });
    expect(await mailsTo(doctor, /was moved$/)).toEqual(before);
  });

  it('and so does a doctor who takes it over, if they chose emails about new appointments', async () => {
    const colleague = await personWith(app, { isDoctor: true, name: 'Cy Autumn' });
    const { id, name } = colleague;
    const { optionId } = await openOption(app.database.db, {
      treatment: 'Oncology',
      doctor: { id, name, photo: null },
    });
    for (const person of [colleague, desk, doctor]) await choose(person, 'new-bookings');
    const before = (await mailsTo(doctor, /^New appointment/)).length;
    const booking = await book();
    const to = { appointmentDate: 'May 9, 2030', slot: '10:00 AM - 10:30 AM', optionId };
    expect((await patient.post(`/api/bookings/${booking}/move`, to)).body).toMatchObject({ acknowledged: true });
    expect(await mailsTo(colleague, MOVED)).toHaveLength(1);
    expect(await mailsTo(desk, MOVED)).toEqual([]);
    // It was moved to the colleague before the email to the doctor was sent.
    expect(await mailsTo(doctor, /^New appointment/)).toHaveLength(before);
    await app.database.pool.query('delete from bookings');
    await app.database.pool.query('update appointment_options set open = false where id = $1', [optionId]);
  });
});

describe('the morning summary', () => {
  it('is sent once a day at seven, from any number of nodes, to whoever chose it and has appointments', async () => {
    await using node = await startTestApp({ beside: app });
    for (const person of [doctor, other, desk]) await choose(person, 'morning-summary');
    await book({ date: 'May 6, 2030' });
    const at = async (time: string) => {
      app.clock = node.clock = new Date(`2030-05-06T${time}:00Z`);
      await Promise.all([app.summarise(), node.summarise(), app.summarise()]);
    };
    await at('06:59');
    expect(await mailsTo(doctor, /on May 6, 2030/)).toEqual([]);
    for (const time of ['07:00', '07:05', '08:30']) await at(time);
    const [mail, ...more] = await mailsTo(doctor, /^1 appointment on May 6, 2030$/);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('09:00 AM - 09:30 AM: reference ');
    expect(mail?.text).not.toMatch(/Pia|Oncology|hurts/);
    expect(await mailsTo(desk, /on May 6, 2030/)).toHaveLength(1);
    expect(await mailsTo(other, /on May 6, 2030/)).toEqual([]);
  });

  it('is not sent late', async () => {
    await choose(doctor, 'morning-summary');
    await book({ date: 'May 6, 2030' });
    app.clock = new Date('2030-05-06T11:30:00Z');
    await app.summarise();
    const queued = await app.database.pool.query(
      `select 1 from outgoing_messages where kind = 'staff-morning-summary'`,
    );
    expect(queued.rows).toEqual([]);
  });
});
