import type { Scope } from '../../src/features/waiting-list/candidate-store.ts';
import { endEntriesThatAreOver, expireOffers } from '../../src/features/waiting-list/expiry-store.ts';
import { offerSlots } from '../../src/features/waiting-list/offer-slots.ts';
import { dyingDatabase } from '../../testing/dying-database.ts';
import { chanceOf } from '../../testing/random.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { MINUTE, openClinic, type SimulatedClinic, START } from './clinic.ts';
import { DEEDS } from './deeds.ts';
import { type Planted, plant } from './plant.ts';
import { orderFaults, settledFaults } from './verdict.ts';

/** A look that dies does so after at most this many statements. Longer looks end well. */
const MOST_STATEMENTS = 40;

interface SimulatedWaitingList {
  /** How many times a slot was freed. */
  readonly freed: number;
  readonly steps: number;
  readonly offers: Readonly<Record<string, number>>;
  readonly crashes: number;
  /** Times that were freed without a look, as if no node had heard of it. */
  readonly unheard: number;
  readonly simulatedDays: number;
  readonly faults: readonly string[];
  /** Of everything that happened, in order: equal for equal seeds. */
  readonly digest: string;
}

interface Run {
  steps: number;
  crashes: number;
  unheard: number;
  readonly faults: string[];
  /** The mistake that is still to be made. */
  toPlant: Planted | undefined;
}

/**
 * A clinic whose days are full, people who wait, cancel, move, book, accept and decline, a clinic that blocks and closes,
 * nodes that hear of freed time or do not, and die in the middle of a look. After every look the order is checked, and
 * whenever everything was looked at, everything else. The clock is an argument, and everything follows from the seed.
 * It goes on until so many slots were freed, offers have ended in all these ways, and the mistake was made, or until the
 * verdict finds a fault.
 */
export async function simulateWaitingList({
  seed,
  freed: wanted = 0,
  ends = [],
  planted,
}: {
  seed: string;
  freed?: number;
  ends?: readonly string[];
  planted?: Planted;
}): Promise<SimulatedWaitingList> {
  const database = await createTestDatabase();
  try {
    const clinic = await openClinic(database, chanceOf(`${seed}/waiting-list`));
    const run: Run = { steps: 0, crashes: 0, unheard: 0, faults: [], toPlant: planted };
    const isDone = async () => {
      if (clinic.freed < wanted || run.toPlant !== undefined) return false;
      const offers = await countOffers(clinic);
      return ends.every((end) => end in offers);
    };
    while (run.faults.length === 0 && !(await isDone())) await step(clinic, run);
    if (run.faults.length === 0) await settle(clinic, run);
    const { steps, crashes, unheard, faults } = run;
    return {
      freed: clinic.freed,
      steps,
      crashes,
      unheard,
      offers: await countOffers(clinic),
      simulatedDays: Math.round((clinic.now.getTime() - START.getTime()) / (24 * 60 * MINUTE)),
      faults,
      digest: clinic.digest(),
    };
  } finally {
    await database.close();
  }
}

async function step(clinic: SimulatedClinic, run: Run): Promise<void> {
  const { chance } = clinic;
  run.steps += 1;
  clinic.wait(chance.pick([0, 1, 1, 2, 3, 6]) * MINUTE);
  // Sometimes nothing happens for hours, as at night.
  if (chance.is(0.004)) clinic.wait(9 * 60 * MINUTE);
  await clinic.fillDaysAhead();
  const scope = await clinic.pick(DEEDS)?.(clinic);
  const hears = chance.next();
  if (scope === undefined) return;
  if (hears < 0.2) run.unheard += 1;
  else if (hears < 0.45)
    await look(clinic, run, { scope, statements: 1 + Math.floor(chance.next() * MOST_STATEMENTS) });
  else await look(clinic, run, { scope });
  if (chance.is(0.2)) await settle(clinic, run);
}

/** What the job does every minute; afterwards nothing may be left to do. */
async function settle(clinic: SimulatedClinic, run: Run): Promise<void> {
  const { db, now } = clinic;
  await endEntriesThatAreOver(db, { today: clinic.today(), now });
  clinic.freed += await expireOffers(db, now);
  await look(clinic, run, { scope: 'everywhere', isLast: true });
  const days = [clinic.today(), ...clinic.daysAhead()];
  run.faults.push(...(await settledFaults({ ...clinic, days })));
}

/** One look of one node, which may die after a number of statements. */
async function look(
  clinic: SimulatedClinic,
  run: Run,
  { scope, statements, isLast = false }: { scope: Scope; statements?: number; isLast?: boolean },
): Promise<void> {
  const { db, pool, now } = clinic;
  const before = new Set((await clinic.openOffers()).map(({ id }) => id));
  const where = { scope, timeZone: 'UTC', now };
  if (statements === undefined) {
    await offerSlots(db, where);
  } else {
    const dying = dyingDatabase(pool, statements);
    await offerSlots(dying.db, where).catch((error: unknown) => {
      if (!dying.hasDied()) throw error;
    });
    if (dying.hasDied()) run.crashes += 1;
  }
  // Only before a verdict about everything: until then, the next look could mend it.
  if (isLast && run.toPlant !== undefined && (await plant(clinic, { what: run.toPlant, before }))) {
    run.toPlant = undefined;
  }
  const made = (await clinic.openOffers()).filter(({ id }) => !before.has(id));
  for (const { person, option, day, minute } of made) {
    const number = clinic.options.findIndex(({ optionId }) => optionId === option);
    clinic.note('offer', clinic.nameOf(person), number, day, minute);
  }
  run.faults.push(...(await orderFaults(clinic, made)));
}

async function countOffers({ rows }: SimulatedClinic): Promise<Readonly<Record<string, number>>> {
  const counts = await rows<{ state: string; count: number }>(
    `select state, count(*)::int from waiting_list_offers group by state order by state`,
  );
  return Object.fromEntries(counts.map(({ state, count }) => [state, count]));
}
