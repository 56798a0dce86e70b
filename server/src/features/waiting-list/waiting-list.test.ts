import type { Agenda } from '@openhours/contract/agenda.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { ListedEntry, WaitingListEntry } from '@openhours/contract/waiting-list.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { bookAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { resetTokenFor } from '../../../testing/reset-link.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { bookings, busyTimes } from '../../database/schema/booking.ts';
import { appointmentOptions } from '../../database/schema/schedule.ts';
import { waitingListEntries, waitingListOffers } from '../../database/schema/waiting-list.ts';
import { followTimeZone } from '../booking/index.ts';
import { offerSlots } from './offer-slots.ts';

let first: TestClient;
let second: TestClient;
let holder: TestClient;

const NINE = '09:00 AM - 09:30 AM';
const HALF_PAST_NINE = '09:30 AM - 10:00 AM';
const START = new Date('2030-05-06T10:00:00Z');
let day = 0;
let date: string;

/** A doctor has two slots a day, nine and half past nine. */
const openings = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensMinute: 540, closesMinute: 600 }));
const app = await startTestApp();
const admin = await personWith(app, { isAdmin: true });
const desk = await personWith(app, { isFrontDesk: true });
const dora = await personWith(app, { name: 'Dora Doctor', isDoctor: true });
const doctorId = dora.id;
const doctor = { id: doctorId, name: 'Dora Doctor', photo: null };
const { optionId, treatmentId } = await openOption(app.database.db, { treatment: 'Podiatry', doctor, openings });

/** Each test has a day of its own, which is full. */
beforeEach(async () => {
  app.clock = START;
  await app.database.db.delete(waitingListEntries);
  day += 1;
  date = new Date(Date.UTC(2030, 4, 9 + day)).toISOString().slice(0, 10);
  [first, second, holder] = await Promise.all([app.person(), app.person(), app.person()]);
  await book(holder, NINE);
  await book(await app.person(), HALF_PAST_NINE);
});

const later = (minutes: number) => {
  app.clock = new Date(START.getTime() + minutes * 60_000);
};
const request = (more: object = {}) => ({ treatment: 'Podiatry', from: date, to: date, ...more });
async function join(by: TestClient, more: object = {}) {
  const answer = await by.post('/api/waiting-list', request(more));
  expect(answer.body).toMatchObject({ acknowledged: true });
  // Whoever joins later comes later.
  app.clock = new Date((app.clock ?? START).getTime() + 1);
  return (answer.body['entry'] as WaitingListEntry)._id;
}
const entriesOf = async (who: TestClient) =>
  (await who.get('/api/waiting-list')).body as unknown as readonly WaitingListEntry[];
async function offerOf(who: TestClient) {
  const [entry] = await entriesOf(who);
  return entry?.offer;
}
async function slotsOffered(...people: readonly TestClient[]) {
  await app.offerSlots();
  return Promise.all(people.map(async (who) => (await offerOf(who))?.slot));
}
const offerIdOf = async (who: TestClient) => String((await offerOf(who))?._id);
const accept = async (who: TestClient, more: object = {}) =>
  who.post(`/api/waiting-list/offers/${await offerIdOf(who)}/accept`, { price: 50, currency: 'USD', ...more });
const decline = async (who: TestClient) => who.post(`/api/waiting-list/offers/${await offerIdOf(who)}/decline`, {});
const book = (by: TestClient, slot: string, more: object = {}) =>
  bookAs(by, { optionId, treatment: 'Podiatry', appointmentDate: mediumDateFromIso(date), slot, price: 50, ...more });
const bookingOf = async (who: TestClient) => {
  const { body } = await who.get(`/api/bookings?email=${who.email}`);
  return (body as unknown as { _id: string; slot: string; state: string; appointmentDate: string }[])[0];
};
const cancel = async (who: TestClient) =>
  who.post(`/api/bookings/${(await bookingOf(who))?._id}/cancel`, { reason: 'Not needed.' });
async function isFreeFor(who: TestClient, slot = NINE) {
  const { body } = await who.get(`/api/v2/appointmentOptions?date=${encodeURIComponent(mediumDateFromIso(date))}`);
  return (body as unknown as { slots: string[] }[])[0]?.slots.includes(slot);
}

