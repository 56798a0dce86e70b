import { createHash } from 'node:crypto';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { AppointmentDay, AppointmentOption } from '@openhours/contract/schedule.ts';
import type { Database } from '../../database/database.ts';
import { type CachedAnswer, type ForMost, forAsker, isValid, type Validity, validityOf } from './answer-validity.ts';
import { type BusyTime, listBusyTimes } from './busy-time-store.ts';
import { keepAnswers } from './keep-answers.ts';
import { type KnownDay, readKnownDay } from './known-day.ts';
import { presentOption } from './present-option.ts';
import { type DayInView, dayInView, earliestStart, slotsInView } from './rules.ts';
import { watchScheduleChanges } from './schedule-changes.ts';
import { addDays, bookableDays, clinicDay, dateAt, daysBetween } from './slots.ts';
import { listOpenOptions, type OpenOption } from './store.ts';
import { findTimetableAhead, type TimetableInForce } from './timetable-store.ts';

/**
 * This node's answers about free slots. An answer is used until a stored change or the time changes it; changes of this
 * node are seen at once, those of others within a second (docs/decisions/0038-cached-free-slots.md).
 */
export interface AnswerCache {
  /**
   * The options of a date.
   *
   * @param question.holderId the person who asks
   * @returns undefined if they hold a slot of it or are offered one, so that their answer is another
   */
  options(question: { date: string; holderId: string | undefined }): Promise<CachedAnswer | undefined>;
  /** The options of a date, for whoever holds slots. */
  optionsOfHolder(question: { date: string; holderId: string | undefined }): Promise<readonly AppointmentOption[]>;
  /** The days that can be booked, or `undefined` as above. */
  days(question: { holderId: string | undefined }): Promise<CachedAnswer | undefined>;
  /** The days that can be booked, for whoever holds slots; of all options, or of a treatment or a doctor of it. */
  daysOfHolder(question: DaysQuestion & { holderId: string | undefined }): Promise<readonly AppointmentDay[]>;
  /** A day with all that has been committed so far, read once for all who ask. */
  look(date: string): Promise<KnownDay>;
  /** What every day has in common, as far as this node knows: it may have changed within the last seconds. */
  plan(): Promise<SchedulePlan>;
  /** The same with all that has been committed so far. The same object as before if nothing has changed. */
  latestPlan(): Promise<SchedulePlan>;
  /** Whether this answer could be given again now, without asking the database. */
  isCurrent(answer: CachedAnswer): boolean;
  /** Something may have changed: the next question looks before it is answered. */
  suspect(): void;
}

const TRUST_MILLIS = 1000;

interface DaysQuestion {
  readonly treatment?: string | undefined;
  readonly doctorName?: string | undefined;
}

interface CountedDay extends ForMost {
  /** `undefined` if nobody has hours. */
  readonly day: AppointmentDay | undefined;
  /** The free slots of each option that has hours, by its id. */
  readonly spacesOf: ReadonlyMap<string, number>;
}

/** What every day has in common. */
export interface SchedulePlan {
  /** Every open option. */
  readonly options: readonly OpenOption[];
  readonly timetable: TimetableInForce;
  /** A `pg_snapshot` from before it was read: what changes it and is not visible there has changed since. */
  readonly snapshot: string;
}

interface Plan extends Validity, SchedulePlan {}

