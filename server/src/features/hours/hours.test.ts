import { beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { openOption } from '../../../testing/clinic.ts';
import {
  MONDAY,
  monday,
  NEXT_MONDAY,
  type Practice,
  startTimetableClinic,
  TUESDAY,
} from '../../../testing/timetable-clinic.ts';

let practice: Practice;
const clinic = await startTimetableClinic();
beforeEach(async () => {
  practice = await clinic.hire();
});

describe("a doctor's hours", () => {
  it('apply as soon as they are saved, with breaks', async () => {
    expect(await practice.startsOn(MONDAY)).toEqual(['09:00 AM', '10:00 AM', '11:00 AM']);
    await practice.save({
      weekly: [
        { ...monday, to: '10:30' },
        { weekday: 1, from: '13:15', to: '24:00' },
      ],
    });
    expect(await practice.startsOn(MONDAY)).toEqual(
      [
        '09:00 AM',
        '01:15 PM',
        '02:15 PM',
        '03:15 PM',
        '04:15 PM',
        '05:15 PM',
        '06:15 PM',
        '07:15 PM',
        '08:15 PM',
      ].concat(['09:15 PM', '10:15 PM']),
    );
    expect(await practice.startsOn(TUESDAY)).toEqual([]);
  });

  it('are returned as saved, to admins and the doctor', async () => {
    const own = { weekday: 2, from: '08:00', to: '09:00', treatmentId: practice.treatmentId };
    const exceptions = [
      { date: MONDAY, off: true },
      { date: TUESDAY, from: '10:00', to: '11:00' },
    ];
    const later = [{ validFrom: '2027-01-04', weekly: [] }];
    const saved = { weekly: [monday, own], exceptions, later };
    await practice.save(saved);
    const { body } = await practice.doctor.get(practice.path);
    expect(body).toEqual({
      doctorName: expect.any(String),
      version: expect.any(Number),
      timeZone: 'Europe/Berlin',
      opening: expect.any(Array),
      specialOpening: [],
      specialDates: [],
      ...saved,
    });
    await practice.save(body);
    expect(await practice.doctor.get(practice.path)).toMatchObject({ body: saved });
  });

  it('for a treatment are the only ones of that treatment', async () => {
    await practice.save({
      weekly: [monday, { weekday: 2, from: '08:00', to: '09:00', treatmentId: practice.treatmentId }],
    });
    expect(await practice.startsOn(MONDAY)).toEqual([]);
    expect(await practice.startsOn(TUESDAY)).toEqual(['08:00 AM']);
  });

  it('apply from their start day; earlier ones apply until then', async () => {
    await practice.save({ weekly: [{ ...monday, to: '10:00' }], validFrom: NEXT_MONDAY });
    expect(await practice.startsOn(MONDAY)).toEqual(['09:00 AM', '10:00 AM', '11:00 AM']);
    expect(await practice.startsOn(NEXT_MONDAY)).toEqual(['09:00 AM']);
    // Fields that are left out do not change: the week that begins later, and the exceptions.
    await practice.save({ weekly: [{ ...monday, to: '11:00' }], exceptions: [{ date: MONDAY, off: true }] });
    await practice.save({ weekly: [{ ...monday, to: '11:00' }] });
    expect(await practice.startsOn(NEXT_MONDAY)).toEqual(['09:00 AM']);
    expect(await practice.startsOn(MONDAY)).toEqual([]);
    await practice.save({ weekly: [monday], later: [], exceptions: [] });
    expect(await practice.startsOn(NEXT_MONDAY)).toEqual(['09:00 AM', '10:00 AM', '11:00 AM']);
    expect(await practice.startsOn(MONDAY)).toEqual(['09:00 AM', '10:00 AM', '11:00 AM']);
  });

  it('of a date replace those of the weekday: off, shorter, and extra', async () => {
    await practice.save({
      weekly: [monday],
      exceptions: [
        { date: MONDAY, off: true },
        { date: NEXT_MONDAY, from: '10:00', to: '11:00' },
        { date: TUESDAY, from: '07:00', to: '08:00' },
      ],
    });
    expect(await practice.startsOn(MONDAY)).toEqual([]);
    expect(await practice.startsOn(NEXT_MONDAY)).toEqual(['10:00 AM']);
    expect(await practice.startsOn(TUESDAY)).toEqual(['07:00 AM']);
  });

  it.each([
    [
      { weekly: [{ weekday: 1, from: '22:00', to: '02:00' }] },
      'weekly.0.to',
      /^The end must be after the start\. Hours cannot run past midnight/,
    ],
    [{ weekly: [{ weekday: 1, from: '09:00', to: '09:00' }] }, 'weekly.0.to', /^The end must be after the start/],
    [{ weekly: [monday, { weekday: 1, from: '11:59', to: '13:00' }] }, 'weekly.1.from', /overlap/],
    [{ weekly: [{ weekday: 8, from: '09:00', to: '10:00' }] }, 'weekly.0.weekday', /Monday/],
    [{ weekly: [{ weekday: 1, from: '9', to: '10:00' }] }, 'weekly.0.from', /'09:00'/],
    [
      {
        weekly: [],
        exceptions: [
          { date: MONDAY, off: true },
          { date: MONDAY, from: '09:00', to: '10:00' },
        ],
      },
      'exceptions.1.date',
      /^Nov 23, 2026 is off/,
    ],
    [{ weekly: [], exceptions: [{ date: MONDAY }] }, 'exceptions.0.from', /either off or has hours/],
    [{ weekly: [], exceptions: [{ date: '2026-02-30', off: true }] }, 'exceptions.0.date', /real day/],
    [{ weekly: [], later: [TUESDAY, TUESDAY].map((validFrom) => ({ validFrom, weekly: [] })) }, 'later', /same date/],
  ])('are refused if invalid: %j', async (body, at, message) => {
    expect(await practice.send(body)).toMatchObject({
      status: 400,
      body: { issues: [{ path: at, message: expect.stringMatching(message) }] },
    });
    expect(await practice.startsOn(MONDAY)).toHaveLength(3);
  });

  it('are refused with an unknown treatment or an outdated version', async () => {
    const unknown = '01890000-0000-7000-8000-000000000000';
    const refused = await practice.send({ weekly: [{ ...monday, treatmentId: unknown }] });
    expect(refused).toMatchObject({ status: 409, body: { code: 'TREATMENT_UNKNOWN' } });

    const { version } = (await clinic.admin.get(practice.path)).body as unknown as { version: number };
    const both = await Promise.all(
      [10, 11].map((hour) => practice.send({ weekly: [{ ...monday, to: `${hour}:00` }], version })),
    );
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    const lost = both.find(({ status }) => status === 409);
    expect(lost?.body).toMatchObject({ acknowledged: false, code: 'CHANGED_MEANWHILE', version: version + 1 });
  });

  it('can be saved again after a lost answer, with entries in any order, but not over the save of somebody else', async () => {
    const { version } = (await clinic.admin.get(practice.path)).body as unknown as { version: number };
    const weekly = [
      { weekday: 2, from: '13:00', to: '15:00' },
      { ...monday, from: '10:00' },
      { weekday: 1, from: '08:00', to: '09:00' },
    ];
    const exceptions = [
      { date: TUESDAY, off: true },
      { date: MONDAY, from: '14:00', to: '15:00' },
      { date: MONDAY, from: '10:00', to: '11:00' },
    ];
    for (const _ of ['lost', 'repeated']) {
      const answer = await practice.send({ weekly, exceptions, version });
      expect(answer).toMatchObject({ status: 200, body: { version: version + 1 } });
    }
    expect((await practice.send({ weekly: [monday], version })).body).toMatchObject({ code: 'CHANGED_MEANWHILE' });
  });

  it('of a new doctor are those of the clinic; after the first save, a new treatment adds none', async () => {
    const fresh = await personWith(clinic.app, { isDoctor: true, name: `Fresh Doctor Example` });
    const open = (specialty: string) =>
      clinic.admin.request('PUT', '/api/v2/updateAppointmentOptions', { body: { specialty, doctorName: fresh.name } });
    expect((await open(practice.treatment)).status).toBe(200);
    const hours = async () =>
      ((await fresh.get(`/api/doctors/${fresh.id}/hours`)).body as unknown as { weekly: unknown[] }).weekly;
    expect(await hours()).toHaveLength(7);
    await clinic.admin.request('PUT', `/api/doctors/${fresh.id}/hours`, { body: { weekly: [] } });
    await openOption(clinic.app.database.db, { treatment: `Second Example` });
    expect((await open(`Second Example`)).status).toBe(200);
    expect(await hours()).toEqual([]);
    await clinic.admin.request('DELETE', `/api/users/doctor/${fresh.id}`);
  });
});

it('notifies every open page when the timetable changes', async () => {
  const countEvents = async () => {
    const { rows } = await clinic.app.database.pool.query(
      `select count(*)::int as events from live_events where event ->> 'type' = 'timetable' and audience is null`,
    );
    return Number(rows[0]?.events);
  };
  const before = await countEvents();
  await practice.save({ weekly: [] });
  const closed = await clinic.admin.post('/api/closures', {
    from: TUESDAY,
    to: TUESDAY,
    doctorId: practice.doctor.id,
    reason: 'Away',
  });
  await clinic.admin.post(`/api/closures/${String(closed.body['_id'])}/reopen`, { from: TUESDAY });
  await clinic.admin.request('PUT', '/api/clinic/rules', { body: { maxUnpaidBookings: 11 } });
  await clinic.admin.request('PUT', '/api/clinic/rules', { body: { maxUnpaidBookings: 10 } });
  expect((await countEvents()) - before).toBe(5);
});
