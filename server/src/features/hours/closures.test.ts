import type { Agenda } from '@openhours/contract/agenda.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { bookAs } from '../../../testing/book.ts';
import {
  ELEVEN,
  MONDAY,
  NEXT_MONDAY,
  NINE,
  type Practice,
  QUIET_MONDAY,
  startTimetableClinic,
  TEN,
  type TimetableClinic,
  TUESDAY,
} from '../../../testing/timetable-clinic.ts';
import { appointmentOptions } from '../../database/schema/schedule.ts';
import { addDays } from '../schedule/index.ts';

let clinic: TimetableClinic;
let practice: Practice;
beforeAll(async () => {
  clinic = await startTimetableClinic();
});
beforeEach(async () => {
  practice = await clinic.hire();
});
afterAll(() => clinic.app.close());

describe('closing days', () => {
  const close = (body: object, by: RoledClient = clinic.admin) =>
    by.post('/api/closures', { from: MONDAY, to: TUESDAY, reason: 'Moving house', ...body });
  const reopen = (id: unknown, from: { from: string; fromMinute?: number }, by: RoledClient = clinic.admin) =>
    by.post(`/api/closures/${String(id)}/reopen`, from);
  /** Opens all of it again. */
  const remove = (id: unknown, by?: RoledClient) => reopen(id, { from: '2026-11-01' }, by);

  it("remove a doctor's slots and show patients the reason, until the days are opened again", async () => {
    const { status, body } = await close({ doctorId: practice.doctor.id }, practice.doctor);
    expect(status).toBe(200);
    expect(body).toMatchObject({ acknowledged: true, from: MONDAY, to: TUESDAY, doctorName: practice.doctor.name });
    expect(await practice.slotsOn(MONDAY)).toMatchObject({
      slots: [],
      closed: [{ reason: 'Moving house', whose: 'doctor' }],
    });
    expect(await practice.startsOn(NEXT_MONDAY)).toHaveLength(3);
    expect(await close({ doctorId: practice.doctor.id })).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_CLOSED' },
    });

    const listed = async (by: { get: RoledClient['get'] }) =>
      ((await by.get('/api/closures')).body as unknown as { _id: string }[]).map(({ _id }) => _id);
    expect(await listed(practice.doctor)).toEqual([body['_id']]);
    expect(await listed(clinic.app.client())).toEqual([]);
    const stranger = await personWith(clinic.app, { isDoctor: true });
    expect((await remove(body['_id'], stranger)).status).toBe(404);
    expect((await remove(body['_id'], practice.doctor)).status).toBe(200);
    expect((await remove(body['_id'], practice.doctor)).status).toBe(404);
    expect(await practice.startsOn(MONDAY)).toHaveLength(3);
  });

  it('of the whole clinic can be set by admins only, and apply to every doctor', async () => {
    const days = { from: QUIET_MONDAY, to: QUIET_MONDAY };
    expect((await close(days, practice.doctor)).status).toBe(403);
    const id = await practice.book(QUIET_MONDAY, NINE);
    const other = await clinic.hire();
    const othersId = await other.book(QUIET_MONDAY, TEN);
    // Also an appointment of somebody who can no longer be booked.
    const { db } = clinic.app.database;
    const theirs = eq(appointmentOptions.doctorId, practice.doctor.id);
    await db.update(appointmentOptions).set({ open: false }).where(theirs);
    const preview = await clinic.admin.post('/api/closures/preview', days);
    expect(preview.body['bookings']).toMatchObject([{ _id: id }, { _id: othersId }]);
    await db.update(appointmentOptions).set({ open: true }).where(theirs);
    expect(await close(days)).toMatchObject({
      status: 409,
      body: { code: 'STRANDS_BOOKINGS', bookings: [{ _id: id }, { _id: othersId }] },
    });
    const { body } = await close({ ...days, bookings: 'cancel' });
    expect(body).toMatchObject({ cancelledBookings: 2, keptBookings: 0 });
    expect(await practice.bookingOf(id)).toMatchObject({
      state: 'cancelled',
      cancelReason: 'The clinic is closed at that time (Moving house). Please book another appointment.',
    });
    expect((await clinic.app.client().get('/api/closures')).body).toMatchObject([{ reason: 'Moving house' }]);
    expect((await remove(body['_id'], practice.doctor)).status).toBe(403);
    const allDay = { startMinute: 0, minutes: 1440, reason: 'Moving house', whose: 'clinic' };
    const found = (await clinic.app.client().get(`/api/availability?from=${QUIET_MONDAY}&days=1`)).body;
    expect(found['options']).toContainEqual(
      expect.objectContaining({
        treatment: practice.treatment,
        days: [{ date: QUIET_MONDAY, status: 'closed', slots: [], closed: [allDay] }],
      }),
    );
    await remove(body['_id']);
  });

  it('of the whole clinic mark their appointments that are kept', async () => {
    const kept = await practice.book(QUIET_MONDAY, TEN);
    const time = { from: QUIET_MONDAY, to: QUIET_MONDAY, fromMinute: 600 };
    const { body } = await close({ ...time, bookings: 'keep' });
    const agenda = await clinic.admin.get(
      `/api/agenda?from=${QUIET_MONDAY}&to=${QUIET_MONDAY}&doctor=${practice.doctor.id}`,
    );
    expect((agenda.body as unknown as Agenda).days[0]).toMatchObject({
      closed: [{ startMinute: 600, minutes: 840, reason: 'Moving house' }],
      appointments: [{ _id: kept, isClinicClosed: true, isDoctorAway: false }],
    });
    await remove(body['_id']);
  });

  it('from a time on are set by the front desk when a doctor falls ill, and keep what is booked', async () => {
    const { app } = clinic;
    const desk = await personWith(app, { isFrontDesk: true });
    const nine = await practice.book(QUIET_MONDAY, NINE);
    const ten = await practice.book(QUIET_MONDAY, TEN, await personWith(app));
    const ill = {
      from: QUIET_MONDAY,
      to: addDays(QUIET_MONDAY, 1),
      fromMinute: 600,
      reason: 'Ill',
      doctorId: practice.doctor.id,
    };
    expect((await close({ ...ill, doctorId: undefined }, desk)).status).toBe(403);
    expect(await close(ill, desk)).toMatchObject({
      status: 409,
      body: { code: 'STRANDS_BOOKINGS', bookings: [{ _id: ten }] },
    });
    const { body } = await close({ ...ill, bookings: 'keep' }, desk);
    expect(body).toMatchObject({ fromMinute: 600, keptBookings: 1, cancelledBookings: 0 });

    const dayOf = async (date: string) => {
      const found = await desk.get(`/api/agenda?from=${date}&to=${date}&doctor=${practice.doctor.id}`);
      return (found.body as unknown as Agenda).days[0];
    };
    const day = await dayOf(QUIET_MONDAY);
    const absence = {
      _id: body['_id'],
      from: QUIET_MONDAY,
      to: ill.to,
      fromMinute: 600,
      toMinute: 1440,
      reason: 'Ill',
      whose: 'doctor',
    };
    expect(day).toMatchObject({ closed: [{ ...absence, startMinute: 600, minutes: 840 }], free: [] });
    expect(day?.appointments).toMatchObject([
      { _id: nine, isDoctorAway: false },
      { _id: ten, isDoctorAway: true },
    ]);
    expect((await dayOf(ill.to))?.closed).toEqual([{ ...absence, startMinute: 0, minutes: 1440 }]);

    const cancelled = await desk.post(`/api/bookings/${ten}/cancel`, { reason: 'The doctor is ill.' });
    expect(cancelled.status).toBe(200);
    for (const slot of [TEN, ELEVEN]) {
      const request = {
        appointmentDate: mediumDateFromIso(QUIET_MONDAY),
        treatment: practice.treatment,
        price: 50,
        slot,
      };
      expect((await bookAs(await personWith(app), request)).status).toBe(409);
    }
    // Before that time, the doctor can be booked as usual.
    await practice.doctor.post(`/api/bookings/${nine}/cancel`, { reason: 'A test.' });
    expect(await practice.startsOn(QUIET_MONDAY)).toEqual(['09:00 AM']);

    expect((await remove(body['_id'], desk)).status).toBe(200);
    expect(await practice.startsOn(QUIET_MONDAY)).toHaveLength(3);
    const { rows } = await app.database.db.execute(
      sql`select action, detail from audit_entries where actor_id = ${desk.id} and action like '%-days' order by id`,
    );
    const days = 'Dec 14, 2026 from 10:00 AM to Dec 15, 2026: Ill.';
    expect(rows).toEqual([
      { action: 'close-days', detail: `${days} 1 booking kept outside the hours.` },
      { action: 'reopen-days', detail: days },
    ]);
  });

  it('are decided about for patients who have arrived early, too', async () => {
    const { app } = clinic;
    const id = await practice.book(MONDAY, TEN);
    const before = app.clock;
    app.clock = new Date(`${MONDAY}T08:50:00Z`);
    const arrived = { state: 'arrived', version: 1 };
    expect((await clinic.admin.request('PUT', `/api/bookings/${id}/state`, { body: arrived })).status).toBe(200);
    const ill = { from: MONDAY, to: MONDAY, fromMinute: 600, reason: 'Ill', doctorId: practice.doctor.id };
    expect(await close(ill)).toMatchObject({
      status: 409,
      body: { code: 'STRANDS_BOOKINGS', bookings: [{ _id: id, state: 'arrived' }] },
    });
    const { body } = await close({ ...ill, bookings: { [id]: 'cancel' } });
    expect(body).toMatchObject({ cancelledBookings: 1 });
    expect(await practice.bookingOf(id)).toMatchObject({ state: 'cancelled' });
    await remove(body['_id']);
    app.clock = before;
  });

  it('open again from the day on which the doctor is back, and the days before stay closed', async () => {
    const { body } = await close({ doctorId: practice.doctor.id, to: NEXT_MONDAY }, practice.doctor);
    const back = (from: string, by: RoledClient = practice.doctor) => reopen(body['_id'], { from }, by);
    const stranger = await personWith(clinic.app, { isDoctor: true });
    expect((await back(TUESDAY, stranger)).status).toBe(404);
    expect((await back(TUESDAY)).status).toBe(200);
    expect((await practice.doctor.get('/api/closures')).body).toMatchObject([
      { _id: body['_id'], from: MONDAY, to: MONDAY, reason: 'Moving house' },
    ]);
    expect(await practice.startsOn(MONDAY)).toEqual([]);
    expect(await practice.startsOn(NEXT_MONDAY)).toHaveLength(3);
    // A colleague who has not seen it opens nothing more.
    expect(await back(NEXT_MONDAY)).toMatchObject({ status: 409, body: { code: 'OVER' } });
    expect((await back(MONDAY)).status).toBe(200);
    expect((await practice.doctor.get('/api/closures')).body).toEqual([]);
    const { rows } = await clinic.app.database.db.execute(
      sql`select detail from audit_entries where actor_id = ${practice.doctor.id} and action = 'reopen-days' order by id`,
    );
    expect(rows).toEqual([
      { detail: 'Nov 24, 2026 to Nov 30, 2026: Moving house.' },
      { detail: 'Nov 23, 2026: Moving house.' },
    ]);
  });

  it('end at a time of the last day, and later times can be booked', async () => {
    const doctorId = practice.doctor.id;
    const nine = await practice.book(MONDAY, NINE);
    const eleven = await practice.book(MONDAY, ELEVEN, await personWith(clinic.app));
    const course = { from: '2026-11-22', to: MONDAY, fromMinute: 900, toMinute: 630, reason: 'A course', doctorId };
    const { body } = await close({ ...course, bookings: 'cancel' });
    expect(body).toMatchObject({ toMinute: 630, cancelledBookings: 1 });
    expect(await practice.bookingOf(nine)).toMatchObject({ state: 'cancelled' });
    // From half past ten to twelve there is one slot of an hour, and it overlaps the appointment at eleven.
    expect(await practice.slotsOn(MONDAY)).toMatchObject({
      slots: [],
      closed: [{ startMinute: 0, minutes: 630, reason: 'A course' }],
    });
    await practice.doctor.post(`/api/bookings/${eleven}/cancel`, { reason: 'A test.' });
    expect(await practice.startsOn(MONDAY)).toEqual(['10:30 AM']);
    await remove(body['_id']);
  });

  it('open again from the time at which the doctor is back', async () => {
    const { body } = await close({ doctorId: practice.doctor.id, to: TUESDAY }, practice.doctor);
    const atTen = () => reopen(body['_id'], { from: MONDAY, fromMinute: 600 }, practice.doctor);
    expect((await atTen()).status).toBe(200);
    expect(await practice.startsOn(MONDAY)).toEqual(['10:00 AM', '11:00 AM']);
    const left = { _id: body['_id'], from: MONDAY, to: MONDAY, fromMinute: 0, toMinute: 600 };
    expect((await practice.doctor.get('/api/closures')).body).toMatchObject([left]);
    expect(await atTen()).toMatchObject({
      status: 409,
      body: { code: 'OVER', message: 'It has already ended by then. There is nothing to open again.' },
    });
    const { rows } = await clinic.app.database.db.execute(
      sql`select detail from audit_entries where actor_id = ${practice.doctor.id} and action = 'reopen-days'`,
    );
    expect(rows).toEqual([{ detail: 'Nov 23, 2026 from 10:00 AM to Nov 24, 2026: Moving house.' }]);
    await remove(body['_id']);
  });

  it('give their reason beside the free times, or instead of them if there are none', async () => {
    const doctorId = practice.doctor.id;
    const { body } = await close({ to: MONDAY, fromMinute: 540, toMinute: 720, reason: 'A course', doctorId });
    expect(await practice.slotsOn(MONDAY)).toMatchObject({ slots: [], closed: [{ reason: 'A course' }] });
    await remove(body['_id']);
    const late = await close({ to: MONDAY, fromMinute: 600, reason: 'A course', doctorId });
    expect(await practice.startsOn(MONDAY)).toEqual(['09:00 AM']);
    const closed = [{ startMinute: 600, minutes: 840, reason: 'A course' }];
    expect(await practice.slotsOn(MONDAY)).toMatchObject({ closed });
    expect(await practice.slotsOn(NEXT_MONDAY)).not.toHaveProperty('closed');
    await remove(late.body['_id']);
    // What is left of the hours is too short for an appointment.
    const most = await close({ to: MONDAY, toMinute: 690, reason: 'A course', doctorId });
    expect(await practice.slotsOn(MONDAY)).toMatchObject({ slots: [], closed: [{ reason: 'A course' }] });
    await remove(most.body['_id']);
    const evening = await close({ to: MONDAY, fromMinute: 1080, reason: 'A course', doctorId });
    expect(await practice.slotsOn(MONDAY)).not.toHaveProperty('closed');
    await remove(evening.body['_id']);
  });

  it('that are over can be removed, because they may have been entered by mistake', async () => {
    const { app } = clinic;
    const before = app.clock;
    const { body } = await close({ doctorId: practice.doctor.id }, practice.doctor);
    app.clock = new Date(`${NEXT_MONDAY}T09:00:00Z`);
    expect((await remove(body['_id'], practice.doctor)).status).toBe(200);
    const agenda = await practice.doctor.get(`/api/agenda?from=${MONDAY}&to=${MONDAY}`);
    expect((agenda.body as unknown as Agenda).days[0]?.closed).toEqual([]);
    app.clock = before;
  });

  it('open again as a whole where the days that stay closed are closed already', async () => {
    const doctorId = practice.doctor.id;
    const { body: other } = await close({ doctorId, to: MONDAY });
    const { body } = await close({ doctorId, to: NEXT_MONDAY });
    expect((await reopen(body['_id'], { from: TUESDAY })).status).toBe(200);
    expect((await practice.doctor.get('/api/closures')).body).toMatchObject([{ _id: other['_id'] }]);
    await remove(other['_id']);
  });

  it.each([
    [{ from: TUESDAY, to: MONDAY }, 400, 'The end must be after the start.'],
    [{ to: MONDAY, fromMinute: 600, toMinute: 600 }, 400, 'The end must be after the start.'],
    [{ reason: ' ' }, 400, 'Give a reason. Patients can read it.'],
    [{ from: '2026-11-01', to: '2026-11-19' }, 409, 'This time is over.'],
    [{ from: '2026-11-20', to: '2026-11-20', fromMinute: 540, toMinute: 600 }, 409, 'This time is over.'],
    [{ doctorId: '01890000-0000-7000-8000-000000000000' }, 404, 'There is nothing here.'],
  ])('are refused for %j', async (body, status, message) => {
    expect(await close(body)).toMatchObject({ status, body: { message } });
  });

  it('can be chosen from the public holidays of a country; listing those closes nothing', async () => {
    const ask = async (query: string) => (await practice.doctor.get(`/api/closures/holidays${query}`)).body;
    const { country, countries, holidays } = await ask('');
    expect(country).toBe('DE');
    expect(countries).toContainEqual({ code: 'IT', name: 'Italy' });
    expect(holidays).toContainEqual({ date: '2026-12-25', name: '1. Weihnachtstag' });
    expect((await ask('?year=2027&state=BY'))['holidays']).toContainEqual({
      date: '2027-01-06',
      name: expect.any(String),
    });
    expect(holidays).not.toContainEqual({ date: '2026-01-06', name: expect.any(String) });
    expect((await practice.doctor.get('/api/closures/holidays?country=ZZ')).status).toBe(404);
    expect((await clinic.admin.get('/api/closures')).body).toEqual([]);
  });
});
