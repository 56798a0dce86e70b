import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type BenchClinic, startBenchClinic, WITH_LIMITS } from './bench-clinic.ts';
import { measureBookings } from './bookings.ts';
import { measureBoot } from './boot.ts';
import { cleaningUp } from './cleaning-up.ts';
import { measureCosts } from './costs.ts';
import { freeSlotCalls, measureFirstAnswers, measureFreeSlots, measureViewers, PLAIN, VIEWERS } from './free-slots.ts';
import { measureGrowth } from './growth.ts';
import { addPastBookings, settle } from './history.ts';
import { insertPatients } from './patients.ts';
import { findPgbench } from './pgbench.ts';
import type { Outcome } from './rounds.ts';
import { measureRush } from './rush.ts';
import { measureSoak } from './soak.ts';
import { searchStall } from './stall.ts';
import { ratio, table } from './table.ts';

/** Prints our performance figures, each with this machine's limit. `--quick` takes less time. */
const quick = process.argv.includes('--quick');
/** Measurements that run alone, by their option. */
const ALONE = {
  '--growth': measureGrowth,
  '--rush': measureRush,
  '--soak': measureSoak,
  '--stall': searchStall,
  '--boot': measureBoot,
  '--costs': measureCosts,
} as const;
const only = Object.entries(ALONE).find(([option]) => process.argv.includes(option))?.[1];
const measure = only ?? run;
const bookingsOnly = process.argv.includes('--bookings');
const CONNECTIONS = 20;
/** For bookings in a rush. */
const CROWD = 200;
const PAST_BOOKINGS = quick ? 20_000 : 200_000;
const PLAN = quick ? { rounds: 2, seconds: 1, warmUpSeconds: 1 } : { rounds: 3, seconds: 4, warmUpSeconds: 2 };
/** Ctrl-C in a terminal also reaches the servers, which have this time to end by themselves. */
const TERMINAL_MILLIS = 3000;

const clinics: BenchClinic[] = [];

async function run(cleanUp: AsyncDisposableStack, signal: AbortSignal): Promise<void> {
  const shared = { connections: CONNECTIONS, plan: PLAN, signal };
  const facts = (connections: number): string =>
    `${connections} connections, ${PLAN.rounds} rounds of ${PLAN.seconds} s in turns, medians`;
  console.log(`Openhours bench: ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}\n`);

  const [young, old] = await Promise.all([startBenchClinic(cleanUp), startBenchClinic(cleanUp, WITH_LIMITS)]);
  clinics.push(young, old);
  const patients = await insertPatients(old.database.db, { secret: old.secret, issuer: old.url });
  await addPastBookings(old.database, PAST_BOOKINGS);
  for (const { database } of clinics) await settle(database);

  const freeSlots = { ...shared, young, old, patients, pastBookings: PAST_BOOKINGS, cleanUp };
  for (const path of bookingsOnly ? [] : freeSlotCalls()) {
    const outcomes = await measureFreeSlots(path, freeSlots);
    console.log(`GET ${path} (${facts(CONNECTIONS)})\n${table(outcomes)}\n${freeSlotsRatios(outcomes)}`);
    const first = await measureFirstAnswers(path, freeSlots);
    const millis = await measureViewers(path, freeSlots);
    console.log(`  bare node:http / the first answer after a change: ${ratio(first.bare, first.ours)} of the time`);
    console.log(
      `  ${VIEWERS} signed-in viewers ask again after a change: ${millis?.toFixed(0) ?? '–'} ms of processor time\n`,
    );
  }

  const pgbench = await findPgbench();
  const { usual, rush } = await measureBookings({ ...shared, crowd: CROWD, clinic: old, patients, pgbench, cleanUp });
  console.log(`POST /api/bookings (${facts(CONNECTIONS)}; fsync on)\n${table(usual)}\n${bookingsRatios(usual)}`);
  if (!pgbench)
    console.log("  Another comparison needs PostgreSQL's pgbench on the PATH (Debian: package postgresql-15).");
  console.log(`\nPOST /api/bookings in a rush (${facts(CROWD)}; fsync on)\n${table(rush)}\n${bookingsRatios(rush)}`);
}

function freeSlotsRatios([bare, ...others]: readonly Outcome[]): string {
  const plain = others.find(({ name }) => name === PLAIN);
  const ours = others.filter((outcome) => outcome !== plain);
  const beside = (one: Outcome | undefined, other: Outcome | undefined) =>
    `  ${one?.name} / ${other?.name}: ${ratio(one?.perSecond, other?.perSecond)}`;
  return [...ours.map((one) => beside(one, bare)), ...(plain ? [beside(ours[0], plain)] : [])].join('\n');
}

function bookingsRatios([server, keyed, plain, , limit]: readonly Outcome[]): string {
  const beside = (name: string, other: Outcome) =>
    `  Openhours / ${name}: ${ratio(server?.perSecond, other.perSecond)} of the bookings a second, ` +
    `${ratio(keyed?.perSecond, other.perSecond)} with an Idempotency-Key`;
  return [plain && beside('plain Express + pg', plain), limit && beside('pgbench', limit)].filter(Boolean).join('\n');
}

/** Live events, in a separate process. */
async function runLive(cleanUp: AsyncDisposableStack): Promise<void> {
  const script = fileURLToPath(new URL('live.ts', import.meta.url));
  const live = spawn(process.execPath, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
  const ended = once(live, 'exit');
  cleanUp.defer(async () => {
    live.kill();
    await ended;
  });
  const [code] = await ended;
  if (code !== 0) process.exitCode = 1;
}

await cleaningUp(measure, {
  beforeStop: async (signal) => {
    if (signal !== 'SIGINT') return;
    await Promise.race([Promise.all(clinics.map(({ ended }) => ended)), sleep(TERMINAL_MILLIS)]);
  },
});
if (only === undefined && !bookingsOnly) await cleaningUp(runLive);
