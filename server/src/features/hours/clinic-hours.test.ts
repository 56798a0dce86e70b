import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import {
  ELEVEN,
  MONDAY,
  monday,
  NEXT_MONDAY,
  NINE,
  type Practice,
  QUIET_MONDAY,
  startTimetableClinic,
  TEN,
} from '../../../testing/timetable-clinic.ts';

let practice: Practice;
const clinic = await startTimetableClinic();
beforeEach(async () => {
  practice = await clinic.hire();
});
afterAll(() => clinic.app.close());

describe("the clinic's hours", () => {
  const put = (body: object) => clinic.admin.request('PUT', '/api/clinic/hours', { body });
  // Keeps the appointments of other tests.
  const open = async (weekly: object[]) => expect((await put({ weekly, bookings: 'keep' })).status).toBe(200);
  afterEach(() => open([]));

  it("limit every doctor's hours", async () => {
    await open([
      { weekday: 1, from: '10:00', to: '18:00' },
      { weekday: 2, from: '08:00', to: '09:00' },
    ]);
    expect((await clinic.app.client().get('/api/clinic/hours')).body['weekly']).toHaveLength(2);
    expect(await practice.startsOn(MONDAY)).toEqual(['10:00 AM', '11:00 AM']);
    expect((await practice.doctor.get(practice.path)).body['opening']).toEqual([
      { weekday: 1, from: '10:00', to: '18:00' },
      { weekday: 2, from: '08:00', to: '09:00' },
    ]);
    await open([]);
    expect((await practice.doctor.get(practice.path)).body['opening']).toEqual([]);
    expect(await practice.startsOn(MONDAY)).toHaveLength(3);
  });

  it('need a decision about appointments outside them; adjacent intervals count as one', async () => {
    const id = await practice.book(QUIET_MONDAY, TEN);
    const touching = [monday, { weekday: 1, from: '12:00', to: '13:00' }, { weekday: 1, from: '08:00', to: '09:00' }];
    await open(touching);
    expect(await practice.startsOn(QUIET_MONDAY)).toEqual(['09:00 AM', '11:00 AM']);
    const weekly = [{ weekday: 1, from: '10:30', to: '13:00' }];
    const preview = await clinic.admin.post('/api/clinic/hours/preview', { weekly });
    const refused = await put({ weekly });
    expect(refused).toMatchObject({ status: 409, body: { code: 'STRANDS_BOOKINGS' } });
    for (const { body } of [preview, refused])
      expect(body['bookings']).toContainEqual(expect.objectContaining({ _id: id }));
    expect((await put({ weekly, bookings: 'cancel' })).body).toMatchObject({ acknowledged: true });
    expect(await practice.bookingOf(id)).toMatchObject({
      cancelReason: expect.stringMatching(/^The clinic is no longer open/),
    });
    const { version } = (await clinic.app.client().get('/api/clinic/hours')).body as unknown as { version: number };
    expect(await put({ weekly: [], version: version - 1 })).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_MEANWHILE', version },
    });
    // The client repeats the save, because its answer was lost.
    expect(await put({ weekly, version: version - 1 })).toMatchObject({ status: 200, body: { version } });
  });

  describe('special hours', () => {
    const openAsBefore = async () =>
      expect((await put({ weekly: [], special: [], bookings: 'keep' })).status).toBe(200);
    afterEach(openAsBefore);
    const tuesdays = [{ weekday: 2, from: '08:00', to: '09:00' }];
    const saved = async () => (await clinic.app.client().get('/api/clinic/hours')).body['special'];

    it('replace the hours of the weekday on their date, and stay until they are replaced', async () => {
      await open(tuesdays);
      expect(await practice.startsOn(MONDAY)).toEqual([]);
      const special = [
        { date: NEXT_MONDAY, from: '11:00', to: '12:00' },
        { date: MONDAY, from: '10:00', to: '11:00' },
        { date: MONDAY, from: '09:00', to: '10:00' },
        { date: '2026-11-19', from: '09:00', to: '10:00' },
      ];
      expect((await put({ weekly: tuesdays, special })).status).toBe(200);
      // Adjacent ones are joined, and past dates are ignored.
      const kept = [{ date: MONDAY, from: '09:00', to: '11:00' }, special[0]];
      expect(await saved()).toEqual(kept);
      expect(await practice.startsOn(MONDAY)).toEqual(['09:00 AM', '10:00 AM']);
      expect(await practice.startsOn(NEXT_MONDAY)).toEqual(['11:00 AM']);
      expect((await practice.doctor.get(practice.path)).body['specialOpening']).toEqual(kept);
      await open([monday]);
      expect(await saved()).toEqual(kept);
      expect(await practice.startsOn(MONDAY)).toEqual(['09:00 AM', '10:00 AM']);
      await put({ weekly: [monday], special: [] });
      expect(await practice.startsOn(MONDAY)).toHaveLength(3);
    });

    it('need a decision about the appointments that they strand, also when they are removed', async () => {
      const id = await practice.book(QUIET_MONDAY, TEN);
      const special = [{ date: QUIET_MONDAY, from: '11:00', to: '12:00' }];
      const preview = await clinic.admin.post('/api/clinic/hours/preview', { weekly: [monday], special });
      const refused = await put({ weekly: [monday], special });
      expect(refused).toMatchObject({ status: 409, body: { code: 'STRANDS_BOOKINGS' } });
      for (const { body } of [preview, refused]) {
        expect(body['bookings']).toContainEqual(expect.objectContaining({ _id: id }));
      }
      expect(await saved()).toEqual([]);
      const around = [{ date: QUIET_MONDAY, from: '10:00', to: '11:00' }];
      expect((await put({ weekly: tuesdays, special: around, bookings: 'keep' })).status).toBe(200);
      expect(await put({ weekly: tuesdays, special: [] })).toMatchObject({ body: { code: 'STRANDS_BOOKINGS' } });
      expect((await put({ weekly: tuesdays, special: [], bookings: 'cancel' })).status).toBe(200);
      expect(await practice.bookingOf(id)).toMatchObject({
        cancelReason: expect.stringMatching(/^The clinic is no longer open/),
      });
    });

    const SATURDAY = '2026-11-28';
    const onSaturday = [{ date: SATURDAY, from: '09:00', to: '11:00' }];
    const whoWorks = async () => {
      const { body } = await clinic.admin.get(`/api/clinic/hours/${SATURDAY}/doctors`);
      const doctors = body['doctors'] as { _id: string; version: number; hours: object[]; isException: boolean }[];
      return doctors.find(({ _id }) => _id === practice.doctor.id);
    };
    const choice = async () => ({
      date: SATURDAY,
      doctorId: practice.doctor.id,
      version: (await whoWorks())?.version ?? -1,
    });

    it('give the chosen doctors exceptions in the same save', async () => {
      expect(await whoWorks()).toMatchObject({ hours: [], isException: false });
      const body = { weekly: [monday], special: onSaturday, doctors: [await choice()] };
      expect((await put(body)).status).toBe(200);
      expect(await practice.startsOn(SATURDAY)).toEqual(['09:00 AM', '10:00 AM']);
      const hours = [{ from: '09:00', to: '11:00' }];
      expect(await whoWorks()).toMatchObject({ hours, isException: true });
      expect((await practice.doctor.get(practice.path)).body['exceptions']).toEqual(onSaturday);
      // The client repeats the save, because its answer was lost.
      const before = await whoWorks();
      expect((await put(body)).status).toBe(200);
      expect(await whoWorks()).toEqual(before);
      const { body: log } = await clinic.admin.get('/api/audit?what=change-hours&limit=1');
      expect(log).toMatchObject([{ detail: 'Works during the special opening hours of Nov 28, 2026.' }]);
    });

    it('can be previewed and saved with the most doctors that can be chosen', async () => {
      const doctors = Array.from({ length: 2000 }, () => ({
        date: SATURDAY,
        doctorId: practice.doctor.id,
        version: 7,
      }));
      const body = { weekly: [], special: onSaturday, doctors };
      expect((await clinic.admin.post('/api/clinic/hours/preview', body)).status).toBe(200);
      expect((await put(body)).status).toBe(200);
    });

    it('give nobody exceptions if there are no weekly hours, because they do not apply then', async () => {
      expect((await put({ weekly: [], special: onSaturday, doctors: [await choice()] })).status).toBe(200);
      expect(await whoWorks()).toMatchObject({ hours: [], isException: false });
    });

    it('replace the exceptions of a chosen doctor only if they have not changed since they were seen', async () => {
      const seen = await choice();
      await practice.save({ weekly: [monday], exceptions: [{ date: SATURDAY, off: true }] });
      const body = { weekly: [monday], special: onSaturday };
      expect(await put({ ...body, doctors: [seen] })).toMatchObject({
        status: 409,
        body: { code: 'DOCTOR_HOURS_CHANGED' },
      });
      expect(await saved()).toEqual([]);
      expect(await whoWorks()).toMatchObject({ hours: [], isException: true });
      expect((await put({ ...body, doctors: [await choice()] })).status).toBe(200);
      expect(await practice.startsOn(SATURDAY)).toHaveLength(2);
      const unknown = { ...seen, doctorId: practice.treatmentId };
      expect((await put({ ...body, doctors: [unknown] })).status).toBe(409);
    });

    it("also apply to a chosen doctor's treatments with their own hours", async () => {
      await practice.save({ weekly: [{ ...monday, treatmentId: practice.treatmentId }] });
      await put({ weekly: [monday], special: onSaturday, doctors: [await choice()] });
      expect(await practice.startsOn(SATURDAY)).toEqual(['09:00 AM', '10:00 AM']);
    });

    it('take the exceptions that they gave to doctors along when they change or are removed', async () => {
      const exceptions = async () => (await practice.doctor.get(practice.path)).body['exceptions'];
      await put({ weekly: [monday], special: onSaturday, doctors: [await choice()] });
      expect(await whoWorks()).toMatchObject({ followsSpecialHours: true });
      // The doctor saves other hours, without a change of this exception.
      await practice.save({ weekly: [monday, { weekday: 2, from: '09:00', to: '10:00' }], exceptions: onSaturday });
      const later = [{ date: SATURDAY, from: '10:00', to: '12:00' }];
      expect((await put({ weekly: [monday], special: later })).status).toBe(200);
      expect(await exceptions()).toEqual(later);

      const id = await practice.book(SATURDAY, TEN);
      const body = { weekly: [], special: [] };
      const preview = await clinic.admin.post('/api/clinic/hours/preview', body);
      expect(preview.body['bookings']).toEqual([expect.objectContaining({ _id: id })]);
      expect(await put(body)).toMatchObject({ status: 409, body: { code: 'STRANDS_BOOKINGS' } });
      expect(await put({ ...body, bookings: 'cancel' })).toMatchObject({ body: { cancelledBookings: 1 } });
      expect(await exceptions()).toEqual([]);
      const { body: log } = await clinic.admin.get('/api/audit?what=change-hours&limit=1');
      expect(log).toMatchObject([{ detail: 'No longer works during the special opening hours of Nov 28, 2026.' }]);
    });

    it('leave an exception alone that was changed by hand since', async () => {
      await put({ weekly: [monday], special: onSaturday, doctors: [await choice()] });
      const changed = [{ date: SATURDAY, from: '09:00', to: '10:00' }];
      await practice.save({ weekly: [monday], exceptions: changed });
      expect(await whoWorks()).toMatchObject({ isException: true, followsSpecialHours: false });
      await put({ weekly: [monday], special: [] });
      expect((await practice.doctor.get(practice.path)).body['exceptions']).toEqual(changed);
    });

    it('need a decision about the appointments that the new hours of a chosen doctor strand', async () => {
      await practice.save({ weekly: [{ weekday: 6, from: '09:00', to: '12:00' }] });
      const id = await practice.book(SATURDAY, ELEVEN);
      const long = [{ date: SATURDAY, from: '08:00', to: '12:00' }];
      expect((await put({ weekly: [monday], special: long, bookings: 'keep' })).status).toBe(200);
      const body = { weekly: [monday], special: onSaturday, doctors: [await choice()] };
      const preview = await clinic.admin.post('/api/clinic/hours/preview', body);
      expect(preview.body['bookings']).toEqual([expect.objectContaining({ _id: id })]);
      expect(await put(body)).toMatchObject({ status: 409, body: { code: 'STRANDS_BOOKINGS' } });
      expect(await put({ ...body, bookings: { [id]: 'cancel' } })).toMatchObject({ body: { cancelledBookings: 1 } });
      expect(await practice.bookingOf(id)).toMatchObject({ cancelReason: expect.stringMatching(/^We are no longer/) });
    });

    it.each([
      [{ date: MONDAY, from: '10:00', to: '10:00' }],
      [{ date: '2026-02-30', from: '10:00', to: '11:00' }],
      [
        { date: MONDAY, from: '10:00', to: '12:00' },
        { date: MONDAY, from: '11:00', to: '13:00' },
      ],
    ])('are refused if a date or a time is wrong, or if two overlap', async (...special) => {
      expect((await put({ weekly: [], special })).status).toBe(400);
      expect(await saved()).toEqual([]);
    });
  });

  it('are the initial hours of a new doctor', async () => {
    await open([{ weekday: 3, from: '10:00', to: '18:00' }]);
    const fresh = await personWith(clinic.app, { isDoctor: true, name: `New Doctor Example` });
    const body = { specialty: practice.treatment, doctorName: fresh.name };
    expect((await clinic.admin.request('PUT', '/api/v2/updateAppointmentOptions', { body })).status).toBe(200);
    const hours = (await fresh.get(`/api/doctors/${fresh.id}/hours`)).body;
    expect(hours['weekly']).toEqual([{ weekday: 3, from: '10:00', to: '18:00' }]);
    await clinic.admin.request('DELETE', `/api/users/doctor/${fresh.id}`);
  });
});

