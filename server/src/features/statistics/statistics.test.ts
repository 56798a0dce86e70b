import type { Statistics } from '@openhours/contract/statistics.ts';
import { eq } from 'drizzle-orm';
import * as fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import {
  appointmentOptions,
  BOOKING_STATES,
  bookings,
  CHANGED_AS,
  closures,
  hoursExceptions,
  payments,
  refunds,
} from '../../database/schema/index.ts';

/** Figures over generated data, compared with loops over the same data that know nothing of SQL or of the timetable's code. */

const FIRST = '2031-01-01';
const DAYS = 120;
/** Minutes of the wall clock; the same on each weekday. */
const HOURS = [
  { opensMinute: 540, closesMinute: 720 },
  { opensMinute: 780, closesMinute: 1020 },
];
const CLOSED = ['2031-02-10', '2031-02-14'] as const;
const SHORT_DAY = '2031-03-03';
/** Two payments of this day were recorded by mistake: one was corrected at once, the other a day later. */
const MISTAKE = '2034-06-01';

interface Made {
  readonly day: string;
  readonly doctor: number;
  readonly state: (typeof BOOKING_STATES)[number];
  readonly as: (typeof CHANGED_AS)[number];
  readonly minutes: number;
}
interface Paid {
  readonly at: Date;
  readonly method: 'cash' | 'terminal' | 'insurance';
  readonly minor: number;
  readonly back: { readonly minor: number; readonly at: Date; readonly cause: 'correction' | 'cancelled' } | undefined;
}

let app: TestApp;
let admin: RoledClient;
let made: readonly Made[];
let paid: readonly Paid[];

const dayAt = (index: number) => new Date(Date.parse(FIRST) + index * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  app = await startTestApp();
  const { db } = app.database;
  admin = await personWith(app, { isAdmin: true });
  const doctors = [
    await personWith(app, { isDoctor: true, name: 'Ada' }),
    await personWith(app, { isDoctor: true, name: 'Bo' }),
  ];
  const options = await Promise.all(
    doctors.map(({ id, name }) =>
      openOption(db, {
        treatment: `Care of ${name}`,
        doctor: { id, name, photo: null },
        openings: [1, 2, 3, 4, 5].flatMap((weekday) => HOURS.map((opening) => ({ weekday, ...opening }))),
      }),
    ),
  );
  const [ada, bo] = doctors;
  if (!ada || !bo) throw new Error('no doctors');
  await db.insert(closures).values([
    { id: uuidv7(), firstDay: CLOSED[0], lastDay: CLOSED[1], calendarId: null, reason: 'Carnival' },
    { id: uuidv7(), firstDay: '2031-04-01', lastDay: '2031-04-02', calendarId: bo.id, reason: 'A course' },
  ]);
  await db.insert(hoursExceptions).values({ calendarId: ada.id, date: SHORT_DAY, opensMinute: 600, closesMinute: 660 });

  const request = fc.record({
    day: fc.nat({ max: DAYS - 1 }).map(dayAt),
    doctor: fc.nat({ max: 1 }),
    state: fc.constantFrom(...BOOKING_STATES),
    as: fc.constantFrom(...CHANGED_AS),
    minutes: fc.constantFrom(15, 30, 60),
  });
  const [drawn = []] = fc.sample(fc.array(request, { minLength: 600, maxLength: 600 }), { numRuns: 1, seed: 7 });
  // Each at a time of its own, so that the constraints let all of them in.
  const used = new Map<string, number>();
  const rows = drawn.map((one) => {
    const key = one.day;
    const place = used.get(key) ?? 0;
    used.set(key, place + 1);
    const startMinute = place * 60;
    const startsAt = new Date(Date.parse(one.day) + startMinute * 60_000);
    const doctor = doctors[one.doctor];
    const option = options[one.doctor];
    return {
      id: uuidv7(),
      optionId: option?.optionId ?? '',
      treatmentId: option?.treatmentId ?? '',
      calendarId: doctor?.id ?? '',
      patientId: admin.id,
      treatedId: admin.id,
      treatmentName: 'Care',
      doctorName: doctor?.name ?? '',
      patientName: 'Pat',
      email: '',
      phone: '',
      day: one.day,
      startMinute,
      minutes: one.minutes,
      startsAt,
      endsAt: new Date(startsAt.getTime() + one.minutes * 60_000),
      priceMinor: 5000,
      currency: 'USD',
      state: one.state,
      changedAs: one.as,
      changeReason: 'A test.',
    };
  });
  // A person has one live appointment of a treatment a day: the others are left out of both computations.
  const inserted = await db.insert(bookings).values(rows).onConflictDoNothing().returning({ id: bookings.id });
  const known = new Set(inserted.map(({ id }) => id));
  made = drawn.filter((_one, index) => known.has(rows[index]?.id ?? ''));

  const payment = fc.record({
    at: fc.integer({ min: Date.parse(FIRST) - 86_400_000 * 5, max: Date.parse(FIRST) + 86_400_000 * DAYS }),
    method: fc.constantFrom('cash', 'terminal', 'insurance'),
    minor: fc.integer({ min: 1, max: 20_000 }),
    back: fc.option(
      fc.record({
        share: fc.constantFrom(1, 0.5),
        days: fc.nat({ max: 40 }),
        cause: fc.constantFrom('correction', 'cancelled'),
      }),
      { nil: undefined },
    ),
  });
  const [sums = []] = fc.sample(fc.array(payment, { minLength: 200, maxLength: 200 }), { numRuns: 1, seed: 8 });
  const mistake = { at: Date.parse(MISTAKE), method: 'cash', minor: 5000 } as const;
  const corrected = (days: number) => ({ ...mistake, back: { share: 1, days, cause: 'correction' } as const });
  paid = [...sums, corrected(0), corrected(1)].map(({ at, method, minor, back }) => ({
    at: new Date(at),
    method,
    minor,
    back: back && {
      cause: back.cause,
      minor: Math.max(1, Math.floor(minor * back.share)),
      at: new Date(at + back.days * 86_400_000),
    },
  }));
  await db.transaction(async (tx) => {
    for (const one of paid) {
      const id = uuidv7();
      const isLive = one.back?.minor !== one.minor;
      await tx.insert(payments).values({
        id,
        // On hold, since a booking has one paid payment.
        bookingId: inserted[0]?.id ?? '',
        via: 'clinic',
        provider: 'clinic',
        transactionId: id,
        method: one.method,
        takenBy: admin.id,
        amountMinor: one.minor,
        currency: 'USD',
        takenMinor: one.minor,
        takenCurrency: 'USD',
        state: isLive ? 'on-hold' : 'released',
        paidAt: one.at,
        settledAt: one.at,
      });
      if (!one.back) continue;
      const { minor: amountMinor, at, cause } = one.back;
      const money = { amountMinor, takenMinor: amountMinor, currency: 'USD' };
      const times = { requestedAt: at, askAt: at, doneAt: at, doneBy: admin.id };
      await tx.insert(refunds).values({ id: uuidv7(), paymentId: id, ...money, state: 'succeeded', cause, ...times });
    }
  });
}, 120_000);
afterAll(() => app.close());

