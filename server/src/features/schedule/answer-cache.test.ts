import { setTimeout as sleep } from 'node:timers/promises';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { createAnswerCache } from './answer-cache.ts';

/** Two nodes that trust their cached answers as in production. A doctor works from nine to noon, every day. */

const START = new Date('2030-05-06T08:00:00Z'); // a Monday
const DAYS = ['2030-05-06', '2030-05-07', '2030-05-09'] as const;
const SLOTS = ['09:00 AM - 09:30 AM', '09:30 AM - 10:00 AM', '11:30 AM - 12:00 PM'] as const;
const TREATMENT = 'Podiatry';
const WEEK = [1, 2, 3, 4, 5, 6, 7];
const [NINE, HALF_PAST_NINE] = SLOTS;
/** What a change on another node may take, on a busy machine. */
const PATIENCE_MILLIS = 1500;

const here = await startTestApp({ trustMillis: 1000 });
const there = await startTestApp({ trustMillis: 1000, beside: here });
const nodes = [here, there] as const;
setClock(START);
await Promise.all(nodes.map(({ live }) => live.ready()));
const admin = await personWith(here, { isAdmin: true });
const { id: doctorId } = await personWith(here, { name: 'Dora Doctor', isDoctor: true });
const openings = WEEK.map((weekday) => ({ weekday, opensMinute: 540, closesMinute: 720 }));
const doctor = { id: doctorId, name: 'Dora Doctor', photo: null };
const { optionId, treatmentId } = await openOption(here.database.db, { treatment: TREATMENT, doctor, openings });
const patients = await Promise.all([here.person(), here.person()]);
beforeEach(() => setClock(START));

function setClock(at: Date): void {
  for (const node of nodes) node.clock = at;
}
const optionsPath = (date: string) => `/api/v2/appointmentOptions?date=${encodeURIComponent(mediumDateFromIso(date))}`;
const DAYS_PATH = '/api/v2/appointmentDays';
const request = (date: string, slot: string) => ({ optionId, appointmentDate: mediumDateFromIso(date), slot });
const hold = (by: TestClient, date: string, slot: string, at = here.url) =>
  by.request('POST', '/api/holds', { body: request(date, slot), at });
const book = (by: TestClient, date: string, slot: string, at = here.url) =>
  by.request('POST', '/api/bookings', {
    body: { ...request(date, slot), treatment: TREATMENT, price: 50, phone: '', patient: by.name, email: by.email },
    at,
  });

async function slotsOn(date: string, { at = here, by = at.client() }: { at?: TestApp; by?: TestClient } = {}) {
  const { body } = await by.request('GET', optionsPath(date), { at: at.url });
  return (body as unknown as { slots: string[] }[])[0]?.slots ?? [];
}

/** What a node answers to whoever is not signed in. */
async function answersOf({ url }: TestApp): Promise<Record<string, unknown>> {
  const paths = [...DAYS.map(optionsPath), DAYS_PATH];
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await (await fetch(url + path)).json()])),
  );
}

/** The same, from nothing but the database. */
async function freshAnswers(): Promise<Record<string, unknown>> {
  const fresh = createAnswerCache({ db: here.database.db, now: () => here.clock ?? new Date(), trustMillis: 0 });
  const nobody = { holderId: undefined };
  const read = (answer: { body: Uint8Array } | undefined) => JSON.parse(Buffer.from(answer?.body ?? []).toString());
  const options = DAYS.map(async (date) => [optionsPath(date), read(await fresh.options({ date, ...nobody }))]);
  return Object.fromEntries([...(await Promise.all(options)), [DAYS_PATH, read(await fresh.days(nobody))]]);
}

