import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import ICAL from 'ical.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { bookedAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { resetTokenFor } from '../../../testing/reset-link.ts';
import { setUpAuthenticator } from '../../../testing/second-factor.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const DAY = 86_400_000;
const TREATMENT = 'Oncology';
const NINE = '09:00 AM - 09:30 AM';
const TEN = '10:00 AM - 10:30 AM';

let patient: RoledClient;
let bookingId: string;
let day = 1;

const app = await startTestApp({
  environment: { CLINIC_TIME_ZONE: 'Europe/Berlin', PRODUCT_NAME: 'Linden Clinic', RATE_LIMITS: 'on' },
});
const doctor = await personWith(app, { name: 'Dora Doctor', isDoctor: true });
const desk = await personWith(app, { isFrontDesk: true });
const of = { id: doctor.id, name: doctor.name, photo: null };
const { optionId } = await openOption(app.database.db, { treatment: TREATMENT, priceMinor: 0, doctor: of });
beforeEach(async () => {
  app.clock = undefined;
  patient = await personWith(app, { name: 'Pat Patient' });
  day += 2;
  bookingId = await book(patient);
});

const dateIn = (days: number) => mediumDateFromIso(new Date(Date.now() + days * DAY).toISOString().slice(0, 10));
async function book(by: TestClient, more: Record<string, unknown> = {}) {
  const what = { appointmentDate: dateIn(day), treatment: TREATMENT, slot: NINE, optionId, price: 0 };
  return bookedAs(by, { ...what, ...more });
}
const move = () =>
  patient.post(`/api/bookings/${bookingId}/move`, { appointmentDate: dateIn(day + 1), slot: TEN, optionId });
const cancel = () => patient.post(`/api/bookings/${bookingId}/cancel`, {});

/** Adds a child whom the patient looks after. */
async function addMia() {
  const mia = { name: 'Mia Minor', dateOfBirth: '2018-05-04', relation: 'child' };
  const { body } = await patient.post('/api/me/dependants', mia);
  return (body as { dependant?: { _id: string } }).dependant?._id;
}

/** The text of an answer that is not JSON. */
const textOf = ({ body }: { body: Record<string, unknown> }) => String(body['text']);
const fileOf = async (by: TestClient = patient) => textOf(await by.get(`/api/bookings/${bookingId}/calendar.ics`));

/** The entries of a calendar, as ical.js reads them. */
function entriesOf(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents('vevent').map((component) => ({
    id: component.getFirstPropertyValue('uid'),
    sequence: component.getFirstPropertyValue('sequence'),
    status: component.getFirstPropertyValue('status'),
    title: String(component.getFirstPropertyValue('summary')),
    description: String(component.getFirstPropertyValue('description')),
    start: String(component.getFirstPropertyValue('dtstart')),
    attendees: component.getAllProperties('attendee').map((one) => one.getFirstValue()),
  }));
}
const methodOf = (text: string) => new ICAL.Component(ICAL.parse(text)).getFirstPropertyValue('method');

async function createFeed(by: TestClient = patient, body: Record<string, unknown> = {}) {
  const answer = await by.post('/api/calendar-feed', body);
  expect(answer.status).toBe(200);
  return new URL(String(answer.body['url'])).pathname;
}
/** What a calendar program gets, which has no session. */
const fetchFeed = (path: string, headers: Record<string, string> = {}) =>
  app.client().get(path, { origin: '', ...headers });
const entriesOfFeed = async (path: string) => entriesOf(textOf(await fetchFeed(path)));