describe('a slot that becomes free', () => {
  it('is offered to the first who waits for it, and kept for them', async () => {
    await join(first);
    await join(second);
    expect(await slotsOffered(first, second)).toEqual([undefined, undefined]);
    await cancel(holder);
    expect(await slotsOffered(first, second)).toEqual([NINE, undefined]);
    expect([await isFreeFor(first), await isFreeFor(second), await isFreeFor(app.client())]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await book(second, NINE)).toMatchObject({ status: 409, body: { code: 'SLOT_TAKEN' } });
    expect(
      await second.post('/api/holds', { optionId, appointmentDate: mediumDateFromIso(date), slot: NINE }),
    ).toMatchObject({
      status: 409,
    });
  });

  it('is in the agenda with the end of the offer, and for the front desk with the entry', async () => {
    const _id = await join(first);
    await cancel(holder);
    await slotsOffered(first);
    const dayFor = async (reader: TestClient) => {
      const { body } = await reader.get(`/api/agenda?from=${date}&to=${date}&doctor=${doctorId}`);
      return (body as unknown as Agenda).days[0];
    };
    const offer = { startMinute: 540, minutes: 30, until: (await offerOf(first))?.expiresAt };
    const seen = await dayFor(desk);
    expect(seen?.offered).toEqual([{ ...offer, entry: { _id, patient: first.name } }]);
    expect(seen?.held).toEqual([]);
    expect((await dayFor(dora))?.offered).toEqual([offer]);
  });

  it('says what whoever takes it agrees to, and what an appointment that it moves costs now', async () => {
    const two = await app.person();
    const movedFrom = mediumDateFromIso('2030-07-09');
    await book(two, NINE, { appointmentDate: movedFrom });
    await join(two, { from: date, to: '2030-07-09', earlierThan: (await bookingOf(two))?._id });
    await cancel(holder);
    await slotsOffered();
    const [moving] = await entriesOf(two);
    expect(moving).toMatchObject({ earlierThan: { price: 50, currency: 'USD' } });
    expect(moving?.offer).not.toHaveProperty('terms');
    const mail = async (who: TestClient) => {
      await app.deliverMail();
      return app.mails.findLast(({ to }) => to === who.email)?.text;
    };
    expect(await mail(two)).toContain(`Price: $50.00\n\nInstead of: Tue, ${movedFrom}, ${NINE}`);

    await decline(two);
    await join(first);
    await slotsOffered();
    expect(await offerOf(first)).toMatchObject({ terms: { freeUntil: `${date}T09:00:00.000Z` } });
    expect(await mail(first)).not.toContain('Instead of');
  });

  it('goes on when it is declined, and to nobody twice', async () => {
    await join(first);
    await join(second);
    await cancel(holder);
    await slotsOffered();
    expect((await decline(first)).status).toBe(200);
    expect(await slotsOffered(first, second)).toEqual([undefined, NINE]);
    expect((await decline(second)).status).toBe(200);
    expect(await slotsOffered(first, second)).toEqual([undefined, undefined]);
    expect(await isFreeFor(app.client())).toBe(true);
    expect(await entriesOf(first)).toHaveLength(1);
  });

  it('goes on when nobody answers for 15 minutes, without being free in between', async () => {
    await join(first);
    await join(second);
    await cancel(holder);
    await slotsOffered();
    const id = await offerIdOf(first);
    later(15.1);
    expect(await isFreeFor(app.client())).toBe(false);
    expect(await offerOf(first)).toBeUndefined();
    expect(await first.post(`/api/waiting-list/offers/${id}/accept`, { price: 50, currency: 'USD' })).toMatchObject({
      status: 409,
      body: { code: 'OFFER_OVER' },
    });
    expect(await slotsOffered(first, second)).toEqual([undefined, NINE]);
  });

  it('is kept as long as the rule of the clinic says; open offers keep their end when it changes', async () => {
    const rule = async (offerMinutes: number) =>
      expect(await admin.request('PUT', '/api/clinic/rules', { body: { offerMinutes } })).toMatchObject({
        status: 200,
        body: { offerMinutes },
      });
    const minutesOf = async (who: TestClient) => {
      const offer = await offerOf(who);
      return (Date.parse(offer?.expiresAt ?? '') - Date.parse(offer?.offeredAt ?? '')) / 60_000;
    };
    await rule(40);
    await join(first);
    await cancel(holder);
    await slotsOffered();
    expect(await minutesOf(first)).toBe(40);
    await rule(5);
    expect(await minutesOf(first)).toBe(40);
    await decline(first);
    const entryId = await join(second);
    const chosen = { optionId, appointmentDate: mediumDateFromIso(date), slot: NINE };
    expect((await desk.post(`/api/waiting-list/entries/${entryId}/offers`, chosen)).status).toBe(200);
    expect(await minutesOf(second)).toBe(5);
    await rule(15);
  });

  it('is not offered by a look at another doctor, past those who wait for this doctor only', async () => {
    const { db } = app.database;
    const treatment = `Massage ${day}`;
    const openings = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensMinute: 540, closesMinute: 570 }));
    const open = async (name: string) => {
      const { id } = await personWith(app, { name, isDoctor: true });
      const opened = await openOption(db, { treatment, doctor: { id, name, photo: null }, openings });
      return { calendarId: id, optionId: opened.optionId };
    };
    const [ada, mo] = [await open('Ada'), await open('Mo')];
    const look = ({ calendarId }: { calendarId: string }) =>
      offerSlots(db, { scope: { calendarId, day: date }, timeZone: 'UTC', now: app.clock ?? START });
    const doctors = () => Promise.all([first, second].map(async (who) => (await offerOf(who))?.doctorName));

    await join(first, { treatment, optionId: ada.optionId });
    await join(second, { treatment });
    await look(mo);
    expect(await doctors()).toEqual([undefined, 'Mo']);
    await look(ada);
    expect(await doctors()).toEqual(['Ada', 'Mo']);
  });

  it('is offered when a hold is over, before a job has deleted it', async () => {
    await cancel(holder);
    const held = await second.post('/api/holds', { optionId, appointmentDate: mediumDateFromIso(date), slot: NINE });
    expect(held.status).toBe(200);
    await join(first);
    expect(await slotsOffered(first)).toEqual([undefined]);
    later(5.1);
    expect(await slotsOffered(first)).toEqual([NINE]);
  });

  it('is told by email, unless the offer is over when its turn comes', async () => {
    await join(first);
    await cancel(holder);
    await slotsOffered();
    const offers = () => app.mails.filter(({ to, subject }) => to === first.email && /free for you/.test(subject));
    await app.deliverMail();
    expect(offers()).toHaveLength(1);
    expect(offers()[0]?.subject).not.toMatch(/Podiatry/);
    expect(offers()[0]?.text).toMatch(/until May 6, 2030, 10:15/);

    const { db } = app.database;
    await db.delete(waitingListOffers);
    await slotsOffered();
    await decline(first);
    await app.deliverMail();
    expect(offers()).toHaveLength(1);
  });
});

