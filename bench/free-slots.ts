import { setTimeout as sleep } from 'node:timers/promises';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { addDays, dateAt } from '@openhours/server/features/schedule/index.ts';
import type { BenchClinic } from './bench-clinic.ts';
import { cpuMillisOf, cpuMillisOfTree } from './cpu-time.ts';
import { type PlainOption, startExpressClinic } from './express-clinic.ts';
import { loadOverHttp } from './http-load.ts';
import { type BenchPatient, headersOf } from './patients.ts';
import { type Contender, type Outcome, percentile, type RoundPlan, takeTurns } from './rounds.ts';
import { startBareServer } from './start-bare-server.ts';

interface FreeSlotsMeasurement {
  readonly young: BenchClinic;
  /** The same clinic with `pastBookings` past bookings. */
  readonly old: BenchClinic;
  readonly pastBookings: number;
  /** Patients of the old clinic. */
  readonly patients: readonly BenchPatient[];
  readonly connections: number;
  readonly plan: RoundPlan;
  readonly cleanUp: AsyncDisposableStack;
  readonly signal: AbortSignal;
}

const CHANGES_A_SECOND = 50;
export const VIEWERS = 100;
const VIEWED_CHANGES = 20;
const FIRST_ANSWERS = 200;

/** The name of the plain server in tables. */
export const PLAIN = 'plain Express + pg';
const OPTIONS = '/api/v2/appointmentOptions';
const tomorrow = () => mediumDateFromIso(addDays(dateAt(new Date(), 'UTC'), 1));

/** The calls about free slots: the options of tomorrow, and the days that can be booked. */
export const freeSlotCalls = () => [`${OPTIONS}?date=${encodeURIComponent(tomorrow())}`, '/api/v2/appointmentDays'];

/**
 * One of the calls about free slots, beside a bare `node:http` server with the same bytes: asked again, with
 * `If-None-Match`, in a clinic with past bookings, while slots of the same day are held and released, and beside a plain
 * Express server if that has the call.
 */
export async function measureFreeSlots(path: string, measurement: FreeSlotsMeasurement): Promise<readonly Outcome[]> {
  const { young, old, pastBookings, patients, connections, plan, cleanUp, signal } = measurement;
  const bare = await startBareServer(young.url + path);
  cleanUp.defer(() => bare.stop());
  const etag = (await fetch(young.url + path)).headers.get('etag') ?? '';

  const load = (at: { url: string; pid: number; databasePid?: number }, seconds: number, headers = {}, asked = path) =>
    loadOverHttp({
      url: at.url,
      connections,
      seconds,
      serverPid: at.pid,
      databasePid: at.databasePid,
      request: { method: 'GET', path: asked, headers },
      signal,
    });
  const real = ({ url, serverPid: pid, databasePid }: BenchClinic) => ({ url, pid, databasePid });
  const contenders: readonly Contender[] = [
    { name: 'bare node:http', run: (seconds) => load(bare, seconds) },
    { name: 'Openhours, asked again', run: (seconds) => load(real(young), seconds) },
    { name: 'Openhours, If-None-Match', run: (seconds) => load(real(young), seconds, { 'if-none-match': etag }) },
    {
      name: `Openhours, ${pastBookings.toLocaleString('en')} past bookings`,
      run: (seconds) => load(real(old), seconds),
    },
    {
      name: `Openhours, ${CHANGES_A_SECOND} changes of the day a second`,
      async run(seconds) {
        const ended = new AbortController();
        const changing = changeTomorrow(old, { patients, signal: ended.signal });
        const round = await load(real(old), seconds);
        ended.abort();
        await changing;
        return round;
      },
    },
  ];
  if (!path.startsWith(OPTIONS)) return takeTurns(contenders, plan);
  const plain = await startExpressClinic(young, await optionsOf(young.url + path));
  cleanUp.defer(() => plain.stop());
  const same = { ...plain, databasePid: young.databasePid };
  const plainPath = path.replace(OPTIONS, '/appointmentOptions');
  const beside: Contender = { name: PLAIN, run: (seconds) => load(same, seconds, {}, plainPath) };
  return takeTurns([...contenders, beside], plan);
}

