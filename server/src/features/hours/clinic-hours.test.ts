import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
import { newSpecialDoctors } from './working-doctors.ts';

let practice: Practice;
const clinic = await startTimetableClinic();
beforeEach(async () => {
  practice = await clinic.hire();
});

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
      return (body['doctors'] as { _id: string }[]).find(({ _id }) => _id === practice.doctor.id);
    };
    const hoursOf = async () => (await practice.doctor.get(practice.path)).body;
    const chosen = () => [{ date: SATURDAY, doctorIds: [practice.doctor.id] }];
    const nobody = [{ date: SATURDAY, doctorIds: [] }];

    it('are hours of the doctors who were chosen for them, whose own hours and exceptions stay', async () => {
      const exceptions = [{ date: SATURDAY, off: true }];
      await practice.save({ weekly: [{ ...monday, treatmentId: practice.treatmentId }], exceptions });
      expect(await whoWorks()).toMatchObject({ hours: [], isException: true, isChosen: false });
      const body = { weekly: [monday], special: onSaturday, doctors: chosen() };
      expect((await put(body)).status).toBe(200);
      expect(await practice.startsOn(SATURDAY)).toEqual(['09:00 AM', '10:00 AM']);
      expect(await whoWorks()).toMatchObject({ hours: [], isException: true, isChosen: true });
      expect(await hoursOf()).toMatchObject({ exceptions, specialDates: [SATURDAY] });
      // The client repeats the save, because its answer was lost.
      const { body: before } = await clinic.app.client().get('/api/clinic/hours');
      expect((await put(body)).body).toMatchObject(before);
      const { body: log } = await clinic.admin.get('/api/audit?what=change-hours&limit=1');
      expect(log).toMatchObject([{ detail: 'Works during the special opening hours of Nov 28, 2026.' }]);
      // They change with the special hours, and end with them.
      const later = [{ date: SATURDAY, from: '10:00', to: '12:00' }];
      expect((await put({ weekly: [monday], special: later })).status).toBe(200);
      expect(await practice.startsOn(SATURDAY)).toEqual(['10:00 AM', '11:00 AM']);
      expect((await put({ weekly: [monday], special: [] })).status).toBe(200);
      expect(await hoursOf()).toMatchObject({ exceptions, specialDates: [] });
      expect((await put({ weekly: [monday], special: onSaturday })).status).toBe(200);
      expect(await practice.startsOn(SATURDAY)).toEqual([]);
    });

    it('need a decision about the appointments of a doctor who no longer works then', async () => {
      const body = { weekly: [monday], special: onSaturday };
      await put({ ...body, doctors: chosen() });
      const id = await practice.book(SATURDAY, TEN);
      const preview = await clinic.admin.post('/api/clinic/hours/preview', { ...body, doctors: nobody });
      expect(preview.body['bookings']).toEqual([expect.objectContaining({ _id: id })]);
      expect(await put({ ...body, doctors: nobody })).toMatchObject({ body: { code: 'STRANDS_BOOKINGS' } });
      const decided = { ...body, doctors: nobody, bookings: { [id]: 'cancel' } };
      expect(await put(decided)).toMatchObject({ body: { cancelledBookings: 1 } });
      expect(await practice.bookingOf(id)).toMatchObject({ cancelReason: expect.stringMatching(/^We are no longer/) });
      expect(await whoWorks()).toMatchObject({ isChosen: false });
      const { body: log } = await clinic.admin.get('/api/audit?what=change-hours&limit=1');
      expect(log).toMatchObject([{ detail: 'No longer works during the special opening hours of Nov 28, 2026.' }]);
    });

    it('have no doctors on a date without special hours, and no doctors who cannot be booked', async () => {
      const doctorIds = [practice.doctor.id.toUpperCase(), practice.doctor.id, practice.treatmentId];
      const doctors = [SATURDAY, SATURDAY, MONDAY].map((date) => ({ date, doctorIds }));
      expect((await put({ weekly: [monday], special: onSaturday, doctors })).status).toBe(200);
      expect(await hoursOf()).toMatchObject({ specialDates: [SATURDAY] });
      // A doctor's own hours say nothing about special hours without effect.
      expect((await put({ weekly: [] })).status).toBe(200);
      expect(await hoursOf()).toMatchObject({ specialDates: [] });
    });

    it('keep a doctor who cannot be booked at the moment, whom nobody could choose again', () => {
      const kept = { date: SATURDAY, calendarId: 'away' };
      const after = newSpecialDoctors([kept, { date: SATURDAY, calendarId: 'here' }], {
        changed: [{ date: SATURDAY, doctorIds: ['other'] }],
        specialHours: [{ date: SATURDAY, opensMinute: 600, closesMinute: 720 }],
        bookable: new Set(['here', 'other']),
      });
      expect(after).toEqual([kept, { date: SATURDAY, calendarId: 'other' }]);
    });

    it('can be previewed and saved with up to 2000 doctors and dates', async () => {
      const chosen = (count: number, date: string) => ({
        date,
        doctorIds: Array.from({ length: count }, () => uuidv7()),
      });
      const bodyWith = (count: number) => ({
        weekly: [],
        special: onSaturday,
        doctors: [chosen(998, SATURDAY), chosen(count, MONDAY)],
      });
      expect((await clinic.admin.post('/api/clinic/hours/preview', bodyWith(1000))).status).toBe(200);
      expect((await put(bodyWith(1000))).status).toBe(200);
      expect(await put(bodyWith(1001))).toMatchObject({
        status: 400,
        body: { issues: [{ message: 'At most 2000 doctors can be chosen at once, for all dates together.' }] },
      });
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
      confirmedEmailOnly: false,
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
    await rule({ confirmedEmailOnly: true });
    await rule({ confirmedEmailOnly: false });
    const lines = (await clinic.admin.get('/api/audit?what=change-rules')).body as unknown as { detail: string }[];
    expect(lines.slice(0, 4).map(({ detail }) => detail)).toEqual([
      'booking only with a confirmed email address from on to off.',
      'booking only with a confirmed email address from off to on.',
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