export function createAnswerCache(parts: {
  db: Database;
  now: () => Date;
  /** How old an answer may be if a notification is lost. */
  trustMillis?: number | undefined;
}): AnswerCache {
  const { db, now, trustMillis = TRUST_MILLIS } = parts;
  const changes = watchScheduleChanges({ db, trustMillis });
  const optionsOf = keepAnswers((answer: CachedAnswer) => answer);
  let calendar: CachedAnswer | undefined;
  let countedDays: ReadonlyMap<string, CountedDay> = new Map();
  let plan: Plan | undefined;
  const running = new Map<string, { readonly change: number; readonly result: Promise<unknown> }>();

  /** The number of the last change of an answer's data. */
  const lastChange = (date: string | undefined) => (date === undefined ? changes.last() : changes.lastOfDay(date));
  const isInForce = (one: CachedAnswer) => isValid(one, { since: lastChange(one.date), at: now() });

  /** Computes something once for all who ask while it is computed, unless something changed after it was begun. */
  function share<T>(key: string, of: { since: number; compute: (change: number) => Promise<T> }): Promise<T> {
    const known = running.get(key) as { change: number; result: Promise<T> } | undefined;
    if (known && known.change >= of.since) return known.result;
    const change = changes.last();
    const mine = { change, result: of.compute(change) };
    running.set(key, mine);
    const end = () => {
      if (running.get(key) === mine) running.delete(key);
    };
    mine.result.then(end, end);
    return mine.result;
  }

  async function findPlan(): Promise<Plan> {
    const since = changes.lastOfEveryDay();
    if (plan && isValid(plan, { since, at: now() })) return plan;
    const compute = async (change: number) => {
      const snapshot = changes.snapshot();
      if (snapshot === undefined) throw new Error('Nobody has looked for changes');
      plan = { snapshot, ...(await readPlan(db, { at: now(), change })) };
      return plan;
    };
    return share('plan', { since, compute });
  }

  /** The options of a date for a person, or for whoever holds nothing. */
  async function readOptions(
    date: string,
    { plan: { options, timetable }, holderId }: { plan: Plan; holderId?: string | undefined },
  ) {
    const at = now();
    const view = dayInView({ date, clinic: timetable.rules, now: at });
    const isBookable = view.state === 'bookable';
    const busy = isBookable ? await listBusyTimes(db, { dates: [date], now: at, holderId }) : [];
    const { found, firstFree } = slotsOfOptions({ options, timetable }, { view, busy });
    return { at, isBookable, busy, firstFree, listed: found.map(({ option, slots }) => presentOption(option, slots)) };
  }

  async function computeOptions(date: string, change: number): Promise<CachedAnswer> {
    const plan = await findPlan();
    const { listed, isBookable, ...found } = await readOptions(date, { plan });
    const entry = { date, ...bytesOf(listed), ...validityOf({ change, plan, ...found }) };
    // Any number of other dates can be asked.
    if (isBookable) optionsOf.set(date, entry);
    return entry;
  }

  async function findOptions(date: string): Promise<CachedAnswer> {
    await changes.confirm();
    const known = optionsOf.get(date);
    if (known && isInForce(known)) return known;
    const compute = (change: number) => computeOptions(date, change);
    return share(date, { since: changes.lastOfDay(date), compute });
  }

  /** Counts days for a person, or for whoever holds nothing. */
  async function countDays(
    dates: readonly string[],
    of: { change: number; plan: Plan; holderId?: string | undefined },
  ): Promise<ReadonlyMap<string, CountedDay>> {
    const { options, timetable } = of.plan;
    const { rules } = timetable;
    const { timeZone } = rules;
    const at = now();
    const earliest = earliestStart(at, rules);
    const found = dates.length === 0 ? [] : await listBusyTimes(db, { dates, now: at, holderId: of.holderId });
    const busyOn = Map.groupBy(found, (one) => one.date);
    return new Map(
      dates.map((date) => {
        const busy = busyOn.get(date) ?? [];
        const view = { state: 'bookable', day: clinicDay(date, timeZone), earliest } as const;
        const { found: all, firstFree } = slotsOfOptions({ options, timetable }, { view, busy });
        const open = all.filter(({ slots }) => slots.offered.length > 0);
        const spacesOf = new Map(open.map(({ option, slots }) => [option.optionId, slots.free.length]));
        return [
          date,
          { day: dayOf(date, [...spacesOf.values()]), spacesOf, ...validityOf({ ...of, at, busy, firstFree }) },
        ];
      }),
    );
  }

  /** Every bookable day, in order. Counts the days whose count is out of date. */
  async function countAllDays(of: { change: number; plan: Plan }): Promise<ReadonlyMap<string, CountedDay>> {
    const at = now();
    const { first, last } = bookableDays({ now: at, ...of.plan.timetable.rules });
    const dates = daysBetween(first, last);
    const isCounted = (date: string) => {
      const counted = countedDays.get(date);
      return counted !== undefined && isValid(counted, { since: changes.lastOfDay(date), at });
    };
    const missing = dates.filter((date) => !isCounted(date));
    const before = countedDays;
    const counted = await countDays(missing, of);
    countedDays = new Map(
      dates.flatMap((date) => {
        const one = counted.get(date) ?? before.get(date);
        return one ? [[date, one]] : [];
      }),
    );
    return countedDays;
  }

  async function computeCalendar(change: number): Promise<CachedAnswer> {
    const common = await findPlan();
    const from = now().getTime();
    const all = [...(await countAllDays({ change, plan: common })).values()];
    calendar = {
      date: undefined,
      ...bytesOf(all.flatMap(({ day }) => day ?? [])),
      change,
      from,
      until: all.reduce((least, { until }) => Math.min(least, until), common.until),
      holders: new Set(all.flatMap(({ holders }) => [...holders])),
    };
    return calendar;
  }

  return {
    async options({ date, holderId }) {
      return forAsker(await findOptions(date), holderId);
    },
    async optionsOfHolder({ date, holderId }) {
      await changes.confirm();
      return (await readOptions(date, { plan: await findPlan(), holderId })).listed;
    },
    async days({ holderId }) {
      await changes.confirm();
      if (calendar && isInForce(calendar)) return forAsker(calendar, holderId);
      return forAsker(await share('days', { since: changes.last(), compute: computeCalendar }), holderId);
    },
    async daysOfHolder({ treatment, doctorName, holderId }) {
      await changes.confirm();
      const change = changes.last();
      const of = { change, plan: await findPlan() };
      const all = await countAllDays(of);
      const held = [...all].flatMap(([date, { holders }]) => (holders.has(holderId ?? '') ? date : []));
      const theirs = await countDays(held, { ...of, holderId });
      if (treatment === undefined)
        return [...all].flatMap(([date, counted]) => (theirs.get(date) ?? counted).day ?? []);
      const optionIds = of.plan.options
        .filter((one) => one.treatment === treatment && (doctorName ?? one.doctorName) === one.doctorName)
        .map(({ optionId }) => optionId);
      return [...all].flatMap(([date, counted]) => {
        const { spacesOf } = theirs.get(date) ?? counted;
        return (
          dayOf(
            date,
            optionIds.flatMap((id) => spacesOf.get(id) ?? []),
          ) ?? []
        );
      });
    },
    async plan() {
      if (changes.snapshot() === undefined) await changes.confirm();
      changes.renew();
      return findPlan();
    },
    async latestPlan() {
      changes.suspect();
      await changes.confirm();
      return findPlan();
    },
    isCurrent(answer) {
      changes.renew();
      return changes.isConfirmed() && isInForce(answer);
    },
    suspect: () => changes.suspect(),
    async look(date) {
      changes.suspect();
      const answer = await findOptions(date);
      return readKnownDay(answer, await findPlan());
    },
  };
}

