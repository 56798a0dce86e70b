import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/database/connect.ts';
import { openOption } from '../../testing/clinic.ts';
import { conversationOn, writePost } from '../../testing/conversations.ts';
import { MAIL_FAULTS } from '../../testing/faulty-mail-server.ts';
import { TEXT_FAULTS } from '../../testing/faulty-text-server.ts';
import { type Chance, chanceOf } from '../../testing/random.ts';
import { createTestClient, type TestClient } from '../../testing/test-client.ts';
import { silent } from '../../testing/test-server.ts';
import { type FaultyClinic, startFaultyClinic } from './clinic.ts';
import { type Desk, startDesk, TODAY_MINUTES } from './desk.ts';
import { type History, startHistory } from './history.ts';
import { startRequests } from './requests.ts';
import { workAtDesk } from './shifts.ts';
import { judge, untilQuiet } from './verdict.ts';
import { type Bookable, type Customer, PRICE, startWork } from './workload.ts';

const CUSTOMERS = 4;
const REFUSALS = ['lost-request', 'silent', 'error-500', 'error-503', 'error-429', 'slow'] as const;
type Disturbance = NonNullable<ReturnType<NonNullable<Parameters<FaultyClinic['sandbox']['disturb']>[0]>>>;

export interface Simulated {
  readonly clinic: FaultyClinic;
  readonly history: History;
  readonly faults: readonly string[];
  /** How often each harm was done. */
  readonly harms: Readonly<Record<string, number>>;
  /** How long it took, with the check. */
  readonly seconds: number;
}

/**
 * Two nodes on one PostgreSQL, four patients and the staff, who do all that `kinds.ts` lists, and a number of kills of nodes
 * and of the database, with another harm before each. Afterwards the history is checked. The order of harms depends only on
 * the seed; the moments of the harms do not.
 */
export async function simulate({ seed, kills }: { seed: string; kills: number }): Promise<Simulated> {
  const began = performance.now();
  const clinic = await startFaultyClinic();
  const { customers, desk } = await moveIn(clinic);
  const { admin } = desk;
  const history = startHistory();
  const harms: Record<string, number> = {};
  let isOver = false;

  const chance = chanceOf(`${seed}/work`);
  const acting = { history, chance, requests: startRequests(clinic, { history, chance }), isOver: () => isOver };
  const { work } = startWork(clinic, { admin, ...acting });
  const working = Promise.all(
    [...customers.map(work), workAtDesk(startDesk(clinic, desk, acting), acting)].map((work) =>
      work.catch((error: unknown) => history.complain(String(error))),
    ),
  );
  try {
    const harm = chanceOf(`${seed}/harm`);
    const all = harmsOf(clinic, harm);
    const others = Object.keys(all).filter((name) => !name.startsWith('kill'));
    // Each of the others at least once, however few the kills are.
    const most = Math.max(kills, others.length);
    for (let kill = 0; kill < kills; kill += 1) {
      const [from, to] = [kill, kill + 1].map((done) => Math.floor((done * most) / kills));
      const before = Array.from({ length: most }, (_, number) => others[number % others.length] ?? '').slice(from, to);
      const names = [...before, kill % 3 === 1 ? 'kill-node' : 'kill-database'];
      for (const name of names) {
        await sleep(harm.next() * 200);
        harms[name] = (harms[name] ?? 0) + 1;
        await all[name]?.();
      }
    }
  } finally {
    isOver = true;
    await working;
  }
  // A restart sets the right time, and ends connections to servers that were silent.
  await Promise.all([...clinic.urls.keys()].map((node) => clinic.restart(node, 'SIGKILL')));
  const askProviders = () => admin.post('/api/admin/payment-reconciliation', {});
  const isQuiet = await untilQuiet(clinic, { history, askProviders });
  if (!isQuiet) history.complain('emails or payments had not come to an end when the wait for them was over');
  const faults = await judge(clinic, history);
  return {
    clinic,
    history,
    faults: faults.map((fault) => withLog(clinic, fault)),
    harms,
    seconds: Math.round((performance.now() - began) / 1000),
  };
}

/** With what the nodes logged about the request, if it is about one. */
function withLog(clinic: FaultyClinic, fault: string): string {
  const requestId = /"requestId":"([^"]+)"/.exec(fault)?.[1];
  return requestId === undefined ? fault : [fault, ...clinic.logged(requestId)].join('\n');
}