const read = async (from: string, to: string) => {
  const { status, body } = await admin.get(`/api/statistics?from=${medium(from)}&to=${medium(to)}`);
  expect(status).toBe(200);
  return body as unknown as Statistics;
};
const medium = (iso: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(iso));

/** Every minute of every day, one by one. */
function naiveOffered(doctor: number, from: string, to: string): number[] {
  const minutes = [0, 0, 0, 0, 0, 0, 0];
  const firstDay = made
    .filter((one) => one.doctor === doctor)
    .reduce((day, one) => (one.day < day ? one.day : day), '9');
  for (let time = Date.parse(from); time <= Date.parse(to); time += 86_400_000) {
    const day = new Date(time).toISOString().slice(0, 10);
    const weekday = (new Date(time).getUTCDay() + 6) % 7;
    for (let minute = 0; minute < 1440; minute += 1) {
      let isOpen = weekday < 5 && HOURS.some((one) => one.opensMinute <= minute && minute < one.closesMinute);
      if (doctor === 0 && day === SHORT_DAY) isOpen = isOpen && minute >= 600 && minute < 660;
      if (day < firstDay) isOpen = false;
      if (day >= CLOSED[0] && day <= CLOSED[1]) isOpen = false;
      if (doctor === 1 && (day === '2031-04-01' || day === '2031-04-02')) isOpen = false;
      if (isOpen) minutes[weekday] = (minutes[weekday] ?? 0) + 1;
    }
  }
  return minutes;
}