describe('accepting', () => {
  it('books the slot, ends the entry, and answers the same again until the appointment is cancelled', async () => {
    await join(first);
    await cancel(holder);
    await slotsOffered();
    const id = await offerIdOf(first);
    const accepted = await accept(first);
    expect(accepted).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect(await bookingOf(first)).toMatchObject({ _id: accepted.body['bookingId'], slot: NINE, state: 'booked' });
    expect(await entriesOf(first)).toEqual([]);
    const again = () => first.post(`/api/waiting-list/offers/${id}/accept`, { price: 50, currency: 'USD' });
    expect((await again()).body).toEqual(accepted.body);
    const { db } = app.database;
    expect(await db.select().from(busyTimes).where(eq(busyTimes.kind, 'offer'))).toEqual([]);
    expect((await first.post(`/api/waiting-list/offers/${id}/decline`, {})).status).toBe(409);
    await cancel(first);
    const message = 'You accepted this offer, but the appointment is no longer booked.';
    expect(await again()).toMatchObject({ status: 409, body: { code: 'OFFER_OVER', message } });
  });

  it('says that an offer was withdrawn, and that they still wait only if they do', async () => {
    await join(first);
    await cancel(holder);
    await slotsOffered();
    const id = await offerIdOf(first);
    const messageOf = async () =>
      (await first.post(`/api/waiting-list/offers/${id}/accept`, { price: 50, currency: 'USD' })).body['message'];
    const day = { from: date, to: date, reason: 'Moving house', bookings: 'keep' };
    const closed = await admin.post('/api/closures', day);
    await slotsOffered();
    expect(await messageOf()).toBe('This offer was withdrawn. You are still on the waiting list.');
    await first.request('DELETE', `/api/waiting-list/${(await entriesOf(first))[0]?._id}`);
    expect(await messageOf()).toBe('This offer was withdrawn.');
    await admin.post(`/api/closures/${String(closed.body['_id'])}/reopen`, { from: date });
  });

  it('is refused at a price that has changed, and the offer stays', async () => {
    await join(first);
    await cancel(holder);
    await slotsOffered();
    expect(await accept(first, { price: 40 })).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', price: 50 },
    });
    expect((await offerOf(first))?.slot).toBe(NINE);
    expect((await accept(first)).status).toBe(200);
  });

  it('is for nobody else', async () => {
    await join(first);
    await cancel(holder);
    await slotsOffered();
    const id = await offerIdOf(first);
    for (const who of [second, admin, desk]) {
      const answers = await Promise.all([
        who.post(`/api/waiting-list/offers/${id}/accept`, { price: 50, currency: 'USD' }),
        who.post(`/api/waiting-list/offers/${id}/decline`, {}),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    }
    const [entry] = await entriesOf(first);
    expect((await second.request('DELETE', `/api/waiting-list/${entry?._id}`)).body).toMatchObject({ deletedCount: 0 });
    expect(await offerIdOf(first)).toBe(id);
  });

  it('moves the appointment that is to be earlier, and frees its time', async () => {
    const two = await app.person();
    expect((await book(two, NINE, { appointmentDate: mediumDateFromIso('2030-07-01') })).status).toBe(200);
    const booking = await bookingOf(two);
    await join(two, { from: '2030-06-29', to: '2030-07-01', earlierThan: booking?._id });
    expect(await slotsOffered(two)).toEqual([NINE]);
    expect((await accept(two)).body).toMatchObject({ bookingId: booking?._id });
    const moved = await bookingOf(two);
    expect(moved).toMatchObject({ _id: booking?._id, appointmentDate: 'Jun 29, 2030' });
    expect(await entriesOf(two)).toEqual([]);
  });

  it('can be done by booking the slot as usual, with the window that holds it', async () => {
    await join(first);
    await cancel(holder);
    await slotsOffered();
    const offer = await offerOf(first);
    const held = await first.post('/api/holds', { optionId, appointmentDate: mediumDateFromIso(date), slot: NINE });
    expect(held.body).toMatchObject({ _id: offer?._id, expiresAt: offer?.expiresAt });
    expect((await first.request('DELETE', `/api/holds/${offer?._id}`)).body).toMatchObject({ deletedCount: 0 });
    expect((await book(first, NINE)).status).toBe(200);
    const [row] = await app.database.db
      .select()
      .from(waitingListOffers)
      .where(eq(waitingListOffers.id, String(offer?._id)));
    expect(row?.state).toBe('accepted');
    expect(await entriesOf(first)).toEqual([]);
  });
});