function harmsOf(clinic: FaultyClinic, chance: Chance): Record<string, () => Promise<void>> {
  const { fillDisk } = clinic;
  const node = () => Math.floor(chance.next() * clinic.urls.length);
  const forAWhile = async (begin: () => unknown, end: () => unknown) => {
    await begin();
    await sleep(200 + chance.next() * 400);
    await end();
  };
  const disturbProviders = (how: Disturbance['how']) =>
    forAWhile(
      // Not what browsers ask.
      () => clinic.sandbox.disturb(({ path }) => (path.endsWith('/confirm') ? undefined : { how })),
      () => clinic.sandbox.disturb(undefined),
    );
  return {
    'kill-node': () => clinic.restart(node(), 'SIGKILL'),
    'kill-database': () => clinic.killDatabase(),
    'cut-database': () =>
      forAWhile(
        () => clinic.database.cut(),
        () => clinic.database.mend(),
      ),
    'slow-database': () =>
      forAWhile(
        () => clinic.database.slow(30),
        () => clinic.database.mend(),
      ),
    'database-answers-lost': () =>
      forAWhile(
        () => clinic.database.loseAnswers(),
        () => clinic.database.mend(),
      ),
    ...(fillDisk && { 'disk-full': () => fillDisk(300 + chance.next() * 500) }),
    'clock-moves': async () => clinic.moveClock(node()),
    'pause-node': () => clinic.pause(node(), 300 + chance.next() * 500),
    'mail-and-texts-down': () =>
      forAWhile(
        () => Promise.all([clinic.mailServer.shut('refusing'), clinic.textServer.shut('refusing')]),
        () => Promise.all([clinic.mailServer.open(), clinic.textServer.open()]),
      ),
    'mail-and-texts-lie': () =>
      forAWhile(
        () => Object.assign(clinic, { mailFault: chance.pick(MAIL_FAULTS), textFault: chance.pick(TEXT_FAULTS) }),
        () => Object.assign(clinic, { mailFault: undefined, textFault: undefined }),
      ),
    'provider-down': () => disturbProviders(chance.pick(REFUSALS)),
    'provider-lies': () => disturbProviders('lost-answer'),
    'rolling-restart': async () => {
      for (const number of clinic.urls.keys()) await clinic.restart(number, 'SIGTERM');
    },
  };
}

/** Patients with confirmed addresses, each with calendars and a conversation of their own, and the staff. */
async function moveIn(clinic: FaultyClinic): Promise<{ customers: readonly Customer[]; desk: Desk }> {
  const [url = ''] = clinic.urls;
  const [admin, doctor, waiting, ...patients] = await signUpPatients(url, 3 + CUSTOMERS);
  if (!admin || !doctor || !waiting) throw new Error('Nobody has signed up.');
  await clinic.rows('update people set email_verified = true');
  await clinic.rows('update people set is_admin = true where email = $1', [admin.email]);
  const isDoctor = 'update people set is_doctor = true where email = $1 returning id';
  const [{ id: doctorId } = { id: '' }] = await clinic.rows<{ id: string }>(isDoctor, [doctor.email]);
  const database = await openDatabase({ connection: clinic.connection(), poolSize: 2, log: silent });
  const open = async (treatment: string, more: Partial<Parameters<typeof openOption>[1]> = {}): Promise<Bookable> => {
    const option = {
      treatment,
      priceMinor: 0,
      doctor: { id: null, name: `${treatment}'s doctor`, photo: null },
      ...more,
    };
    return { treatment, optionId: (await openOption(database.db, option)).optionId };
  };
  const customers: Customer[] = [];
  for (const [number, client] of patients.entries()) {
    customers.push({
      client,
      free: await open(`Free ${number}`),
      paid: await open(`Paid ${number}`, { priceMinor: PRICE * 100 }),
      full: await open(`Full ${number}`, { openings: [] }),
      conversationId: (await conversationOn(client, await writePost(doctor)))._id,
    });
  }
  const everyDay = (opensMinute: number, closesMinute: number) =>
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensMinute, closesMinute }));
  const desk = {
    admin,
    doctor,
    doctorId,
    waiting,
    paid: await open('At the desk', { priceMinor: PRICE * 100 }),
    series: await open('Series'),
    closing: await open('With blocks', { doctor: { id: doctorId, name: doctor.name, photo: null } }),
    today: await open('All day', { minutes: TODAY_MINUTES, openings: everyDay(0, TODAY_MINUTES) }),
    single: await open('Once a day', { openings: everyDay(540, 570) }),
  };
  await database.close();
  return { customers, desk };
}

async function signUpPatients(url: string, count: number): Promise<readonly TestClient[]> {
  const patients: TestClient[] = [];
  for (let number = 0; number < count; number += 1) {
    const email = `patient-${Date.now()}-${number}@example.org`;
    const client = createTestClient(url);
    await client.post('/api/auth/sign-up/email', { name: 'Pat Example', email, password: 'Correct1!' });
    patients.push(Object.assign(client, { email, name: 'Pat Example' }));
  }
  return patients;
}