it.each([
  ['a month', '2031-02-01', '2031-02-28'],
  ['a year that began without appointments', '2030-06-01', '2031-02-28'],
  ['all of it', FIRST, dayAt(DAYS - 1)],
  ['one day', SHORT_DAY, SHORT_DAY],
  ['a day with mistakes', MISTAKE, MISTAKE],
  ['the day of a correction', '2034-06-02', '2034-06-02'],
  ['days with corrected payments only', MISTAKE, '2034-06-02'],
  ['days without anything', '2035-01-01', '2035-01-31'],
])('the figures of %s are those of a naive computation', async (_name, from, to) => {
  const found = await read(from, to);
  const those = made.filter(({ day }) => from <= day && day <= to);
  const outcomes = (some: readonly Made[]) => ({
    made: some.length,
    ahead: some.filter(({ state }) => ['booked', 'arrived', 'in-progress'].includes(state)).length,
    done: some.filter(({ state }) => state === 'done').length,
    noShow: some.filter(({ state }) => state === 'no-show').length,
    cancelled: some.filter(({ state }) => state === 'cancelled').length,
  });
  const cancelled = (who: string) => those.filter(({ state, as }) => state === 'cancelled' && as === who).length;
  expect(found.appointments).toEqual({
    ...outcomes(those),
    cancelledBy: {
      patient: cancelled('patient'),
      doctor: cancelled('doctor'),
      clinic: cancelled('clinic'),
      system: cancelled('system'),
    },
  });

  const isByMonth = Date.parse(to) - Date.parse(from) >= 62 * 86_400_000;
  const periodOf = ({ day }: Made) => (isByMonth ? `${day.slice(0, 7)}-01` : day);
  const starts = [...new Set(those.map(periodOf))].toSorted();
  expect(found.periods).toEqual({
    unit: isByMonth ? 'month' : 'day',
    rows: starts.map((start) => ({ starts: start, ...outcomes(those.filter((one) => periodOf(one) === start)) })),
  });

  const shown = found.calendars.map(({ name, weekdays, made: all, ahead, done, noShow, cancelled: ended }) => [
    name,
    { made: all, ahead, done, noShow, cancelled: ended },
    weekdays.map(({ bookedMinutes }) => bookedMinutes),
    weekdays.map(({ offeredMinutes }) => offeredMinutes),
  ]);
  expect(shown).toEqual(
    ['Ada', 'Bo'].map((name, doctor) => {
      const booked = [0, 0, 0, 0, 0, 0, 0];
      for (const one of those) {
        if (one.doctor !== doctor || one.state === 'cancelled') continue;
        const weekday = (new Date(one.day).getUTCDay() + 6) % 7;
        booked[weekday] = (booked[weekday] ?? 0) + one.minutes;
      }
      const theirs = those.filter((one) => one.doctor === doctor);
      return [name, outcomes(theirs), booked, naiveOffered(doctor, from, to)];
    }),
  );

  const isIn = (at: Date) => at.toISOString().slice(0, 10) >= from && at.toISOString().slice(0, 10) <= to;
  const cents = (amount: number) => Math.round(amount * 100);
  const income = found.income.map(({ method, payments: count, received, refunded, total }) => [
    method,
    count,
    cents(received),
    cents(refunded),
    cents(total),
  ]);
  const naive = (['cash', 'terminal', 'insurance'] as const).flatMap((method) => {
    let [count, received, refunded] = [0, 0, 0];
    for (const one of paid.filter((other) => other.method === method)) {
      if (isIn(one.at)) {
        count += 1;
        received += one.minor;
      }
      if (one.back && isIn(one.back.at)) {
        if (one.back.cause === 'correction') {
          count -= 1;
          received -= one.back.minor;
        } else refunded += one.back.minor;
      }
    }
    return count || received || refunded ? [[method, count, received, refunded, received - refunded]] : [];
  });
  expect(income).toEqual(naive);
});

it('says of a calendar that can no longer be booked only what was booked', async () => {
  const { db } = app.database;
  const closed = eq(appointmentOptions.doctorName, 'Bo');
  await db.update(appointmentOptions).set({ open: false }).where(closed);
  const { calendars } = await read('2031-02-01', '2031-02-28');
  expect(calendars[1]).toMatchObject({
    name: 'Bo',
    offeredMinutes: null,
    weekdays: [{ offeredMinutes: null }, {}, {}, {}, {}, {}, {}],
  });
  expect((await read('2035-01-01', '2035-01-31')).calendars.map(({ name }) => name)).toEqual(['Ada']);
  await db.update(appointmentOptions).set({ open: true }).where(closed);
});

it.each([
  'from=Jan 2, 2031&to=Jan 1, 2031',
  'from=Jan 1, 2031',
  'from=Jan 1, 2031&to=Jan 6, 2034',
  'from=Feb 30, 2031&to=Mar 1, 2031',
])('refuses %s', async (query) => {
  expect((await admin.get(`/api/statistics?${query}`)).status).toBe(400);
  expect((await admin.get(`/api/statistics.csv?${query}`)).status).toBe(400);
});

it('gives the same figures as a table, and the audit log has who exported it', async () => {
  const days = 'from=Feb 1, 2031&to=Feb 28, 2031';
  const found = await read('2031-02-01', '2031-02-28');
  const { body, headers } = await admin.get(`/api/statistics.csv?${days}`);
  expect(headers.get('content-type')).toMatch(/^text\/csv/);
  const lines = String(body['text']).split('\r\n');
  expect(lines).toContain(`Appointments,All,,All,${found.appointments.made},appointments`);
  expect(lines).toContain(`By doctor,Dr. Ada,,No-shows,${found.calendars[0]?.noShow},appointments`);
  expect(lines).toContain(
    `Utilisation,Dr. Ada,Monday,Working hours,${found.calendars[0]?.weekdays[0]?.offeredMinutes},minutes`,
  );
  expect(lines).toContain(
    `Cancellations,All,,Cancelled automatically,${found.appointments.cancelledBy.system},appointments`,
  );
  expect(lines).toContain(`Income,Cash,,Payments,${found.income[0]?.payments},payments`);
  expect(lines).toContain(`Income,Cash,,Total,${found.income[0]?.total},USD`);
  const { body: entries } = await admin.get('/api/audit?what=export-statistics');
  expect(entries).toMatchObject([{ who: { _id: admin.id }, detail: '2031-02-01 to 2031-02-28' }]);
});