describe('whoever asks again', () => {
  let date: string;
  let number = 0;
  beforeEach(() => {
    number += 1;
    date = `2030-06-${String(number).padStart(2, '0')}`;
  });

  /** How often a node used the database meanwhile. */
  async function countUses({ database }: TestApp, of: () => Promise<unknown>): Promise<number> {
    let uses = 0;
    const count = () => {
      uses += 1;
    };
    for (const pool of [database.pool, database.aside.pool]) pool.on('acquire', count);
    await of();
    for (const pool of [database.pool, database.aside.pool]) pool.off('acquire', count);
    return uses;
  }

  it.each(['options', 'days'])('gets the %s without work: the same answer and headers, or 304', async (what) => {
    const url = here.url + (what === 'days' ? DAYS_PATH : optionsPath(date));
    const first = await fetch(url);
    const etag = first.headers.get('etag') ?? '';
    const text = await first.text();
    const answers: Response[] = [];
    const uses = await countUses(here, async () => {
      for (const headers of [{}, { 'if-none-match': etag }, { 'if-none-match': `"other", W/${etag}` }, {}]) {
        answers.push(await fetch(url, { headers }));
      }
    });
    expect(uses).toBe(0);
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 304, 200]);
    const [again, unchanged] = answers;
    expect(await again?.text()).toBe(text);
    const headersOf = (answer: Response | undefined) =>
      Object.fromEntries([...(answer?.headers ?? [])].filter(([name]) => !['x-request-id', 'date'].includes(name)));
    expect(headersOf(again)).toEqual(headersOf(first));
    expect(headersOf(again)).toMatchObject({
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    });
    expect(unchanged?.headers.get('etag')).toBe(etag);
    const ids = [first, ...answers].map(({ headers }) => headers.get('x-request-id'));
    expect(new Set(ids).size).toBe(5);
  });

  it('is in the log each time', async () => {
    const url = here.url + optionsPath(date);
    const lines = () => here.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    const before = lines().length;
    for (const headers of [{}, {}, { cookie: 'any=one' }]) await (await fetch(url, { headers })).text();
    const logged = { method: 'GET', path: '/api/v2/appointmentOptions', status: 200, requestId: expect.any(String) };
    expect(lines().slice(before)).toMatchObject([
      { ...logged, caller: 'nobody' },
      { ...logged, caller: 'nobody' },
      { ...logged, caller: 'unidentified' },
    ]);
  });

  it('is refused as before: a bad token, a bad date, another method', async () => {
    const url = here.url + optionsPath(date);
    for (const _ of [1, 2]) await (await fetch(url)).text();
    const statusOf = async (address: string, init?: RequestInit) => (await fetch(address, init)).status;
    expect(await statusOf(url, { method: 'POST', body: '{}' })).toBe(405);
    expect(await statusOf(`${here.url}/api/v2/appointmentOptions?date=tomorrow`)).toBe(400);
    expect(await statusOf(url, { headers: { authorization: 'Bearer wrong' } })).toBe(200);
  });

  it('sees the own slot as free while they hold it, and nobody else does', async () => {
    const [holder, other] = patients;
    expect((await hold(holder, date, NINE)).status).toBe(200);
    const spaces = async (by: TestClient) => {
      const { body } = await by.get(DAYS_PATH);
      return (body as unknown as { date: string; spaces: number }[]).find(
        (day) => day.date === mediumDateFromIso(date),
      );
    };
    for (const _ of [1, 2]) {
      expect(await slotsOn(date, { by: holder })).toContain(NINE);
      expect(await slotsOn(date, { by: other })).not.toContain(NINE);
      expect(await slotsOn(date)).not.toContain(NINE);
      expect(await spaces(holder)).toMatchObject({ spaces: 6 });
      expect(await spaces(other)).toMatchObject({ spaces: 5 });
    }
  });

  it('loses slots when their time has come, and gets them back when a hold is over', async () => {
    expect((await hold(patients[0], date, HALF_PAST_NINE)).status).toBe(200);
    expect(await slotsOn(date)).toHaveLength(5);
    setClock(new Date(START.getTime() + 3_600_000));
    expect(await slotsOn(date)).toHaveLength(6);
    setClock(new Date(`${date}T08:59:59.999Z`));
    expect(await slotsOn(date)).toHaveLength(6);
    setClock(new Date(`${date}T09:00:00.000Z`));
    expect(await slotsOn(date)).toHaveLength(5);
  });

  it('is refused a taken slot with the nearest free ones, and never one that was freed meanwhile', async () => {
    const [first, second] = patients;
    const booked = await book(first, date, NINE, there.url);
    await vi.waitFor(async () => expect(await slotsOn(date)).not.toContain(NINE));
    const refused = await book(second, date, NINE);
    expect(refused).toMatchObject({ status: 409, body: { code: 'SLOT_TAKEN' } });
    const { nearest } = refused.body as unknown as { nearest: { slot: string; appointmentDate: string }[] };
    expect(nearest.map(({ slot }) => slot)).toEqual([HALF_PAST_NINE, '10:00 AM - 10:30 AM', '10:30 AM - 11:00 AM']);
    expect(await book(first, date, NINE)).toMatchObject({ status: 409, body: { code: 'ALREADY_BOOKED' } });

    const path = `/api/bookings/${String(booked.body['insertedId'])}/cancel`;
    expect(await slotsOn(date)).not.toContain(NINE);
    expect((await first.request('POST', path, { body: {}, at: there.url })).status).toBe(200);
    expect((await book(second, date, NINE)).status).toBe(200);
  });

  it('sees a change of another node within a second when its notification is lost', async () => {
    await using deaf = await startTestApp({ trustMillis: 1000, beside: here });
    deaf.clock = START;
    for (const [of, slot] of [
      [patients[0], NINE],
      [patients[1], HALF_PAST_NINE],
    ] as const) {
      expect(await slotsOn(date, { at: deaf })).toContain(slot);
      expect((await book(of, date, slot)).status).toBe(200);
      const booked = performance.now();
      while ((await slotsOn(date, { at: deaf })).includes(slot)) await sleep(5);
      expect(performance.now() - booked).toBeLessThan(1100);
    }
  });

  it('gets no old answer when the database has not answered for a second', async () => {
    const cut = await startTestApp({ trustMillis: 200, beside: here });
    try {
      cut.clock = START;
      const url = cut.url + optionsPath(date);
      for (const _ of [1, 2]) expect((await fetch(url)).status).toBe(200);
      vi.spyOn(cut.database.aside.pool, 'connect').mockRejectedValue(
        Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }),
      );
      vi.spyOn(cut.database.aside.pool, 'query').mockRejectedValue(
        Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }),
      );
      await sleep(250);
      expect((await fetch(url)).status).toBe(503);
      vi.restoreAllMocks();
      expect((await fetch(url)).status).toBe(200);
    } finally {
      vi.restoreAllMocks();
      await cut.close();
    }
  });
});

