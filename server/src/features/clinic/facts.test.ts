import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { expect, test } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { bookAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { treatments } from '../../database/schema/schedule.ts';

const PAGE =
  '<title>__PRODUCT_NAME__</title>__IF:phone__<a href="__CLINIC:phoneHref__">__CLINIC:phone__</a>__END_IF:phone__' +
  '<p>__IF:closed__Not yet__END_IF:closed____IF:open__Open__END_IF:open__</p><b>__CLINIC_TIME_ZONE__</b>' +
  '__EACH:treatments__<i>__ITEM:name__</i>__END_EACH:treatments__';

const pages = { documents: { '/': { file: 'index.html' } }, files: { 'index.html': PAGE } };
const app = await startTestApp({ pages, environment: { PRODUCT_NAME: 'From the settings', CURRENCY: 'EUR' } });
const beside = await startTestApp({ pages, beside: app, environment: { CURRENCY: 'EUR' } });
await Promise.all([app.live.ready(), beside.live.ready()]);
const admin = await personWith(app, { isAdmin: true });

const read = async () => (await app.client().get('/api/clinic')).body;
const save = (body: object) => admin.request('PUT', '/api/clinic', { body });
const page = async (node: TestApp) => (await fetch(node.url)).text();

test('a new clinic gets its currency and time zone from the settings, and has no other facts', async () => {
  expect(await read()).toMatchObject({ currency: 'EUR', timeZone: 'UTC', phone: '', addressLines: [], open: false });
});

test('saved facts reach every node, and a restart with other settings keeps them', async () => {
  const { version } = await read();
  const saved = await save({
    version,
    name: 'Praxis <b>Weber',
    addressLines: ['Bahnhofstr. 1'],
    city: 'Berlin',
    country: 'DE',
    phone: '030 901820',
    texts: { openingHours: 'Mornings' },
  });
  expect(saved).toMatchObject({ status: 200, body: { acknowledged: true, version: Number(version) + 1 } });
  for (const node of [app, beside]) {
    await expect.poll(() => page(node)).toContain('<title>Praxis &#60;b&#62;Weber</title>');
    expect(await page(node)).toContain('<a href="tel:030901820">030 901820</a>');
  }
  await using restarted = await startTestApp({ beside: app, environment: { PRODUCT_NAME: 'Another name' } });
  const { body } = await restarted.client().get('/api/clinic');
  expect(body).toMatchObject({ name: 'Praxis <b>Weber', openingHours: 'Mornings', city: 'Berlin' });
});

test('when two admins save the same version, the second gets 409', async () => {
  const { version } = await read();
  const other = await personWith(app, { isAdmin: true });
  const answers = await Promise.all(
    [admin, other].map((who, number) =>
      who.request('PUT', '/api/clinic', { body: { version, city: `City ${number}` } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ code: 'CHANGED_MEANWHILE', version: Number(version) + 1 });
});

test('a save whose answer was lost can be repeated', async () => {
  const { version } = await read();
  const rules = { version: Number(version) + 1, leastNoticeMinutes: 45 };
  for (const _ of ['lost', 'repeated']) {
    expect(await save({ version, city: 'Lost' })).toMatchObject({ status: 200 });
    expect(await admin.request('PUT', '/api/clinic/rules', { body: rules })).toMatchObject({ status: 200 });
  }
});

test('the audit log names the changed facts', async () => {
  await save({ email: 'desk@clinic.example', city: 'Potsdam' });
  const { body } = await admin.get('/api/audit?what=change-clinic&limit=1');
  expect(body).toMatchObject([{ outcome: 'done', detail: 'Changed: city, email address.' }]);
});

test.each([
  ['a blank name', { name: ' ' }, 400],
  ['an unknown time zone', { timeZone: 'Mars/Base' }, 400],
  ['an unknown currency', { currency: 'ABC' }, 400],
  ['an invalid country code', { country: 'Germany' }, 400],
  ['an address of five lines', { addressLines: ['1', '2', '3', '4', '5'] }, 400],
  ['an invalid phone number', { phone: '12' }, 409],
  ['a logo that was not uploaded here', { logo: 'https://evil.example/logo.png' }, 409],
])('%s is refused and changes nothing', async (_, body, status) => {
  const before = await read();
  expect(await save(body)).toMatchObject({ status });
  expect(await read()).toEqual(before);
});

test('a new time zone takes effect without a restart', async () => {
  app.clock = new Date('2026-01-05T23:30:00Z');
  const dayOf = async () => String((await app.client().get('/api/availability')).body['from']);
  expect(await dayOf()).toBe('2026-01-05');
  expect(await save({ timeZone: 'Asia/Tokyo' })).toMatchObject({ status: 200 });
  // Open pages go on in the new zone.
  const { rows } = await app.database.pool.query("select event from live_events where event ? 'timeZone'");
  expect(rows).toEqual([{ event: { type: 'timetable', timeZone: 'Asia/Tokyo' } }]);
  await expect.poll(dayOf).toBe('2026-01-06');
  await expect.poll(() => page(app)).toContain('<b>Asia/Tokyo</b>');
  await save({ timeZone: 'UTC' });
  app.clock = undefined;
});

test('pages show that the clinic is closed until patients can book, and list its treatments', async () => {
  expect(await page(app)).toContain('<p>Not yet</p>');
  await openOption(app.database.db, { treatment: 'Check-up & more', priceMinor: 5000, currency: 'EUR' });
  for (const node of [app, beside]) {
    await expect.poll(() => page(node)).toContain('<p>Open</p>');
    await expect.poll(() => page(node)).toContain('<i>Check-up &#38; more</i>');
  }
});

test('the currency changes after the prices, treatment by treatment; the time zone not the time zone before future appointments', async () => {
  const message =
    'These treatments have prices in another currency: Check-up & more. Please change those prices first, on the page Treatments.';
  expect(await save({ currency: 'USD' })).toMatchObject({ status: 409, body: { code: 'CURRENCY_IN_USE', message } });
  const setCurrency = (currency: string) => app.database.db.update(treatments).set({ currency });
  await setCurrency('USD');
  expect((await save({ currency: 'USD' })).status).toBe(200);
  await setCurrency('EUR');
  expect((await save({ currency: 'EUR' })).status).toBe(200);
  const patient = await app.person();
  const { body } = await patient.get('/api/availability');
  const [option] = body['options'] as { days: { date: string; slots: { slot: string }[] }[] }[];
  const day = option?.days.find(({ slots }) => slots.length > 0);
  const booked = await bookAs(patient, {
    appointmentDate: mediumDateFromIso(day?.date ?? ''),
    treatment: 'Check-up & more',
    slot: day?.slots[0]?.slot,
    price: 50,
  });
  expect(booked.status).toBe(200);
  const refused = await save({ timeZone: 'Asia/Tokyo' });
  expect(refused).toMatchObject({ status: 409, body: { code: 'TIME_ZONE_IN_USE', bookings: 1 } });
});
