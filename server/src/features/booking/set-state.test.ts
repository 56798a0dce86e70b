import type { Agenda } from '@openhours/contract/agenda.ts';
import type { Statistics } from '@openhours/contract/statistics.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { bookedAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';

let patient: RoledClient;
const app = await startTestApp();
const doctor = await personWith(app, { name: 'Dora Doctor', isDoctor: true });
const desk = await personWith(app, { isFrontDesk: true });
const { optionId } = await openOption(app.database.db, {
  treatment: 'Cardiology',
  doctor: { id: doctor.id, name: doctor.name, photo: null },
});

let day = 7;
let bookingId: string;
beforeEach(async () => {
  app.clock = new Date('2024-01-05T10:05:00Z');
  day += 1;
  patient = await personWith(app);
  const request = {
    appointmentDate: `Jan ${day}, 2024`,
    treatment: 'Cardiology',
    slot: '09:00 AM - 09:30 AM',
    price: 50,
  };
  bookingId = await bookedAs(patient, { ...request, optionId });
  app.clock = new Date(`2024-01-${String(day).padStart(2, '0')}T09:10:00Z`);
});

const seenBy = async (by: TestClient) => (await by.get(`/api/bookings/${bookingId}`)).body;
async function become(by: TestClient, state: string, version?: number) {
  const known = version ?? (await seenBy(desk))['version'];
  return by.request('PUT', `/api/bookings/${bookingId}/state`, { body: { state, version: known } });
}

describe('the state of an appointment', () => {
  it('goes from booked to done, with who and when in its history; the patient reads it too', async () => {
    expect(await seenBy(patient)).toMatchObject({ state: 'booked', version: 1, can: { become: [] } });
    expect(await seenBy(doctor)).toMatchObject({ can: { cancel: true, move: true, become: ['arrived', 'no-show'] } });
    expect((await become(desk, 'arrived')).body).toMatchObject({ acknowledged: true, booking: { state: 'arrived' } });
    expect((await become(doctor, 'in-progress')).status).toBe(200);
    expect((await become(doctor, 'done')).status).toBe(200);
    const at = app.clock?.toISOString();
    expect(await seenBy(patient)).toMatchObject({
      state: 'done',
      version: 4,
      can: { cancel: false, move: false },
      history: [
        { state: 'booked', as: 'patient', byReader: true },
        { state: 'arrived', as: 'clinic', byReader: false, at },
        { state: 'in-progress', as: 'doctor', at },
        { state: 'done', as: 'doctor', at },
      ],
    });
  });

  it('shows staff who made each change, and the patient in which role', async () => {
    await become(desk, 'arrived');
    const names = async (by: TestClient) => {
      const { history } = (await seenBy(by)) as unknown as { history: { by?: string }[] };
      return history.map(({ by: name }) => name);
    };
    expect(await names(doctor)).toEqual([patient.name, desk.name]);
    expect(await names(patient)).toEqual([undefined, undefined]);
  });

  it('is undone after a mistake, and the history keeps both', async () => {
    await become(desk, 'no-show');
    expect(await seenBy(desk)).toMatchObject({ can: { become: ['booked', 'arrived'] } });
    expect((await become(desk, 'booked')).status).toBe(200);
    const { history } = (await seenBy(desk)) as unknown as { history: { state: string }[] };
    expect(history.map(({ state }) => state)).toEqual(['booked', 'no-show', 'booked']);
  });

  it('is put right on a later day, and the statistics of its day follow', async () => {
    await become(desk, 'no-show');
    const date = encodeURIComponent(`Jan ${day}, 2024`);
    const counts = async () => {
      const admin = await personWith(app, { isAdmin: true });
      const { body } = await admin.get(`/api/statistics?from=${date}&to=${date}`);
      return (body as unknown as Statistics).appointments;
    };
    expect(await counts()).toMatchObject({ noShow: 1, done: 0 });
    app.clock = new Date('2024-02-20T09:00:00Z');
    for (const state of ['arrived', 'in-progress', 'done']) expect((await become(desk, state)).status).toBe(200);
    expect(await counts()).toMatchObject({ noShow: 0, done: 1 });
  });

  it('goes back to no-show if an arrival after it is undone', async () => {
    await become(desk, 'no-show');
    await become(desk, 'arrived');
    expect(await seenBy(desk)).toMatchObject({ can: { become: ['in-progress', 'no-show'] } });
    const date = app.clock?.toISOString().slice(0, 10);
    const agenda = (await desk.get(`/api/agenda?from=${date}&to=${date}`)).body as unknown as Agenda;
    expect(agenda.days[0]?.appointments).toMatchObject([{ can: { become: ['in-progress', 'no-show'] } }]);
    expect((await become(desk, 'booked')).body).toMatchObject({ code: 'NOT_POSSIBLE' });
    expect((await become(desk, 'no-show')).status).toBe(200);
    expect(await seenBy(desk)).toMatchObject({ can: { become: ['booked', 'arrived'] } });
  });

  it('stays the same if it is pressed twice, and if somebody else was faster', async () => {
    await become(desk, 'arrived', 1);
    expect((await become(desk, 'arrived', 1)).body).toMatchObject({ booking: { version: 2 } });
    expect((await become(doctor, 'no-show', 1)).body).toMatchObject({ code: 'CHANGED_MEANWHILE', version: 2 });
  });

  it('cannot be reached from everywhere', async () => {
    const { status, body } = await become(desk, 'done');
    expect([status, body['code'], body['message']]).toEqual([
      409,
      'NOT_POSSIBLE',
      'An appointment that is booked cannot become done.',
    ]);
    expect((await become(desk, 'cancelled')).status).toBe(400);
    app.clock = new Date('2024-01-07T09:00:00Z');
    expect((await become(desk, 'arrived')).body['message']).toBe('The day of the appointment has not begun yet.');
  });

  it('is changed once by two people at the same moment', async () => {
    const answers = await Promise.all([become(desk, 'arrived', 1), become(doctor, 'no-show', 1)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await seenBy(desk))['version']).toBe(2);
  });
});