/** @param spaces of the options that have hours */
function dayOf(date: string, spaces: readonly number[]): AppointmentDay | undefined {
  if (spaces.length === 0) return undefined;
  return { date: mediumDateFromIso(date), spaces: spaces.reduce((sum, free) => sum + free, 0) };
}

/** The slots of every option on a day, and when the first free one starts: in milliseconds since 1970, or `Infinity`. Pure. */
function slotsOfOptions(
  { options, timetable }: Pick<SchedulePlan, 'options' | 'timetable'>,
  { view, busy }: { view: DayInView; busy: readonly BusyTime[] },
) {
  const takenBy = Map.groupBy(busy, ({ calendarId }) => calendarId);
  let firstFree = Number.POSITIVE_INFINITY;
  const found = options.map((option) => {
    const slots = slotsInView({ ...option, taken: takenBy.get(option.calendarId) ?? [] }, { view, timetable });
    firstFree = Math.min(firstFree, slots.free[0]?.from ?? firstFree);
    return { option, slots };
  });
  return { found, firstFree };
}

async function readPlan(db: Database, { at, change }: { at: Date; change: number }): Promise<Omit<Plan, 'snapshot'>> {
  const [options, timetable] = await Promise.all([listOpenOptions(db), findTimetableAhead(db, { now: at })]);
  const { timeZone } = timetable.rules;
  const tomorrow = clinicDay(addDays(dateAt(at, timeZone), 1), timeZone);
  return { change, from: at.getTime(), until: tomorrow.beginsAt, options, timetable };
}

function bytesOf(answer: object): Pick<CachedAnswer, 'body' | 'etag'> {
  const body = new Uint8Array(Buffer.from(JSON.stringify(answer)));
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
}