describe('a cached answer', () => {
  const DATE = fc.constantFrom(...DAYS);
  const SLOT = fc.constantFrom(...SLOTS);
  const STEP = fc.record({
    what: fc.constantFrom(
      ...(['book', 'book', 'cancel', 'move', 'hold', 'hold', 'let go', 'block', 'unblock', 'close', 'open'] as const),
      ...(['hours', 'clinic hours', 'rules', 'treatment', 'rename', 'zone', 'clock', 'clock', 'clock back'] as const),
    ),
    node: fc.constantFrom(0, 1),
    who: fc.constantFrom(0, 1),
    date: DATE,
    slot: SLOT,
    n: fc.nat(3),
  });
  type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;
  const made: Record<'booking' | 'hold' | 'block' | 'closure', string[]> = {
    booking: [],
    hold: [],
    block: [],
    closure: [],
  };

  async function take({ what, node, who, date, slot, n }: Step): Promise<void> {
    const at = nodes[node].url;
    const by = patients[who];
    const remember = (kind: keyof typeof made, { body }: { body: Record<string, unknown> }) => {
      const id = body['insertedId'] ?? body['_id'];
      if (typeof id === 'string') made[kind].push(id);
    };
    const put = (path: string, body: object) => admin.request('PUT', path, { body, at });
    const remove = (path: string, from: TestClient = admin) => from.request('DELETE', path, { at });
    const clock = (here.clock ?? START).getTime();
    const millis = ([1, 17, 45, 240][n] ?? 1) * 60_000;
    switch (what) {
      case 'book':
        return remember('booking', await book(by, date, slot, at));
      case 'cancel': {
        const path = `/api/bookings/${made.booking.pop()}/cancel`;
        for (const patient of patients) await patient.request('POST', path, { body: {}, at });
        return;
      }
      case 'move':
        await admin.request('POST', `/api/bookings/${made.booking.at(-1)}/move`, { body: request(date, slot), at });
        return;
      case 'hold':
        return remember('hold', await hold(by, date, slot, at));
      case 'let go': {
        const path = `/api/holds/${made.hold.pop()}`;
        for (const patient of patients) await remove(path, patient);
        return;
      }
      case 'block': {
        const body = { calendarId: doctorId, date, startMinute: 540 + n * 45, minutes: 30, reason: 'Meeting' };
        return remember('block', await admin.request('POST', '/api/agenda/blocks', { body, at }));
      }
      case 'unblock':
        await remove(`/api/agenda/blocks/${made.block.pop()}`);
        return;
      case 'close': {
        const body = { from: date, to: date, reason: `Holiday ${n}`, ...(n > 1 && { doctorId }), bookings: 'keep' };
        return remember('closure', await admin.request('POST', '/api/closures', { body, at }));
      }
      case 'open': {
        const path = `/api/closures/${made.closure.pop()}/reopen`;
        await admin.request('POST', path, { body: { from: DAYS[0] }, at });
        return;
      }
      case 'hours': {
        const weekly = WEEK.map((weekday) => ({ weekday, from: '09:00', to: `1${n}:00` }));
        await put(`/api/doctors/${doctorId}/hours`, { weekly: n === 0 ? weekly.slice(1) : weekly, bookings: 'keep' });
        return;
      }
      case 'clinic hours': {
        const weekly = WEEK.map((weekday) => ({ weekday, from: `0${6 + n}:30`, to: '18:00' }));
        const special = n === 0 ? [] : [{ date, from: '10:00', to: `1${n}:15` }];
        await put('/api/clinic/hours', { weekly, special, bookings: 'keep' });
        return;
      }
      case 'rules':
        await put('/api/clinic/rules', { leastNoticeMinutes: n * 30, horizonDays: 3 + n * 30 });
        return;
      case 'treatment':
        await put(`/api/treatments/${treatmentId}`, { minutes: 15 + 15 * n, price: 50 });
        return;
      case 'rename':
        await here.database.pool.query('update people set name = $2 where id = $1', [doctorId, `Dora Doctor ${n}`]);
        return;
      case 'zone': {
        const timeZone = ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Kiritimati'][n];
        await put('/api/clinic', { timeZone, bookings: 'keep' });
        return;
      }
      case 'clock':
        return setClock(new Date(clock + millis));
      case 'clock back':
        return setClock(new Date(clock - millis));
    }
  }

  it('is what the database says, after any changes: at once on their node, soon on the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 12, maxLength: 12 }), async (steps) => {
        for (const step of steps) {
          await take(step);
          // The change of a name above is not made by a node.
          const first = nodes[step.node];
          if (step.what !== 'rename') expect(await answersOf(first), step.what).toEqual(await freshAnswers());
          for (const node of nodes) {
            const check = async () => expect(await answersOf(node), step.what).toEqual(await freshAnswers());
            await vi.waitFor(check, { timeout: PATIENCE_MILLIS, interval: 20 });
          }
        }
      }),
      { numRuns: 8, endOnFailure: true },
    );
  }, 60_000);
});