describe('the audit log', () => {
  const lines = async () => {
    const admin = await personWith(app, { isAdmin: true });
    const { body } = await admin.get(`/api/audit?on=${patient.id}`);
    return (
      body as unknown as { what: string; who: { name: string }; detail?: string; outcome: string }[]
    ).toReversed();
  };

  it('has a no-show and that it was undone, with who did it', async () => {
    await become(desk, 'no-show');
    await become(doctor, 'booked');
    const { reference } = await seenBy(desk);
    const detail = `Cardiology with Dr. Dora Doctor on Jan ${day}, 2024, ${String(reference)}`;
    expect(await lines()).toMatchObject([
      { what: 'mark-no-show', who: { name: desk.name }, on: { name: patient.name }, outcome: 'done', detail },
      { what: 'undo-no-show', who: { name: doctor.name }, detail },
    ]);
  });

  it('has that staff ended the time to pay for their own appointment by marking it as arrived', async () => {
    const slot = '10:00 AM - 10:30 AM';
    const own = { appointmentDate: `Jan ${day}, 2024`, treatment: 'Cardiology', slot, price: 50, optionId };
    bookingId = await bookedAs(desk, own);
    patient = desk;
    await app.database.pool.query(
      "update bookings set payment = 'at-booking', pay_by = starts_at - interval '30 minutes' where id = $1",
      [bookingId],
    );
    expect(await seenBy(desk)).toHaveProperty('payBy');
    expect((await become(desk, 'arrived')).status).toBe(200);
    expect(await seenBy(desk)).not.toHaveProperty('payBy');
    expect(await lines()).toMatchObject([
      { what: 'mark-own-arrival', who: { name: desk.name }, on: { name: desk.name } },
    ]);
  });

  it('leaves the course of a visit to its history, and has nothing that was refused or repeated', async () => {
    await become(desk, 'arrived', 1);
    await become(desk, 'arrived', 1);
    await become(desk, 'no-show', 1);
    await become(doctor, 'in-progress');
    await become(doctor, 'done');
    expect(await lines()).toEqual([]);
  });
});

it('no statement can leave out the history, or make a transition that is not in the table', async () => {
  const { pool } = app.database;
  await expect(pool.query("update bookings set state = 'done' where id = $1", [bookingId])).rejects.toMatchObject({
    constraint: 'booking_transition_known',
  });
  await pool.query("update bookings set state = 'arrived' where id = $1", [bookingId]);
  expect(await seenBy(desk)).toMatchObject({ version: 2, history: [{ state: 'booked' }, { state: 'arrived' }] });
  await expect(pool.query('update booking_history set state = $1', ['done'])).rejects.toThrow(
    'booking_history is append-only',
  );
});