describe('an offer stays', () => {
  it('when its owner opens the booking window of another treatment at that time', async () => {
    const doctor = { id: doctorId, name: 'Dora Doctor', photo: null };
    const checkup = await openOption(app.database.db, { treatment: 'Checkup', doctor, openings });
    await join(first);
    await cancel(holder);
    await slotsOffered();
    const offer = await offerOf(first);
    const slot = { optionId: checkup.optionId, appointmentDate: mediumDateFromIso(date), slot: NINE };
    expect((await first.post('/api/holds', slot)).body).toMatchObject({ _id: offer?._id, expiresAt: offer?.expiresAt });
    await first.request('DELETE', `/api/holds/${offer?._id}`);
    await slotsOffered();
    expect(await offerOf(first)).toEqual(offer);
    await app.database.db.delete(appointmentOptions).where(eq(appointmentOptions.id, checkup.optionId));
  });

  it('as an entry for an earlier time does, while the appointment can still be moved because the clinic moved it', async () => {
    const two = await app.person();
    await book(two, NINE, { appointmentDate: mediumDateFromIso('2030-07-20') });
    const _id = (await bookingOf(two))?._id;
    // In less than a day, after which an appointment can usually be moved no more.
    const sooner = { optionId, appointmentDate: mediumDateFromIso('2030-05-07'), slot: NINE };
    expect((await desk.post(`/api/bookings/${_id}/move`, sooner)).status).toBe(200);
    await join(two, { from: '2030-05-06', to: '2030-05-07', earlierThan: _id });
    await slotsOffered();
    expect(await entriesOf(two)).toHaveLength(1);
  });

  it('as an entry for an earlier time does, when the clinic changes its time zone', async () => {
    const two = await app.person();
    await book(two, NINE, { appointmentDate: mediumDateFromIso('2030-07-15') });
    await join(two, { from: '2030-07-14', to: '2030-07-15', earlierThan: (await bookingOf(two))?._id });
    for (const timeZone of ['America/New_York', 'UTC']) {
      await app.database.db.transaction((tx) => followTimeZone(tx, timeZone));
      expect(await entriesOf(two)).toHaveLength(1);
    }
  });
});