/** What the call answers, as options of the plain server. */
async function optionsOf(url: string): Promise<readonly PlainOption[]> {
  const response = await fetch(url);
  const options = (await response.json()) as (Omit<PlainOption, 'id'> & { _id: string })[];
  return options.map(({ _id: id, name, price, slots }) => ({ id, name, price, slots }));
}

/** Holds and releases a slot of tomorrow in turns, each a change that is told to everybody. */
async function changeTomorrow(
  clinic: BenchClinic,
  { patients, signal }: { patients: readonly BenchPatient[]; signal: AbortSignal },
): Promise<void> {
  const change = await createChange(clinic, patients);
  for (let due = performance.now(); !signal.aborted; due += 1000 / CHANGES_A_SECOND) {
    await change();
    await sleep(Math.max(0, due - performance.now()));
  }
}

/** In turns a hold and its release, each pair by the next patient. */
async function createChange(clinic: BenchClinic, patients: readonly BenchPatient[]): Promise<() => Promise<void>> {
  const send = async (method: string, path: string, body?: object) => {
    const headers = headersOf(patients[turn % patients.length] ?? { token: '', address: '' });
    const answer = await fetch(clinic.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { _id?: string };
  };
  const options = (await (await fetch(clinic.url + freeSlotCalls()[0])).json()) as { _id: string; slots: string[] }[];
  const option = options.find(({ slots }) => slots.length > 0);
  const request = { optionId: option?._id, appointmentDate: tomorrow(), slot: option?.slots[0] };
  let turn = 0;
  let held: string | undefined;
  return async () => {
    if (held === undefined) held = (await send('POST', '/api/holds', request))._id;
    else {
      await send('DELETE', `/api/holds/${held}`);
      held = undefined;
      turn += 1;
    }
  };
}

/**
 * What it costs that everybody who looks at a page asks again after a change: milliseconds of processor time of the
 * server and its PostgreSQL for each change, the change included. Undefined on systems that do not measure it.
 */
export async function measureViewers(
  path: string,
  { old: clinic, patients }: Pick<FreeSlotsMeasurement, 'old' | 'patients'>,
): Promise<number | undefined> {
  const change = await createChange(clinic, patients.slice(VIEWERS));
  const ask = async ({ token }: BenchPatient) => {
    const answer = await fetch(clinic.url + path, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status}`);
    await answer.arrayBuffer();
  };
  const cpuMillis = async () => {
    const [server, database] = [await cpuMillisOf(clinic.serverPid), await cpuMillisOfTree(clinic.databasePid)];
    return server === undefined || database === undefined ? undefined : server + database;
  };
  await change();
  await Promise.all(patients.slice(0, VIEWERS).map(ask));
  const before = await cpuMillis();
  for (let round = 0; round < VIEWED_CHANGES; round += 1) {
    await change();
    await Promise.all(patients.slice(0, VIEWERS).map(ask));
  }
  const after = await cpuMillis();
  return before === undefined || after === undefined ? undefined : (after - before) / VIEWED_CHANGES;
}

/** The median time of the first answer after a change, and of a bare server's answer in turns with it. */
export async function measureFirstAnswers(
  path: string,
  { old: clinic, patients, cleanUp }: Pick<FreeSlotsMeasurement, 'old' | 'patients' | 'cleanUp'>,
): Promise<{ readonly ours: number | undefined; readonly bare: number | undefined }> {
  const bare = await startBareServer(clinic.url + path);
  cleanUp.defer(() => bare.stop());
  const change = await createChange(clinic, patients);
  const millisOf = async (url: string) => {
    const started = performance.now();
    await (await fetch(url + path)).arrayBuffer();
    return performance.now() - started;
  };
  const ours: number[] = [];
  const bares: number[] = [];
  for (let round = 0; round < FIRST_ANSWERS; round += 1) {
    await change();
    ours.push(await millisOf(clinic.url));
    bares.push(await millisOf(bare.url));
  }
  return { ours: percentile(ours, 0.5), bare: percentile(bares, 0.5) };
}
