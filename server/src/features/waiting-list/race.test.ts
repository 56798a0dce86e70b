import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { WaitingListEntry } from '@openhours/contract/waiting-list.ts';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { manyWith, type RoledClient } from '../../../testing/admins.ts';
import { bookAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { waitingListEntries } from '../../database/schema/waiting-list.ts';
import { addDays } from '../schedule/index.ts';

const START = new Date('2030-05-06T10:00:00Z');
const SLOT = '09:00 AM - 09:30 AM';
const ROUNDS = 6;
const environment = { MAX_UNPAID_BOOKINGS: '1000' };
let date = '2030-06-01';

/** Two nodes. The clock of the second one is 16 minutes ahead: an offer that is new on the first is over there. */
const app = await startTestApp({ environment });
const beside = await startTestApp({ environment, beside: app });
const aheadOf = (time: Date) => new Date(time.getTime() + 16 * 60_000);
app.clock = START;
beside.clock = aheadOf(START);
const openings = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensMinute: 540, closesMinute: 570 }));
const { optionId } = await openOption(app.database.db, { treatment: 'Podiatry', openings });
const people = await manyWith(app, { count: 3 });
beforeEach(async () => {
  await app.database.db.delete(waitingListEntries);
});

type Person = RoledClient;
const who = (number: number): Person => people[number % people.length] as Person;

async function join(by: Person) {
  const { status } = await by.post('/api/waiting-list', { treatment: 'Podiatry', from: date, to: date });
  expect(status).toBe(200);
  app.clock = new Date((app.clock ?? START).getTime() + 1);
}
async function offerOf(by: Person) {
  const { body } = await by.get('/api/waiting-list');
  return (body as unknown as readonly WaitingListEntry[])[0]?.offer?._id;
}
const accept = (by: Person, id: string) =>
  by.post(`/api/waiting-list/offers/${id}/accept`, { price: 50, currency: 'USD' });
const decline = (by: Person, id: string) => by.post(`/api/waiting-list/offers/${id}/decline`, {});
const book = (by: Person) =>
  bookAs(by, { optionId, treatment: 'Podiatry', appointmentDate: mediumDateFromIso(date), slot: SLOT, price: 50 });

/** Who has the slot of the day, and whether everything that says so agrees. */
async function slotOfDay() {
  const { rows } = await app.database.db.execute<{ kind: string; holder: string; agrees: boolean }>(sql`
    select t.kind, coalesce(b.patient_id, t.holder_id) as holder,
      case t.kind when 'booking' then b.state = 'booked' else o.state = 'open' end as agrees
    from busy_times t left join bookings b on b.id = t.booking_id left join waiting_list_offers o on o.id = t.id
    where t.day = ${date}`);
  const { rows: adrift } = await app.database.db.execute(sql`
    select o.id from waiting_list_offers o where o.state = 'open' and not exists (select 1 from busy_times t where t.id = o.id)`);
  expect(adrift).toEqual([]);
  expect(rows.every(({ agrees }) => agrees)).toBe(true);
  expect(rows.length).toBeLessThan(2);
  return rows[0] && `${rows[0].kind} ${people.findIndex(({ id }) => id === rows[0]?.holder)}`;
}

/** Two people wait, and the first is offered the slot of a new day. */
async function offered(): Promise<string> {
  await app.database.db.delete(waitingListEntries);
  date = addDays(date, 1);
  await join(who(0));
  await join(who(1));
  await app.offerSlots();
  const id = await offerOf(who(0));
  expect(id).toBeDefined();
  return id ?? '';
}

it('an offer that is accepted while it runs out is either an appointment, or goes on', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await offered();
    const [answer] = await Promise.all([accept(who(0), id), beside.offerSlots()]);
    await app.offerSlots();
    expect(await slotOfDay()).toBe(answer.status === 200 ? 'booking 0' : 'offer 1');
    if (answer.status !== 200) expect(answer.body['code']).toBe('OFFER_OVER');
  }
});

it('an offer that is accepted and declined at once is one or the other', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await offered();
    const [yes, no] = await Promise.all([accept(who(0), id), decline(who(0), id)]);
    expect(new Set([yes.status, no.status])).toEqual(new Set([200, 409]));
    await app.offerSlots();
    expect(await slotOfDay()).toBe(yes.status === 200 ? 'booking 0' : 'offer 1');
  }
});

it('an offer that is accepted twice at once is one appointment', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await offered();
    const answers = await Promise.all([accept(who(0), id), accept(who(0), id), book(who(0))]);
    const booked = new Set(answers.flatMap(({ body }) => [body['bookingId'], body['insertedId']]).filter(Boolean));
    expect(booked.size).toBe(1);
    expect(await slotOfDay()).toBe('booking 0');
  }
});

it('two nodes that look at the same day make one offer, to the first', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await app.database.db.delete(waitingListEntries);
    date = addDays(date, 1);
    await join(who(0));
    await join(who(1));
    // With its clock ahead, each check of the second node would make an offer that fails, and after three the other is asked.
    beside.clock = app.clock;
    await Promise.all([app.offerSlots(), beside.offerSlots(), app.offerSlots(), beside.offerSlots()]);
    expect(await slotOfDay()).toBe('offer 0');
  }
  beside.clock = aheadOf(START);
});

it('a slot that is freed, taken or wanted while nodes look is nobody’s twice and not forgotten', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await app.database.db.delete(waitingListEntries);
    date = addDays(date, 1);
    const booked = await book(who(2));
    await join(who(0));
    const cancelling = who(2).post(`/api/bookings/${String(booked.body['insertedId'])}/cancel`, { reason: 'No.' });
    await Promise.all([cancelling, app.offerSlots(), join(who(1)), beside.offerSlots(), book(who(1))]);
    await app.offerSlots();
    expect(['offer 0', 'booking 1']).toContain(await slotOfDay());
  }
});