describe('nobody is offered what they cannot take', () => {
  it('an offer goes on when its holder books something else at that time', async () => {
    const openings = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensMinute: 540, closesMinute: 600 }));
    const other = await openOption(app.database.db, { treatment: `Other ${day}`, openings });
    await join(first);
    await join(second);
    await cancel(holder);
    expect(await slotsOffered(first, second)).toEqual([NINE, undefined]);
    const elsewhere = { treatment: `Other ${day}`, optionId: other.optionId };
    expect((await book(first, NINE, elsewhere)).status).toBe(200);
    expect(await slotsOffered(first, second)).toEqual([undefined, NINE]);
  });

  it('an entry ends when what it asks for is booked in any way', async () => {
    await join(first, { to: '2030-07-05' });
    await book(first, HALF_PAST_NINE, { appointmentDate: mediumDateFromIso('2030-07-04') });
    expect(await entriesOf(first)).toEqual([]);
  });

  it('an offer is withdrawn when the clinic blocks its time', async () => {
    await join(first);
    await cancel(holder);
    expect(await slotsOffered(first)).toEqual([NINE]);
    const time = { startMinute: 540, minutes: 30 };
    const blocked = await desk.post('/api/agenda/blocks', { calendarId: doctorId, date, ...time, reason: 'Meeting' });
    expect(blocked.status).toBe(200);
    expect(await slotsOffered(first)).toEqual([undefined]);
    expect(await entriesOf(first)).toHaveLength(1);
  });

  it('an offer is withdrawn when its treatment needs more time after it than is free', async () => {
    const setBuffer = (bufferMinutes: number) =>
      admin.request('PUT', `/api/treatments/${treatmentId}`, { body: { bufferMinutes } });
    await join(first);
    await cancel(holder);
    expect(await slotsOffered(first)).toEqual([NINE]);
    // Half past nine is booked.
    expect((await setBuffer(15)).status).toBe(200);
    expect(await slotsOffered(first)).toEqual([undefined]);
    await setBuffer(0);
    expect(await slotsOffered(first)).toEqual([NINE]);
  });

  it('an offer is withdrawn when the clinic begins to require more notice than is left', async () => {
    const setNotice = (leastNoticeMinutes: number) =>
      admin.request('PUT', '/api/clinic/rules', { body: { leastNoticeMinutes } });
    await join(first);
    await cancel(holder);
    app.clock = new Date(Date.parse(`${date}T09:00:00Z`) - 6 * 3_600_000);
    expect(await slotsOffered(first)).toEqual([NINE]);
    expect((await setNotice(12 * 60)).status).toBe(200);
    expect(await slotsOffered(first)).toEqual([undefined]);
    await setNotice(0);
    expect(await slotsOffered(first)).toEqual([NINE]);
  });

  it('an entry ends with its last day, and with the person', async () => {
    const { db } = app.database;
    const id = await join(first);
    await join(second);
    expect((await second.post('/api/me/delete', { password: 'Correct1!' })).status).toBe(200);
    expect(await db.select().from(waitingListEntries)).toHaveLength(1);
    later(60 * 24 * 90);
    await app.offerSlots();
    const [row] = await db.select().from(waitingListEntries).where(eq(waitingListEntries.id, id));
    expect(row?.endedAs).toBe('over');
  });

  it('an entry for a doctor ends when the doctor can no longer be booked, and whoever waits is told', async () => {
    const { db } = app.database;
    await join(first, { optionId });
    await join(second);
    const open = (isOpen: boolean) =>
      db.update(appointmentOptions).set({ open: isOpen }).where(eq(appointmentOptions.id, optionId));
    await open(false);
    for (let look = 0; look < 2; look += 1) await app.offerSlots();
    await open(true);
    expect([await entriesOf(first), await entriesOf(second)]).toMatchObject([[], [{}]]);
    await app.deliverMail();
    const ends = app.mails.filter(({ subject }) => subject === 'You are no longer on the waiting list');
    expect(ends).toMatchObject([{ to: first.email, text: expect.stringContaining('With: Dr. Dora Doctor') }]);
  });

  it('entries end in one look, however many are over', async () => {
    const id = await join(first);
    const { pool } = app.database;
    await pool.query(`
      insert into treatments select (jsonb_populate_record(t, jsonb_build_object('id', new.id, 'name', 'Copy ' || new.id))).*
      from treatments t, (select gen_random_uuid() as id from generate_series(1, 1100)) as new
      where t.name = 'Podiatry'`);
    await pool.query(
      `insert into waiting_list_entries
      select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'treatment_id', t.id))).*
      from waiting_list_entries e, treatments t where e.id = $1 and t.name like 'Copy %'`,
      [id],
    );
    later(60 * 24 * 90);
    await app.offerSlots();
    const { rows } = await pool.query('select ended_as, count(*)::int from waiting_list_entries group by 1');
    expect(rows).toEqual([{ ended_as: 'over', count: 1101 }]);
    await pool.query('delete from waiting_list_entries');
    await pool.query("delete from treatments where name like 'Copy %'");
  });

  it('a person with three failed offers today is asked last', async () => {
    await join(first, { to: '2030-06-30' });
    for (let round = 0; round < 3; round += 1) {
      await app.offerSlots();
      expect((await decline(first)).status).toBe(200);
    }
    await join(second);
    await cancel(holder);
    expect((await slotsOffered(first, second))[1]).toBe(NINE);
  });
});

it('a slot is not offered to somebody who may not book it before they confirm their email address', async () => {
  const newcomer = await app.person({ isConfirmed: false });
  await join(newcomer);
  await join(second);
  const rule = (on: boolean) => app.database.pool.query('update clinic set confirmed_email_only = $1', [on]);
  await rule(true);
  await cancel(holder);
  const offered = await slotsOffered(newcomer, second);
  await rule(false);
  expect(offered).toEqual([undefined, NINE]);
});

describe('joining', () => {
  it('refuses a request that is there already, too many, and days that are over or too far away', async () => {
    const ask = (more: object) => first.post('/api/waiting-list', request(more));
    await join(first);
    expect(await ask({})).toMatchObject({ status: 409, body: { code: 'ALREADY_WAITING' } });
    expect(await ask({ from: '2030-05-01', to: '2030-05-05' })).toMatchObject({
      status: 409,
      body: { code: 'DAYS_REFUSED' },
    });
    expect(await ask({ to: '2031-06-01' })).toMatchObject({ status: 409, body: { code: 'BEYOND_HORIZON' } });
    expect(await ask({ treatment: 'Alchemy' })).toMatchObject({ status: 409, body: { code: 'TREATMENT_UNKNOWN' } });
    expect(await ask({ treatedId: admin.id })).toMatchObject({ status: 409, body: { code: 'PERSON_UNKNOWN' } });
    expect((await ask({ from: date, to: '2030-05-01' })).status).toBe(400);
    const theirs = await bookingOf(holder);
    expect(await ask({ earlierThan: theirs?._id })).toMatchObject({ status: 409, body: { code: 'NOT_MOVABLE' } });
  });

  it('leaving takes the offer along, and twice is once', async () => {
    const id = await join(first);
    await join(second);
    await cancel(holder);
    await slotsOffered();
    const leave = async () => (await first.request('DELETE', `/api/waiting-list/${id}`)).body['deletedCount'];
    expect([await leave(), await leave()]).toEqual([1, 0]);
    expect(await slotsOffered(second)).toEqual([NINE]);
  });
});