describe('the file of an appointment', () => {
  it('is for calendars, and names neither treatment nor patient', async () => {
    const { status, headers, body } = await patient.get(`/api/bookings/${bookingId}/calendar.ics`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const { body: booking } = await patient.get(`/api/bookings/${bookingId}`);
    const reference = String(booking['reference']);
    expect(headers.get('content-disposition')).toContain(`appointment-${reference}.ics`);
    const [entry] = entriesOf(textOf({ body }));
    expect(entry).toMatchObject({
      id: bookingId,
      sequence: 1,
      status: 'CONFIRMED',
      title: 'Appointment at Linden Clinic',
    });
    expect(entry?.description.split('\n')).toEqual([
      'With Dr. Dora Doctor',
      `Reference: ${reference}`,
      expect.stringContaining(`/dashboard/myAppointment/${bookingId}`),
    ]);
    expect(entry?.start).toMatch(/T09:00:00$/);
    expect(textOf({ body })).not.toMatch(/oncology|pat patient/i);
  });

  it('keeps its UID for life; SEQUENCE rises with every move and the cancellation', async () => {
    await move();
    expect(entriesOf(await fileOf())).toMatchObject([{ id: bookingId, sequence: 2, status: 'CONFIRMED' }]);
    await cancel();
    expect(entriesOf(await fileOf())).toMatchObject([{ id: bookingId, sequence: 3, status: 'CANCELLED' }]);
  });

  it('shows staff that the time is taken, and not who comes', async () => {
    for (const staff of [doctor, desk]) {
      const text = await fileOf(staff);
      expect(entriesOf(text)).toMatchObject([
        {
          id: bookingId,
          title: 'Patient appointment',
          description: expect.stringMatching(`/dashboard/agenda\\?day=\\d{4}-\\d{2}-\\d{2}&appointment=${bookingId}$`),
        },
      ]);
      expect(text).not.toMatch(/oncology|pat patient/i);
    }
  });

  it.each(['no-uuid', '01890000-0000-7000-8000-000000000000'])('of no appointment (%s) is 404', async (id) => {
    expect((await patient.get(`/api/bookings/${id}/calendar.ics`)).status).toBe(404);
  });
});

describe('an email about an appointment', () => {
  /** The calendar of the last email to the patient. */
  async function calendarSent() {
    await app.deliverMail();
    return app.mails.findLast(({ to }) => to === patient.email)?.calendar;
  }

  it('has a request for the recipient when it is moved, and a cancellation when it is cancelled', async () => {
    await move();
    const request = await calendarSent();
    expect(request?.method).toBe('REQUEST');
    expect(methodOf(request?.content ?? '')).toBe('REQUEST');
    expect(entriesOf(request?.content ?? '')).toMatchObject([
      { id: bookingId, sequence: 2, status: 'CONFIRMED', attendees: [`MAILTO:${patient.email}`] },
    ]);
    await cancel();
    const cancellation = await calendarSent();
    expect(methodOf(cancellation?.content ?? '')).toBe('CANCEL');
    expect(entriesOf(cancellation?.content ?? '')).toMatchObject([
      { id: bookingId, sequence: 3, status: 'CANCELLED', attendees: [`MAILTO:${patient.email}`] },
    ]);
    expect(`${request?.content}${cancellation?.content}`).not.toMatch(/oncology/i);
  });

  it('that reminds of it has the request of its present time', async () => {
    await app.remindFromNow();
    await move();
    await app.deliverMail();
    app.clock = new Date(`${dateIn(day)} 23:00 UTC`);
    const reminder = await calendarSent();
    expect(app.mails.at(-1)?.subject).toMatch(/^Reminder/);
    expect(methodOf(reminder?.content ?? '')).toBe('REQUEST');
    expect(entriesOf(reminder?.content ?? '')).toMatchObject([
      { id: bookingId, sequence: 2, status: 'CONFIRMED', attendees: [`MAILTO:${patient.email}`] },
    ]);
    expect(reminder?.content).not.toMatch(/oncology/i);
  });

  it('that the clinic booked has a request for one, and all entries of a series without one', async () => {
    const request = {
      patientId: patient.id,
      treatment: TREATMENT,
      optionId,
      appointmentDate: dateIn(day + 60),
      slot: TEN,
    };
    expect((await desk.post('/api/appointments', request)).body).toMatchObject({ acknowledged: true });
    expect(methodOf((await calendarSent())?.content ?? '')).toBe('REQUEST');
    const series = { ...request, appointmentDate: dateIn(day + 70), everyWeeks: 1, times: 3 };
    expect((await desk.post('/api/appointments/series', series)).body).toMatchObject({ acknowledged: true });
    const published = (await calendarSent())?.content ?? '';
    expect(methodOf(published)).toBe('PUBLISH');
    expect(entriesOf(published)).toHaveLength(3);
  });
});

describe('a feed', () => {
  it('does not exist until its owner creates it', async () => {
    expect((await patient.get('/api/calendar-feed')).body).toEqual({ feed: null });
    expect((await patient.request('PUT', '/api/calendar-feed', { body: { includeTreatments: true } })).status).toBe(
      404,
    );
    const path = await createFeed();
    expect((await patient.get('/api/calendar-feed')).body).toEqual({
      feed: { url: app.config.publicUrl + path, since: expect.any(String), includeTreatments: false },
    });
  });

  it('stays the same if it is created again, as in a window that has not loaded it', async () => {
    const [path, again] = await Promise.all([createFeed(), createFeed(patient, { includeTreatments: true })]);
    expect(again).toBe(path);
    expect(await createFeed()).toBe(path);
    expect((await fetchFeed(path)).status).toBe(200);
  });

  it('has the appointments of its owner and of the people whom they look after, without a session', async () => {
    const treatedId = await addMia();
    const other = await book(patient, { treatedId, slot: TEN });
    await book(await personWith(app), { slot: '11:00 AM - 11:30 AM' });
    const path = await createFeed();
    const { status, headers } = await fetchFeed(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect((await entriesOfFeed(path)).map(({ id }) => id)).toEqual([bookingId, other]);
    expect((await app.client().request('HEAD', path)).status).toBe(200);
  });

  it('names treatments and the person treated only if its owner asks', async () => {
    const treatedId = await addMia();
    await book(patient, { treatedId, slot: TEN });
    const path = await createFeed();
    expect(textOf(await fetchFeed(path))).not.toMatch(/oncology|mia minor/i);
    await patient.request('PUT', '/api/calendar-feed', { body: { includeTreatments: true } });
    const entries = await entriesOfFeed(path);
    expect(entries[1]?.description).toContain('Treatment: Oncology\nFor Mia Minor\n');
    expect(entries.map(({ title }) => title).join()).not.toMatch(/oncology|mia/i);
  });

  it('shows doctors their calendar without names of patients', async () => {
    const path = await createFeed(doctor, { includeTreatments: true });
    const text = textOf(await fetchFeed(path));
    expect(entriesOf(text)).toContainEqual(expect.objectContaining({ id: bookingId, title: 'Patient appointment' }));
    expect(text).toContain('Treatment: Oncology');
    expect(text).not.toMatch(/pat patient/i);
    const former = await personWith(app, { isDoctor: false });
    expect(await entriesOfFeed(await createFeed(former))).toEqual([]);
  });

  it('has what was in the last 90 days, and cancelled appointments for 30 days', async () => {
    const path = await createFeed();
    await cancel();
    expect(await entriesOfFeed(path)).toMatchObject([{ id: bookingId, status: 'CANCELLED', sequence: 2 }]);
    app.clock = new Date(Date.now() + 31 * DAY);
    expect(await entriesOfFeed(path)).toEqual([]);
    app.clock = undefined;
    const second = await book(patient);
    app.clock = new Date(Date.now() + (day + 89) * DAY);
    expect(await entriesOfFeed(path)).toMatchObject([{ id: second, status: 'CONFIRMED' }]);
    app.clock = new Date(Date.now() + (day + 91) * DAY);
    expect(await entriesOfFeed(path)).toEqual([]);
  });

  it('answers 304 to a program that has it already, and 200 after a change', async () => {
    const path = await createFeed();
    const tag = (await fetchFeed(path)).headers.get('etag') ?? '';
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const { status, body, headers } = await fetchFeed(path, { 'if-none-match': known });
      expect([status, textOf({ body }), headers.get('etag')]).toEqual([304, '', tag]);
    }
    await move();
    const after = await fetchFeed(path, { 'if-none-match': tag });
    expect(after.status).toBe(200);
    expect(after.headers.get('etag')).not.toBe(tag);
  });

  it('is refused at every network address after too many requests for it; other feeds are not', async () => {
    const path = await createFeed();
    const key = `readsByCalendar:${path.slice('/calendars/'.length).split('.')[0]}`;
    const used = "insert into rate_limits (key, points, ends_at) values ($1, 240, now() + interval '1 minute')";
    await app.database.pool.query(used, [key]);
    const { status, headers } = await fetchFeed(path, { 'x-forwarded-for': '192.0.2.77' });
    expect([status, headers.get('retry-after')]).toEqual([429, expect.any(String)]);
    expect((await fetchFeed(await createFeed(patient, { replace: true }))).status).toBe(200);
  });

  it('ends when its owner replaces or ends it, or is deleted', async () => {
    const first = await createFeed();
    const second = await createFeed(patient, { replace: true });
    expect(second).not.toBe(first);
    expect([(await fetchFeed(first)).status, (await fetchFeed(second)).status]).toEqual([404, 200]);
    expect((await patient.request('DELETE', '/api/calendar-feed')).body).toMatchObject({ deletedCount: 1 });
    expect((await patient.request('DELETE', '/api/calendar-feed')).body).toMatchObject({ deletedCount: 0 });
    expect((await fetchFeed(second)).status).toBe(404);

    const third = await createFeed();
    expect((await patient.get('/api/me/export')).body).toMatchObject({ calendarFeed: { includeTreatments: false } });
    expect((await patient.post('/api/me/delete', { password: 'Correct1!' })).status).toBe(200);
    expect((await fetchFeed(third)).status).toBe(404);
    const { rows } = await app.database.pool.query('select 1 from calendar_feeds where person_id = $1', [patient.id]);
    expect(rows).toEqual([]);
  });

  describe('ends, and its owner gets an email,', () => {
    const whenReset = async () => {
      const token = await resetTokenFor(app, patient.email);
      await app.client().post('/api/auth/reset-password', { token, newPassword: 'Another2#' });
    };
    const whenSignedOut = async () => {
      const admin = await personWith(app, { isAdmin: true });
      await admin.request('DELETE', `/api/users/${patient.id}/sessions`);
    };
    const whenFactorIsReset = async () => {
      const admin = await personWith(app, { isAdmin: true });
      await setUpAuthenticator(patient);
      await admin.post(`/api/users/${patient.id}/second-factor/reset`, { checked: 'document' });
    };
    it.each([
      ['when the password is reset', whenReset],
      ['when an admin signs them out everywhere', whenSignedOut],
      ['when an admin resets the second factor', whenFactorIsReset],
    ])('%s', async (_, recover) => {
      const path = await createFeed();
      await recover();
      expect((await fetchFeed(path)).status).toBe(404);
      await app.deliverMail();
      const mine = app.mails.filter(({ to }) => to === patient.email).map(({ subject }) => subject);
      expect(mine).toContain('Your calendar address no longer works');
    });
  });

  it('stays when its owner changes the password', async () => {
    const path = await createFeed();
    const change = { currentPassword: 'Correct1!', newPassword: 'Another2#', revokeOtherSessions: true };
    expect((await patient.post('/api/auth/change-password', change)).status).toBe(200);
    expect((await fetchFeed(path)).status).toBe(200);
  });

  it('is announced to its owner, without the address', async () => {
    const path = await createFeed();
    await app.deliverMail();
    const mail = app.mails.findLast(({ to }) => to === patient.email);
    expect(mail?.subject).toBe('A calendar address was made for your account');
    expect(JSON.stringify(mail)).not.toContain(path);
  });

  it('is made once, with one email, for an Idempotency-Key, and its address is not stored', async () => {
    const make = async (key: string) => {
      const { status, body } = await patient.post('/api/calendar-feed', { replace: true }, { 'idempotency-key': key });
      expect(status).toBe(200);
      return new URL(String(body['url'])).pathname;
    };
    const countEmails = async () => {
      const { rows } = await app.database.pool.query(
        "select from outgoing_messages where kind = 'calendar-feed-changed' and person_id = $1",
        [patient.id],
      );
      return rows.length;
    };
    const first = await make('one');
    expect(await Promise.all([make('one'), make('one')])).toEqual([first, first]);
    expect(await countEmails()).toBe(1);
    const second = await make('two');
    expect([(await fetchFeed(first)).status, (await fetchFeed(second)).status]).toEqual([404, 200]);
    expect(await countEmails()).toBe(2);
    const { rows } = await app.database.pool.query('select body from idempotency_keys');
    expect(JSON.stringify(rows)).not.toContain('/calendars/');
  });

  it('cannot be guessed, is not in the database, and not in the log', async () => {
    const path = await createFeed();
    const [, id = '', code = ''] = /^\/calendars\/(.{36})\.(.{43})\.ics$/.exec(path) ?? [];
    const other = await createFeed(await personWith(app));
    const otherCode = /\.(.{43})\.ics$/.exec(other)?.[1] ?? '';
    const wrong = [`${id}.ics`, `${id}..ics`, `${id}.${otherCode}.ics`, `${id}.${'A'.repeat(43)}.ics`, `${id}.${code}`];
    for (const name of wrong) expect((await fetchFeed(`/calendars/${name}`)).status, name).toBe(404);
    expect((await app.client().post(path, {})).status).toBe(405);
    await fetchFeed(path.replaceAll('.', '%2E').replace('calendars', '%63alendars'));
    const { rows } = await app.database.pool.query('select * from calendar_feeds');
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(app.logLines.join('\n')).not.toContain(code);
  });
});
