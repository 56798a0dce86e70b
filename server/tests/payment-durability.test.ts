import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chanceOf } from '../simulations/payments/plan.ts';
import { people } from '../src/database/schema/identity.ts';
import { paymentOrders, refunds } from '../src/database/schema/payments.ts';
import { type BookingWish, bookingWishes, signUpPatients } from '../testing/booking-wishes.ts';
import { openOption } from '../testing/clinic.ts';
import { type Sandbox, startSandbox } from '../testing/sandbox.ts';
import type { TestAnswer, TestClient } from '../testing/test-client.ts';
import { createTestDatabase, type TestDatabase, urlOf } from '../testing/test-database.ts';
import { freePort, startServerProcess, type TestProcess } from '../testing/test-process.ts';

/** The real server, and `kill -9` while patients pay. The providers and PostgreSQL keep running. */

const PATIENTS = 8;
const BOOKINGS = 64;
const AT_ONCE = 8;
const KILLS = 3;
const OPTIONS = ['Cardiology', 'Dermatology', 'Podiatry'];
const HOW = ['card', 'page', 'both'] as const;
const chance = chanceOf('killed while paying');

let dataDirectory: string;
let database: TestDatabase;
let sandbox: Sandbox;
let environment: Readonly<Record<string, string>>;
let server: TestProcess;
let unanswered = 0;

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'openhours-payment-durability-'));
  database = await createTestDatabase();
  sandbox = await startSandbox({ port: 0, production: false, stripe: { retryDelaysMs: [] } });
  environment = {
    MAX_UNPAID_BOOKINGS: '1000',
    DATA_DIR: dataDirectory,
    DATABASE_URL: urlOf(database.connection),
    DEMO: 'off',
    PORT: String(await freePort()),
  };
  server = await start();
  sandbox.stripe.sendWebhooksTo(`${server.url}/api/webhooks/stripe`);
  for (const treatment of OPTIONS) await openOption(database.db, { treatment });
});

afterAll(async () => {
  await server.kill('SIGTERM');
  await sandbox.stop();
  await database.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

/** As if the time were over for which the server that died had claimed refunds and pages. */
async function endClaims(): Promise<void> {
  await database.db.update(refunds).set({ heldUntil: null });
  await database.db
    .update(paymentOrders)
    .set({ createdAt: new Date(Date.now() - 60_000) })
    .where(and(eq(paymentOrders.via, 'hosted-page'), isNull(paymentOrders.pageUrl)));
}

const start = () => startServerProcess(environment, { sandbox });

interface Booked {
  readonly id: string;
  readonly price: number;
  readonly by: TestClient;
  /** The provider's pages on which it may be paid. */
  readonly pages: Set<string>;
}

async function book({ by, body, key }: BookingWish): Promise<Booked> {
  const answer = await by.post('/api/bookings', body, { 'idempotency-key': key });
  expect(answer.status).toBe(200);
  return { id: String(answer.body['insertedId']), price: Number(body['price']), by, pages: new Set() };
}

/** A patient without an answer repeats the request until there is one. */
async function persistently(ask: () => Promise<TestAnswer>): Promise<TestAnswer> {
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer && answer.status < 500) return answer;
    unanswered += 1;
    await sleep(50);
  }
}

async function prepareCard({ id: bookingId, price, by }: Booked): Promise<string> {
  const { body } = await persistently(() => by.post('/api/create-payment-intent', { price, bookingId }));
  return String(body['clientSecret']);
}