describe('staff', () => {
  it('see the list, offer a slot manually and out of turn, and remove people from it', async () => {
    await join(first);
    const id = await join(second);
    const { body } = await desk.get(`/api/waiting-list/entries?day=${date}`);
    const listed = body as unknown as readonly WaitingListEntry[];
    expect(listed.map(({ patient }) => patient)).toEqual([first.name, second.name]);
    const page = await desk.get(`/api/waiting-list/entries?limit=1&cursor=${listed[0]?.joinedAt},${listed[0]?._id}`);
    expect(page.body).toMatchObject([{ patient: second.name }]);
    const found = async (search: string) =>
      (await desk.get(`/api/waiting-list/entries?search=${encodeURIComponent(search)}`)).body;
    expect(await found(`${second.name}, ${second.email}`)).toMatchObject([{ _id: id }]);
    expect(await found('nobody of this name')).toEqual([]);
    const byHand = (slot: string) =>
      desk.post(`/api/waiting-list/entries/${id}/offers`, { optionId, appointmentDate: mediumDateFromIso(date), slot });
    expect(await byHand(NINE)).toMatchObject({ status: 409, body: { code: 'SLOT_TAKEN' } });
    await cancel(holder);
    expect((await byHand(NINE)).status).toBe(200);
    expect(await byHand(NINE)).toMatchObject({ status: 409, body: { code: 'ALREADY_OFFERED' } });
    expect(await slotsOffered(first, second)).toEqual([undefined, NINE]);

    const remove = async () => (await desk.request('DELETE', `/api/waiting-list/entries/${id}`)).body['deletedCount'];
    expect([await remove(), await remove()]).toEqual([1, 0]);
    expect(await slotsOffered(first)).toEqual([NINE]);
    const audited = (await admin.get('/api/audit?limit=10')).body as unknown as { what: string }[];
    expect(audited.map(({ what }) => what)).toEqual(expect.arrayContaining(['offer-slot', 'remove-from-waiting-list']));
  });
});

describe('the front desk puts on the list', () => {
  const add = (more: object) => desk.post('/api/waiting-list/entries', request(more));
  const listed = async () => (await desk.get('/api/waiting-list/entries')).body as unknown as readonly ListedEntry[];
  const people = async () => (await app.database.pool.query('select count(*) from people')).rows;

  it('somebody without an account, who is called about a free time and not offered it, and books it for them', async () => {
    await add({ newPatient: { name: 'Tessa Telephone' }, phone: '+49 30 901820' });
    expect(await listed()).toMatchObject([
      { patient: 'Tessa Telephone', email: '', emails: 'no-address', phone: '+49 30 901820', isCalled: true },
    ]);
    const later = await add({ newPatient: { name: 'Tom Telephone' }, phone: '+49 30 901821' });
    expect(later.body).toMatchObject({ entry: { patient: 'Tom Telephone', isForSomebodyElse: false } });
    await cancel(holder);
    await app.offerSlots();
    const [entry, other] = await listed();
    const free = { optionId, doctorName: 'Dora Doctor', appointmentDate: mediumDateFromIso(date), slot: NINE };
    expect(entry).not.toHaveProperty('offer');
    expect(entry?.callAbout).toEqual(free);
    expect(other).not.toHaveProperty('callAbout');
    expect(await isFreeFor(first)).toBe(true);

    const { doctorName: _, ...chosen } = free;
    const offered = await desk.post(`/api/waiting-list/entries/${entry?._id}/offers`, chosen);
    const { _id } = offered.body['offer'] as { _id: string };
    const [held] = await listed();
    expect(held).toMatchObject({ offer: { slot: NINE } });
    expect(held).not.toHaveProperty('callAbout');
    const accepted = await desk.post(`/api/waiting-list/offers/${_id}/accept-for-patient`, {});
    const { rows } = await app.database.pool.query('select patient_name, email, phone from bookings where id = $1', [
      accepted.body['bookingId'],
    ]);
    expect(rows).toEqual([{ patient_name: 'Tessa Telephone', email: '', phone: '+4930901820' }]);
    expect((await listed()).map(({ patient }) => patient)).toEqual(['Tom Telephone']);
    const [line] = (await admin.get('/api/audit?what=add-to-waiting-list')).body as unknown as { detail: string }[];
    expect(line?.detail).toBe(`Podiatry, ${free.appointmentDate} to ${free.appointmentDate}.`);
  });

  it('somebody with an account, who is offered times as usual, and whoever is looked after, under that account', async () => {
    const guardian = await personWith(app);
    const { body } = await guardian.post('/api/me/dependants', {
      name: 'Mia',
      dateOfBirth: '2020-01-02',
      relation: 'child',
    });
    const { _id: childId } = body['dependant'] as { _id: string };
    expect(await add({ patientId: childId })).toMatchObject({ status: 200, body: { entry: { patient: 'Mia' } } });
    expect(await entriesOf(guardian)).toMatchObject([{ patient: 'Mia', isForSomebodyElse: true }]);
    expect(await listed()).toMatchObject([{ patient: 'Mia', isCalled: false }]);
    await cancel(holder);
    expect(await slotsOffered(guardian)).toEqual([NINE]);
    expect(await add({ patientId: childId })).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_WAITING', message: 'Mia is on the waiting list for this already.' },
    });
  });

  it('somebody whose new account nobody has used, who is called until they use it', async () => {
    const email = `new-${day}@example.org`;
    await add({ newPatient: { name: 'Nora New', email } });
    expect(await listed()).toMatchObject([{ email, isCalled: true }]);
    await app.deliverMail();
    expect(app.mails.findLast(({ to }) => to === email)).toBeDefined();
    await app.database.pool.query('update people set email_verified = true where email = $1', [email]);
    expect(await listed()).toMatchObject([{ isCalled: false }]);
  });

  it('nobody whom it cannot call, who cannot wait, or who is known, and then adds no patient', async () => {
    const newPatient = { name: 'Tessa Twice' };
    await add({ newPatient, phone: '+49 30 901829' });
    const before = await people();
    const codeOf = async (more: object) => (await add(more)).body['code'];
    expect(await codeOf({ newPatient })).toBe('PHONE_NEEDED');
    expect(await codeOf({ newPatient, phone: '+49 30 901829' })).toBe('PATIENT_EXISTS');
    expect(await codeOf({ newPatient, phone: '+49 30 901828', treatment: 'Alchemy' })).toBe('TREATMENT_UNKNOWN');
    expect(await codeOf({ newPatient, phone: '+49 30 901828', from: '2030-01-01', to: '2030-01-01' })).toBe(
      'DAYS_REFUSED',
    );
    expect(await codeOf({ patientId: optionId })).toBe('PATIENT_UNKNOWN');
    expect(await people()).toEqual(before);
  });
});

