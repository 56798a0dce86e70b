import { sql } from 'drizzle-orm';
import { people } from '../../src/database/schema/index.ts';
import { makePatients, type TokenPatient } from '../../testing/many-patients.ts';
import { CARDS, type PayingClinic, startPayingClinic } from '../../testing/paying.ts';
import { chanceOf } from '../../testing/random.ts';
import { createFates, type Fates } from './kills.ts';
import { type Plan, planOf } from './plan.ts';
import { type Fault, findFaults, type Lived } from './verdict.ts';

const PATIENTS = 40;
const BATCH = 64;
const LANES = 6;
const TRIES = 4;
const DELIVERIES = ['at-once', 'twice', 'out-of-order', 'late', 'never'] as const;
const MINUTE = 60_000;
/** How far the clock moves, step by step, after the last action. */
const AFTERWARDS_MINUTES = [5, 10, 30, 120, 480, 1_500, 3_000];

interface Simulation {
  readonly seed: string;
  readonly payments: number;
  /** The number of the first payment: any part of a run can be repeated by itself. */
  readonly first?: number;
}

interface Simulated {
  readonly payments: number;
  readonly faulty: number;
  readonly killed: number;
  readonly charges: number;
  readonly kept: number;
  readonly faults: readonly Fault[];
}

/** Lets patients pay with faults, waits, and compares the clinic's books with the providers'. */
export async function simulate(run: Simulation): Promise<Simulated> {
  const { seed, payments, first = 0 } = run;
  const fates = createFates();
  const clinic = await startPayingClinic({ through: fates });
  try {
    clinic.app.clock = new Date();
    clinic.sandbox.disturb((call) => (fates.isLost(call) ? { how: 'lost-answer' } : undefined));
    const { db } = clinic.app.database;
    const { secret, publicUrl: issuer } = clinic.app.config;
    const now = () => clinic.app.clock ?? new Date();
    const patients = await makePatients(db, { count: PATIENTS, secret, issuer, now });
    const lived: Lived[] = [];
    const chance = chanceOf(`${seed}/${first}/deliveries`);

    for (let from = 0; from < payments; from += BATCH) {
      const how = chance.pick(DELIVERIES);
      clinic.sandbox.stripe.deliver({ how, delayMs: 300 });
      clinic.sandbox.sslcommerz.deliverIpn({ how: how === 'out-of-order' ? 'late' : how, delayMs: 300 });
      const plans = Array.from({ length: Math.min(BATCH, payments - from) }, (_, at) =>
        planOf(seed, first + from + at),
      );
      const lane = async () => {
        for (let plan = plans.shift(); plan; plan = plans.shift()) {
          const patient = patients[plan.number % PATIENTS];
          if (patient) lived.push(await live(clinic, { plan, patient, fates }));
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      await clinic.sandbox.stripe.settled();
      await clinic.sandbox.sslcommerz.settled();
    }
    const arriveLate = chanceOf(`${seed}/${first}/late`).is(0.5);
    await afterwards(clinic, { lived, arriveLate });
    const { faults, charges, kept } = await findFaults(clinic, lived);
    const faulty = lived.filter(({ plan }) => plan.faulty).length;
    return { payments: lived.length, faulty, killed: fates.killed(), charges, kept, faults };
  } finally {
    await clinic.close();
  }
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

function api(clinic: PayingClinic, token: string) {
  return async (path: string, body: unknown, key?: string): Promise<Answer> => {
    const response = await fetch(`${clinic.app.url}/api${path}`, {
      method: 'POST',
      headers: {
        authorization: `bearer ${token}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
}

/** Sends a request as often as planned, and retries server errors; returns the first success, or the last answer. */
async function insist(plan: Plan, send: (key: string) => Promise<Answer>): Promise<Answer> {
  let last: Answer = { status: 0, body: {} };
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const answers = await Promise.all(
      Array.from({ length: plan.copies }, (_, copy) =>
        send(plan.sameKey ? `same-${plan.number}` : `other-${plan.number}-${attempt}-${copy}`),
      ),
    );
    last = answers.find(({ status }) => status === 200) ?? answers[0] ?? last;
    if (last.status < 500) return last;
  }
  return last;
}

async function live(
  clinic: PayingClinic,
  { plan, patient, fates }: { plan: Plan; patient: TokenPatient; fates: Fates },
): Promise<Lived> {
  const { db } = clinic.app.database;
  const bookingId = await clinic.bookingOf(patient);
  await db.execute(sql`update bookings set email = ${`${bookingId}@example.org`} where id = ${bookingId}`);
  fates.expect(bookingId, plan);
  const post = api(clinic, patient.token);
  const lived: Lived = { plan, bookingId, owed: false, cancelled: false };
  const cancel = async () => {
    lived.cancelled = true;
    await db.execute(sql`update bookings set state = 'cancelled', change_reason = 'A test.' where id = ${bookingId}`);
  };

  const payments: Promise<boolean>[] = [];
  if (plan.how !== 'hosted') payments.push(byCard());
  if (plan.how !== 'card') payments.push(onPage());
  const confirmed = await Promise.all(payments);
  if (plan.cancels === 'after-paid') await cancel();
  lived.owed = confirmed.some(Boolean) && plan.cancels === undefined;
  return lived;

  async function byCard(): Promise<boolean> {
    const request = { price: 140, bookingId };
    const { body } = await insist(plan, (key) => post('/create-payment-intent', request, key));
    if (typeof body['clientSecret'] !== 'string') return false;
    const secret = body['clientSecret'];
    const transactionId = secret.split('_secret_')[0] ?? '';
    const report = { price: 140, transactionId, email: patient.email, bookingId };
    if (plan.lies) await post('/payments', report);
    if (plan.declinedFirst) await clinic.confirm(secret, CARDS.declined);
    if (plan.wrongAmount) await changeAmount(transactionId);

    const { body: confirmed } = await clinic.confirm(secret, CARDS[plan.card]);
    if (plan.cancels === 'before-reported') await cancel();
    if (plan.card === 'processing') return false;
    if (!plan.clientGone) await insist(plan, (key) => post('/payments', report, key));
    return confirmed['status'] === 'succeeded' && !plan.wrongAmount;
  }

  async function changeAmount(transactionId: string): Promise<void> {
    await fetch(`${clinic.sandbox.url}/v1/payment_intents/${transactionId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${clinic.sandbox.stripe.secretKey}` },
      body: new URLSearchParams({ amount: '100' }),
    });
  }

  async function onPage(): Promise<boolean> {
    const { body } = await insist(plan, (key) => post('/order', { price: 140, bookingId }, key));
    if (typeof body['url'] !== 'string') return false;
    const sessionKey = new URL(body['url']).searchParams.get('SESSIONKEY') ?? '';
    const choice = plan.declinedFirst ? 'fail' : plan.risky ? 'pay-with-risk' : 'pay';
    const back = clinic.sandbox.sslcommerz.choose(sessionKey, choice);
    if (plan.cancels === 'before-reported') await cancel();
    if (back && !plan.clientGone) {
      await Promise.all(Array.from({ length: plan.copies }, () => clinic.post(back.url, back.fields)));
    }
    return choice === 'pay';
  }
}

/** Moves the clock: late events arrive, processing ends, an admin decides, jobs run. */
async function afterwards(
  clinic: PayingClinic,
  { lived, arriveLate }: { lived: readonly Lived[]; arriveLate: boolean },
): Promise<void> {
  const { app, sandbox } = clinic;
  const planOfBooking = new Map(lived.map(({ bookingId, plan }) => [bookingId, plan]));
  for (const intent of sandbox.stripe.paymentIntents()) {
    const ends = planOfBooking.get(intent.metadata['bookingId'] ?? '')?.processingEnds ?? 'succeeded';
    if (intent.status === 'processing') sandbox.stripe.finishPayment(intent.id, ends);
  }
  if (arriveLate) {
    await sandbox.stripe.deliverNow();
    await sandbox.sslcommerz.sendIpnNow();
  }
  sandbox.stripe.deliver({ how: 'never' });
  await sandbox.stripe.settled();
  const start = Date.now();
  for (const minutes of AFTERWARDS_MINUTES) {
    app.clock = new Date(start + minutes * MINUTE);
    await until(async () => {
      await app.runJobs();
      await app.reconcile();
      return (await app.runJobs()) === 0 && (await isNothingDue(clinic));
    });
    await decide(clinic, planOfBooking);
    await until(async () => (await app.runJobs()) === 0);
  }
}

/** A job that is killed remains for the next run. */
async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await isDone().catch(() => false)) return;
  }
}

async function isNothingDue({ app }: PayingClinic): Promise<boolean> {
  const { rows } = await app.database.db.execute(
    sql`select 1 from payment_orders where state in ('open', 'processing') and ask_at <= ${app.clock?.toISOString()} limit 1`,
  );
  return rows.length === 0;
}

async function decide(clinic: PayingClinic, planOfBooking: ReadonlyMap<string, Plan>): Promise<void> {
  const { app } = clinic;
  const { db } = app.database;
  const { secret, publicUrl: issuer } = app.config;
  const [admin] = await makePatients(db, { count: 1, secret, issuer, now: () => app.clock ?? new Date() });
  if (!admin) return;
  await db.update(people).set({ isAdmin: true }).where(sql`id = ${admin.id}`);
  const post = api(clinic, admin.token);
  const { rows } = await db.execute<{ id: string; booking: string; state: string }>(
    // Another admin each time, who sees what the ones before have refunded.
    sql`select id, booking_id as booking, state from payments where state <> 'released'
      and not exists (select from refunds where payment_id = payments.id and cause = 'admin')`,
  );
  for (const { id, booking, state } of rows) {
    const plan = planOfBooking.get(booking);
    const reason = 'Decided by the simulation.';
    if (state === 'on-hold') await post(`/admin/payments/${id}/${plan?.approves ? 'approve' : 'reject'}`, { reason });
    else if (plan?.adminRefunds !== undefined) {
      const amount = plan.adminRefunds === 'part' ? { amount: 40 } : {};
      const key = `refund-${plan.number}`;
      await Promise.all(
        Array.from({ length: plan.copies }, () => post(`/admin/payments/${id}/refunds`, { ...amount, reason }, key)),
      );
    }
  }
}