async function payByCard({ id: bookingId, price, by }: Booked, clientSecret: string): Promise<void> {
  const transactionId = clientSecret.split('_secret_')[0] ?? '';
  await fetch(`${sandbox.url}/v1/payment_intents/${transactionId}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: sandbox.stripe.publishableKey,
      client_secret: clientSecret,
      payment_method: 'pm_card_visa',
    }),
  });
  // Every second browser is closed here.
  if (chance.is(0.5)) return;
  await persistently(() => by.post('/api/payments', { price, transactionId, email: by.email, bookingId }));
}

async function openPage({ id: bookingId, price, by, pages }: Booked): Promise<string> {
  const { body } = await persistently(() => by.post('/api/order', { price, bookingId }));
  const sessionKey = new URL(String(body['url'])).searchParams.get('SESSIONKEY') ?? '';
  pages.add(sessionKey);
  return sessionKey;
}

async function payOnPage(sessionKey: string): Promise<void> {
  const back = sandbox.sslcommerz.choose(sessionKey, 'pay');
  if (!back || chance.is(0.5)) return;
  const body = new URLSearchParams(back.fields);
  await fetch(back.url, { method: 'POST', redirect: 'manual', headers: { origin: sandbox.url }, body }).catch(
    () => undefined,
  );
}

/** Everyone pays, eight at a time; by card, on the hosted page, or both at once. */
async function payAll(bookings: readonly Booked[], onPaid: () => void): Promise<void> {
  const waiting = bookings.map((booked, number) => ({ booked, how: HOW[number % HOW.length] }));
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { booked, how } = next;
      const [clientSecret, page] = await Promise.all([
        how === 'page' ? undefined : prepareCard(booked),
        how === 'card' ? undefined : openPage(booked),
      ]);
      await Promise.all([clientSecret && payByCard(booked, clientSecret), page && payOnPage(page)]);
      onPaid();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** A booking's charges that the providers have not refunded in full, and their number in total. */
function chargesOf({ id, pages }: Booked): { taken: number; kept: number } {
  const cards = sandbox.stripe
    .charges()
    .filter(({ metadata, status }) => metadata['bookingId'] === id && status === 'succeeded')
    .map(({ amount, amount_refunded: back }) => amount - back);
  const hosted = sandbox.sslcommerz
    .payments()
    .filter(({ sessionKey, status }) => pages.has(sessionKey) && status.startsWith('VALID'))
    .map(({ amountBdt, refunds }) =>
      refunds.reduce((left, refund) => left - Number(refund.amountBdt), Number(amountBdt)),
    );
  const left = [...cards, ...hosted];
  return { taken: left.length, kept: left.filter((amount) => Math.abs(amount) > 0.005).length };
}

async function reconcile(admin: TestClient): Promise<void> {
  const answer = await admin.post('/api/admin/payment-reconciliation', {});
  expect(answer.status).toBe(200);
}

it('leaves exactly one charge per booking when the server is killed repeatedly while patients pay', async () => {
  const [admin, ...patients] = await signUpPatients(server.url, 1 + PATIENTS);
  if (!admin) throw new Error('Nobody has signed up.');
  await database.db.update(people).set({ isAdmin: true, emailVerified: true }).where(eq(people.email, admin.email));
  const bookings: Booked[] = [];
  for (const wish of await bookingWishes(server.url, { patients, count: BOOKINGS })) bookings.push(await book(wish));

  // After a number of payments, and at a different moment each time.
  const killsAt = Array.from({ length: KILLS }, (_, kill) =>
    Math.floor(((kill + chance.next()) * BOOKINGS) / (KILLS + 1)),
  );
  let paid = 0;
  let restarted = Promise.resolve();
  await payAll(bookings, () => {
    paid += 1;
    if (!killsAt.includes(paid)) return;
    const pause = chance.next() * 40;
    restarted = restarted.then(async () => {
      await sleep(pause);
      await server.kill('SIGKILL');
      await endClaims();
      server = await start();
    });
  });
  await restarted;
  expect(unanswered).toBeGreaterThan(0);

  const isOver = () => bookings.every((booked) => chargesOf(booked).kept === 1);
  await reconcile(admin);
  for (let wait = 0; wait < 900 && !isOver(); wait += 1) {
    await sleep(100);
    if (wait % 100 === 99) await reconcile(admin);
  }
  await reconcile(admin);

  const wrong = [];
  for (const booked of bookings) {
    const shown = await booked.by.get(`/api/payments/booking/${booked.id}`);
    const payments = (shown.body['payments'] ?? []) as { state: string }[];
    const kept = payments.filter(({ state }) => state === 'paid').length;
    const isRight =
      shown.body['paid'] === true &&
      kept === 1 &&
      chargesOf(booked).kept === 1 &&
      chargesOf(booked).taken === payments.length;
    if (!isRight) wrong.push({ ...chargesOf(booked), shown: shown.body });
  }
  expect(wrong).toEqual([]);
  expect(bookings.filter((booked) => chargesOf(booked).taken === 2)).toHaveLength(Math.floor(BOOKINGS / HOW.length));
}, 200_000);