it('the front desk and the person who waits get an event when that person joins or leaves', async () => {
  await app.database.pool.query('truncate live_events');
  const [waiting, other] = [await personWith(app), await personWith(app)];
  const id = await join(waiting);
  await waiting.request('DELETE', `/api/waiting-list/${id}`, {});
  const { rows } = await app.database.pool.query(
    `select audience from live_events where event ->> 'type' = 'waiting-list' order by id`,
  );
  const heard = rows.map(({ audience }) => audience);
  for (const who of [waiting, desk, admin]) expect(heard.filter((audience) => audience === who.id)).toHaveLength(2);
  expect(heard).not.toContain(other.id);
});

it('staff can load the next page after an entry whose account has been closed', async () => {
  const [leaver, stayer] = [await personWith(app), await personWith(app)];
  await join(leaver);
  await join(stayer);
  const read = async (query: string) =>
    (await desk.get(`/api/waiting-list/entries?limit=1${query}`)).body as unknown as readonly WaitingListEntry[];
  const [last] = await read('');
  expect((await admin.request('DELETE', `/api/users/${leaver.id}`)).status).toBe(200);
  expect(await read(`&cursor=${last?.joinedAt},${last?._id}`)).toMatchObject([{ patient: stayer.name }]);
});

it('staff read who gets no emails about offers', async () => {
  await join(first);
  await join(second);
  await first.request('PUT', '/api/message-choices', { body: { topic: 'waiting-list', channel: 'email', on: false } });
  const { body } = await desk.get('/api/waiting-list/entries');
  const entries = body as unknown as { email: string; emails: string }[];
  expect(entries.map(({ email, emails }) => [email, emails])).toEqual([
    [first.email, 'unwanted'],
    [second.email, 'on'],
  ]);
});