describe('the rules of the clinic', () => {
  const rule = async (body: object) => {
    const answer = await clinic.admin.request('PUT', '/api/clinic/rules', { body });
    expect(answer.status).toBe(200);
    return answer.body as unknown as { version: number };
  };

  it('are initially those of the settings, and apply as soon as they are saved', async () => {
    const { body } = await clinic.app.client().get('/api/clinic/rules');
    expect(body).toEqual({
      version: expect.any(Number),
      leastNoticeMinutes: 0,
      horizonDays: 180,
      maxUnpaidBookings: 10,
      payment: 'at-clinic',
      payWithinMinutes: 30,
      freeCancellationHours: 0,
      offerMinutes: 15,
    });
    await rule({ leastNoticeMinutes: 3 * 1440 - 30 });
    // Monday 09:30 is less than three days ahead, Monday 10:00 is not.
    expect(await practice.startsOn(MONDAY)).toEqual(['10:00 AM', '11:00 AM']);
    const refused = await practice.patient.post('/api/bookings', {
      appointmentDate: mediumDateFromIso(MONDAY),
      treatment: practice.treatment,
      slot: NINE,
      patient: practice.patient.name,
      email: practice.patient.email,
      price: 50,
    });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'TOO_SHORT_NOTICE', nearest: [{ slot: TEN }, { slot: ELEVEN }, { slot: NINE }] },
    });
    await rule({ leastNoticeMinutes: 0, horizonDays: 4 });
    expect(await practice.startsOn(MONDAY)).toHaveLength(3);
    expect(await practice.startsOn(NEXT_MONDAY)).toEqual([]);
    await rule({ horizonDays: 180 });
  });

  it('of an existing booking do not change', async () => {
    await rule({ freeCancellationHours: 24 });
    await clinic.app.database.pool.query("update clinic set payment = 'at-booking'");
    const id = await practice.book(MONDAY, NINE);
    await rule({ payment: 'at-clinic', freeCancellationHours: 0 });
    const { rows } = await clinic.app.database.pool.query(
      'select payment, free_cancellation_hours as hours from bookings where id = $1',
      [id],
    );
    expect(rows).toEqual([{ payment: 'at-booking', hours: 24 }]);
  });

  it('can be saved once per version: the second of two admins is refused', async () => {
    const { version } = (await clinic.admin.get('/api/clinic/rules')).body as unknown as { version: number };
    const put = (maxUnpaidBookings: number) =>
      clinic.admin.request('PUT', '/api/clinic/rules', { body: { maxUnpaidBookings, version } });
    const both = await Promise.all([put(3), put(4)]);
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    const [line] = (await clinic.admin.get('/api/audit?what=change-rules')).body as unknown as object[];
    expect(line).toMatchObject({ detail: expect.stringMatching(/^unpaid appointments from 10 to [34]\.$/) });
    await rule({ maxUnpaidBookings: 10 });
  });

  it('that change are named in the audit log, with what they were', async () => {
    await rule({ offerMinutes: 240, horizonDays: 180 });
    await rule({ offerMinutes: 15 });
    const lines = (await clinic.admin.get('/api/audit?what=change-rules')).body as unknown as { detail: string }[];
    expect(lines.slice(0, 2).map(({ detail }) => detail)).toEqual([
      'minutes in which to answer an offer from 240 to 15.',
      'minutes in which to answer an offer from 15 to 240.',
    ]);
  });

  it.each([
    { horizonDays: 0 },
    { horizonDays: 731 },
    { leastNoticeMinutes: -1 },
    { payment: 'never' },
    { offerMinutes: 4 },
    { offerMinutes: 241 },
  ])('are refused for %j', async (body) => {
    expect((await clinic.admin.request('PUT', '/api/clinic/rules', { body })).status).toBe(400);
  });
});
