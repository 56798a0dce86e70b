import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, it, vi } from 'vitest';
import { startPayingClinic } from '../../../testing/paying.ts';
import { createProviderWorld, type ProviderWorld } from '../../../testing/provider-world.ts';
import { holdingLockIfFree } from '../../database/holding-lock.ts';
import { findPersonByEmail } from '../identity/index.ts';
import { comparePayments } from './compare-payments.ts';
import { COMPARE_JOB, paymentJobs, reconcilePayments } from './jobs.ts';
import { insertOrder } from './order-store.ts';
import type { PaymentServices } from './settle-payment.ts';

/** The number of parallel requests. Those in progress when a run is out of time are still answered. */
const AT_ONCE = 4;
const PRICE = { minor: 14_000, currency: 'USD' };

let world: ProviderWorld;
let asked: string[];

const clinic = await startPayingClinic();
const { email } = await clinic.app.person();
const found = await findPersonByEmail(clinic.app.database.db, email);
if (!found) throw new Error('no patient');
const person = found;

beforeEach(async () => {
  world = createProviderWorld();
  asked = [];
  const { db } = clinic.app.database;
  await db.execute(sql`update payments set compare_at = null`);
  await db.execute(sql`update payment_orders set state = 'closed'`);
});

/** A run that is out of time after this many requests to the provider. */
function runOf(questions: number, now = new Date()) {
  const budget = new AbortController();
  const note = (question: string): void => {
    asked.push(question);
    if (asked.length === questions) budget.abort();
  };
  const { cards } = world;
  const services: PaymentServices = {
    cards: {
      ...cards,
      find: (reference) => {
        note(reference);
        return cards.find(reference);
      },
      listSince: (page) => {
        note(`page after ${page.after}`);
        return cards.listSince(page);
      },
    },
    hosted: undefined,
    jobs: { send: async () => undefined, alone: (_name, work) => work() },
    log: pino({ level: 'silent' }),
  };
  return { now, services, signal: budget.signal };
}

/** Card orders that are due, and paid at the provider. */
async function madeOrders(count: number): Promise<string[]> {
  const { db } = clinic.app.database;
  const references = [];
  for (let made = 0; made < count; made += 1) {
    const id = uuidv7();
    const createdAt = new Date(Date.now() - 3_600_000);
    const bookingId = await clinic.bookingOf(person);
    const { minor: amountMinor, currency } = PRICE;
    const order = { id, bookingId, provider: 'cards', reference: id, amountMinor, currency, createdAt };
    await insertOrder(db, { ...order, via: 'card' });
    const charge = { via: 'card' as const, reference: id, orderId: id, bankReference: id, amount: PRICE, risky: false };
    world.charges.set(id, { ...charge, state: 'succeeded', refunds: [], dispute: undefined });
    references.push(id);
  }
  return references;
}

it('a reconciliation that is out of time says so, and the next one asks about the rest', async () => {
  const { db } = clinic.app.database;
  const orders = await madeOrders(12);
  const first = await reconcilePayments(db, runOf(3));
  expect(first.isComplete).toBe(false);
  expect(first.asked).toBeLessThan(3 + AT_ONCE);
  const second = await reconcilePayments(db, runOf(100));
  expect(second).toMatchObject({ asked: 12 - first.asked, isComplete: true });
  expect(asked.toSorted()).toEqual(orders.toSorted());
});

it('a comparison that is out of time says so, and the next one compares the rest', async () => {
  const { db } = clinic.app.database;
  const orders = await madeOrders(8);
  await reconcilePayments(db, runOf(100));
  asked.length = 0;
  // Four pages of charges, then two payments.
  const first = await comparePayments(db, runOf(6));
  expect(first.isComplete).toBe(false);
  expect(asked.length).toBeLessThan(6 + AT_ONCE);
  const second = await comparePayments(db, runOf(100));
  expect(second.isComplete).toBe(true);
  expect(asked.filter((one) => !one.startsWith('page')).toSorted()).toEqual(orders.toSorted());
});

it('the search for missed charges continues where it stopped, and then starts again', async () => {
  const { db } = clinic.app.database;
  const charges = await madeOrders(6);
  await db.execute(sql`update payment_orders set state = 'closed'`);
  const payments = async () => {
    const { rows } = await db.execute<{ id: string }>(sql`select transaction_id as id from payments
      where transaction_id in (${sql.join(charges, sql`, `)})`);
    return rows.map(({ id }) => id).toSorted();
  };
  // The first page with its two charges; then the second page is fetched, but its charges are not checked.
  const first = await comparePayments(db, runOf(4));
  expect(first.isComplete).toBe(false);
  expect(await payments()).toEqual(charges.slice(0, 2).toSorted());

  const pages = async () => {
    asked.length = 0;
    const { isComplete } = await comparePayments(db, runOf(100));
    expect(isComplete).toBe(true);
    return asked.filter((one) => one.startsWith('page'));
  };
  expect(await pages()).toEqual([`page after ${charges[1]}`, `page after ${charges[3]}`]);
  expect(await payments()).toEqual(charges.toSorted());
  expect((await pages())[0]).toBe('page after null');
});

it('no second run starts while one is in progress, on any node', async () => {
  const { db, pool } = clinic.app.database;
  const { services } = runOf(100);
  const { cards } = services;
  if (!cards) throw new Error('no cards');
  const answer = Promise.withResolvers<void>();
  const askedTwice = Promise.withResolvers<void>();
  const listSince: typeof cards.listSince = async (page) => {
    const listed = await cards.listSince(page);
    if (asked.length > 1) askedTwice.resolve();
    await answer.promise;
    return listed;
  };
  const startNode = () => {
    // As the queue does on every node.
    const jobs = {
      ...services.jobs,
      alone: <T>(name: string, work: () => Promise<T>) => holdingLockIfFree(pool, name, work),
    };
    const parts = { db, now: () => new Date(), services: { ...services, jobs, cards: { ...cards, listSince } } };
    const compare = paymentJobs(parts).find(({ name }) => name === COMPARE_JOB);
    return async () => compare?.work({});
  };
  const [node, otherNode] = [startNode(), startNode()];
  const running = node();
  await vi.waitUntil(() => asked.length === 1, { timeout: 30_000 });
  const later = Promise.all([otherNode(), node()]);
  // A run that asks the provider waits for its answer; these end without one.
  await Promise.race([later, askedTwice.promise]);
  expect(asked).toHaveLength(1);
  answer.resolve();
  await Promise.all([running, later]);
});