describe('staff who have the patient on the telephone', () => {
  const acceptFor = (by: TestClient, id: string) => by.post(`/api/waiting-list/offers/${id}/accept-for-patient`, {});

  it('accept the offer for them, who get an email; a second time answers the same', async () => {
    await join(first);
    await cancel(holder);
    await slotsOffered();
    const id = await offerIdOf(first);
    const accepted = await acceptFor(desk, id);
    expect(accepted).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect(await bookingOf(first)).toMatchObject({ _id: accepted.body['bookingId'], slot: NINE, state: 'booked' });
    expect(await entriesOf(first)).toEqual([]);
    expect((await acceptFor(desk, id)).body).toEqual(accepted.body);
    await app.deliverMail();
    expect(app.mails.findLast(({ to }) => to === first.email)?.subject).toMatch(/^Your appointment on/);
    const [line] = (await admin.get('/api/audit?what=book-for-patient')).body as unknown as { detail: string }[];
    expect(line?.detail).toMatch(/^Podiatry on .*, from the waiting list$/);
  });

  it('move the appointment that is to be earlier, which is in the audit log', async () => {
    const two = await app.person();
    expect((await book(two, NINE, { appointmentDate: mediumDateFromIso('2030-07-02') })).status).toBe(200);
    const booking = await bookingOf(two);
    await join(two, { from: date, to: '2030-07-02', earlierThan: booking?._id });
    await cancel(holder);
    await slotsOffered();
    const offer = await offerOf(two);
    expect((await acceptFor(desk, String(offer?._id))).body).toMatchObject({ bookingId: booking?._id });
    expect(await bookingOf(two)).toMatchObject({ _id: booking?._id, appointmentDate: offer?.appointmentDate });
    expect(await entriesOf(two)).toEqual([]);
    const [line] = (await admin.get('/api/audit?what=move-appointment')).body as unknown as object[];
    expect(line).toMatchObject({ who: { name: desk.name }, on: { name: two.name } });
  });

  it('cannot move their own appointment to another price: they agree to it as its patient', async () => {
    const own = await personWith(app, { isFrontDesk: true });
    await book(own, NINE, { appointmentDate: mediumDateFromIso('2030-07-03') });
    await join(own, { from: date, to: '2030-07-03', earlierThan: (await bookingOf(own))?._id });
    await cancel(holder);
    await slotsOffered();
    await app.database.pool.query('update bookings set price_minor = 4000 where patient_name = $1', [own.name]);
    expect(await acceptFor(own, await offerIdOf(own))).toMatchObject({
      status: 409,
      body: { code: 'NOT_MOVABLE', message: expect.stringContaining('50') },
    });
    expect((await accept(own)).status).toBe(200);
  });

  it('read that the patient has booked something else at that time, with their name', async () => {
    const two = await app.person({ name: 'Pat Patient' });
    await join(two);
    await cancel(holder);
    await slotsOffered();
    const id = await offerIdOf(two);
    const { optionId: elsewhere } = await openOption(app.database.db, { treatment: 'Urology', openings });
    await book(two, NINE, { optionId: elsewhere, treatment: 'Urology' });
    const message = 'This offer was withdrawn. Pat Patient is still on the waiting list.';
    expect(await acceptFor(desk, id)).toMatchObject({ status: 409, body: { code: 'OFFER_OVER', message } });
  });

  it('cannot accept what is over', async () => {
    await join(first);
    await cancel(holder);
    await slotsOffered();
    const id = await offerIdOf(first);
    await decline(first);
    const message = `${first.name} declined this offer, and it went to the next person.`;
    expect(await acceptFor(desk, id)).toMatchObject({ status: 409, body: { code: 'OFFER_OVER', message } });
    expect((await acceptFor(desk, optionId)).status).toBe(404);
  });
});

describe('a dependant', () => {
  async function addKim(): Promise<string> {
    const added = await first.post('/api/me/dependants', { name: 'Kim', dateOfBirth: '2005-01-01', relation: 'child' });
    return (added.body['dependant'] as { _id: string })._id;
  }

  it('is waited for, and treated', async () => {
    const kim = await addKim();
    await join(first, { treatedId: kim });
    await cancel(holder);
    await slotsOffered();
    await app.deliverMail();
    const offer = app.mails.findLast(({ to, subject }) => to === first.email && /free for you/.test(subject));
    expect(offer?.text).toMatch(/^For: Kim$/m);
    const accepted = await accept(first);
    const [row] = await app.database.db
      .select()
      .from(bookings)
      .where(eq(bookings.id, String(accepted.body['bookingId'])));
    expect(row).toMatchObject({ treatedId: kim, patientName: 'Kim' });
  });

  it('is the person in the audit log when staff offer them a slot or remove them', async () => {
    const kim = await addKim();
    const id = await join(first, { treatedId: kim });
    await cancel(holder);
    const offered = { optionId, appointmentDate: mediumDateFromIso(date), slot: NINE };
    await desk.post(`/api/waiting-list/entries/${id}/offers`, offered);
    await desk.request('DELETE', `/api/waiting-list/entries/${id}`);
    const audited = (await admin.get(`/api/audit?on=${kim}`)).body as unknown as { what: string }[];
    expect(audited.map(({ what }) => what)).toEqual(['remove-from-waiting-list', 'offer-slot']);
  });

  it('who gets an account of their own waits under it only', async () => {
    const kim = await addKim();
    await join(first, { treatedId: kim });
    await cancel(holder);
    expect(await slotsOffered(first)).toEqual([NINE]);

    const email = `kim-${day}@example.org`;
    await desk.request('PUT', `/api/patients/${kim}`, { body: { name: 'Kim', email, phone: '' } });
    expect(await entriesOf(first)).toEqual([]);
    const token = await resetTokenFor(app, email);
    const grown = app.client();
    await grown.post('/api/auth/reset-password', { token, newPassword: 'Correct1!' });
    await grown.post('/api/auth/sign-in/email', { email, password: 'Correct1!' });
    await join(grown);
    expect(await slotsOffered(grown)).toEqual([NINE]);
  });
});

// Last: from here on slots are offered without being asked.
describe('a running server', () => {
  it('offers a slot at once when it is freed, declined or wanted', async () => {
    app.startOffering();
    await join(first);
    await cancel(holder);
    await expect.poll(async () => (await offerOf(first))?.slot).toBe(NINE);
    await decline(first);
    await join(second);
    await expect.poll(async () => (await offerOf(second))?.slot).toBe(NINE);
  });
});
