import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { freeUntil, listPatientsAtLimit } from '../booking/index.ts';
import {
  bookableDays,
  type ClinicRules,
  clinicDay,
  dateAt,
  dayInView,
  findRules,
  findTimetable,
  listOptionsOfTreatments,
  listTaken,
  type Slot,
  slotsInView,
  type TimetableInForce,
} from '../schedule/index.ts';
import {
  isAwaited,
  listBusyPatients,
  listFailedOffers,
  listOpenOffers,
  listWaiting,
  type Scope,
  type WaitingRow,
} from './candidate-store.ts';
import { makeOffers } from './make-offers.ts';
import { endOffers, lockOffering } from './offer-store.ts';
import { type PlannedOffer, type PlanQuestion, planOffers } from './plan-offers.ts';
import { type BusyPatient, type Candidate, isCalled, slotKey } from './rules.ts';

/** How many offers one transaction makes. */
const MOST_AT_ONCE = 10;
/** Between planning and writing, somebody else can take a slot; then a round plans again, so often in a row. */
const MOST_EMPTY_ROUNDS = 3;

/**
 * Offers free slots to those who wait for them, until there is nothing left to offer: first it withdraws offers that
 * cannot be taken any more. It compares what is free with who waits, and remembers nothing, so it may run anywhere, at any
 * time, any number of times, and be interrupted at any point. Returns how many offers were made.
 */
export async function offerSlots(
  db: Database,
  { scope, timeZone, now }: { scope: Scope; timeZone: string; now: Date },
): Promise<number> {
  if (!(await isAwaited(db, scope, dateAt(now, timeZone)))) return 0;
  let made = 0;
  for (let emptyRounds = 0; emptyRounds < MOST_EMPTY_ROUNDS; ) {
    const outcome = await inTransaction(db, (tx) => offerSome(tx, { scope, now }));
    if (outcome.planned === 0) break;
    made += outcome.made;
    emptyRounds = outcome.made === 0 ? emptyRounds + 1 : 0;
  }
  return made;
}

/** One round, in one transaction: the slots are held, the offers written and their messages queued, or nothing is. */
async function offerSome(
  tx: Database,
  { scope, now }: { scope: Scope; now: Date },
): Promise<{ planned: number; made: number }> {
  await lockOffering(tx);
  const rules = await findRules(tx);
  await withdrawImpossible(tx, { scope, rules, now });
  const waiting = (await listWaiting(tx, scope, dateAt(now, rules.timeZone))).filter((one) => !isCalledAt(one, rules));
  const days = daysToLookAt(waiting, { scope, rules, now });
  if (!days) return { planned: 0, made: 0 };
  const planned = planOffers(await questionOf(tx, { waiting, scope, days, rules, now }));
  const made = await makeOffers(tx, planned, now);
  return { planned: planned.length, made: made.length };
}

/**
 * For these people, whom the front desk calls instead (`isCalled`), the first free slot that fits them, by the id of their
 * entry. No two of them get the same one. Nothing is kept for them.
 */
export async function findTimesToCallAbout(
  db: Database,
  { entryIds, rules, now }: { entryIds: ReadonlySet<string>; rules: ClinicRules; now: Date },
): Promise<ReadonlyMap<string, Pick<PlannedOffer, 'option' | 'day' | 'slot'>>> {
  const scope = 'everywhere';
  const all = entryIds.size === 0 ? [] : await listWaiting(db, scope, dateAt(now, rules.timeZone));
  const waiting = all.filter(({ entry }) => entryIds.has(entry.id));
  const days = daysToLookAt(waiting, { scope, rules, now });
  if (!days) return new Map();
  const question = await questionOf(db, { waiting, scope, days, rules, now });
  const planned = planOffers({ ...question, most: entryIds.size });
  return new Map(planned.map((one) => [one.candidate.entryId, one]));
}

function isCalledAt({ entry, ...account }: WaitingRow, rules: ClinicRules): boolean {
  return isCalled({ ...account, bookingId: entry.bookingId }, rules);
}

interface Days {
  readonly first: string;
  readonly last: string;
}

/** The days that somebody waits for and that can be booked. */
function daysToLookAt(
  waiting: readonly WaitingRow[],
  { scope, rules, now }: { scope: Scope; rules: ClinicRules; now: Date },
): Days | undefined {
  const bookable = bookableDays({ now, ...rules });
  const firsts = waiting.map(({ entry }) => entry.firstDay).toSorted();
  const lasts = waiting.map(({ entry }) => entry.lastDay).toSorted();
  const [wantedFirst] = firsts;
  const wantedLast = lasts.at(-1);
  if (wantedFirst === undefined || wantedLast === undefined) return undefined;
  const from = scope === 'everywhere' ? wantedFirst : scope.day;
  const until = scope === 'everywhere' ? wantedLast : scope.day;
  const first = from > bookable.first ? from : bookable.first;
  const last = until < bookable.last ? until : bookable.last;
  return first <= last ? { first, last } : undefined;
}

async function questionOf(
  tx: Database,
  of: { waiting: readonly WaitingRow[]; scope: Scope; days: Days; rules: ClinicRules; now: Date },
): Promise<PlanQuestion> {
  const { waiting, scope, days, rules, now } = of;
  const { timeZone, leastNoticeMinutes, offerMinutes } = rules;
  const all = await listOptionsOfTreatments(tx, [...new Set(waiting.map(({ entry }) => entry.treatmentId))]);
  // For other calendars, people may wait who do not wait for this one.
  const options = all.filter(({ calendarId }) => scope === 'everywhere' || calendarId === scope.calendarId);
  const calendarIds = [...new Set(options.map(({ calendarId }) => calendarId))];
  const timetable = await findTimetable(tx, { ...days, calendarIds });
  const freeSlots = freeSlotsOf({
    timetable,
    taken: await listTaken(tx, { ...days, calendarIds, now }),
    now,
  });
  const { candidates, busy } = await candidatesOf(tx, { waiting, rules, now });
  return {
    candidates,
    busy,
    options,
    ...days,
    freeSlots,
    leastNoticeMinutes,
    offerMinutes,
    timeZone,
    now,
    most: MOST_AT_ONCE,
  };
}

/** The free slots of an option on a day. Each day of an option is computed once. */
function freeSlotsOf(of: {
  timetable: TimetableInForce;
  taken: Awaited<ReturnType<typeof listTaken>>;
  now: Date;
}): PlanQuestion['freeSlots'] {
  const { timetable, taken, now } = of;
  const takenBy = Map.groupBy(taken, ({ date, calendarId }) => `${date} ${calendarId}`);
  const views = new Map<string, ReturnType<typeof dayInView>>();
  const found = new Map<string, readonly Slot[]>();
  return (option, day) => {
    const key = `${day} ${option.optionId}`;
    const known = found.get(key);
    if (known) return known;
    const view = views.get(day) ?? dayInView({ date: day, clinic: timetable.rules, now });
    views.set(day, view);
    const hours = { ...option, taken: takenBy.get(`${day} ${option.calendarId}`) ?? [] };
    const { free } = slotsInView(hours, { view, timetable });
    found.set(key, free);
    return free;
  };
}

/** Those who wait, with what decides whether a slot fits them. */
async function candidatesOf(
  tx: Database,
  of: { waiting: readonly WaitingRow[]; rules: ClinicRules; now: Date },
): Promise<{ candidates: readonly Candidate[]; busy: ReadonlyMap<string, readonly BusyPatient[]> }> {
  const { waiting, rules, now } = of;
  const today = dateAt(now, rules.timeZone);
  const since = new Date(clinicDay(today, rules.timeZone).beginsAt);
  const entryIds = waiting.map(({ entry }) => entry.id);
  const treatedIds = [...new Set(waiting.map(({ entry }) => entry.treatedId))];
  const patientIds = [...new Set(waiting.map(({ entry }) => entry.personId))];
  const failed = Map.groupBy(await listFailedOffers(tx, { entryIds, today, since }), ({ entryId }) => entryId);
  const tooMany = await listPatientsAtLimit(tx, { patientIds, limit: rules.maxUnpaidBookings, now });
  const busyRows = await listBusyPatients(tx, { treatedIds, today });
  const candidates = waiting.flatMap(({ entry, booking }): Candidate[] => {
    const theirs = failed.get(entry.id) ?? [];
    const moves =
      booking === null ? undefined : { startsAt: booking.startsAt.getTime(), freeUntil: freeUntil(booking).getTime() };
    if (entry.bookingId !== null && booking?.state !== 'booked') return [];
    return [
      {
        ...entry,
        entryId: entry.id,
        moves,
        hasTooManyUnpaid: tooMany.unpaid.has(entry.personId),
        hasTooManyFree: tooMany.free.has(entry.personId),
        failedOffers: new Set(theirs.map(slotKey)),
        failedToday: theirs.filter(({ offeredAt }) => offeredAt >= since).length,
      },
    ];
  });
  const spans = busyRows.map((row) => ({ ...row, from: row.startsAt.getTime(), to: row.endsAt.getTime() }));
  return { candidates, busy: Map.groupBy(spans, ({ treatedId }) => treatedId) };
}

/**
 * Withdraws offers that can no longer be taken: the hours or the least notice changed, the treatment is no longer offered, or
 * it now needs more time after it than the offer keeps free. `expireOffers` ends the offers whose deadline has passed.
 */
async function withdrawImpossible(
  tx: Database,
  { scope, rules, now }: { scope: Scope; rules: ClinicRules; now: Date },
): Promise<void> {
  const open = await listOpenOffers(tx, scope);
  if (open.length === 0) return;
  const options = await listOptionsOfTreatments(tx, [...new Set(open.map(({ treatmentId }) => treatmentId))]);
  const days = open.map(({ offer }) => offer.day).toSorted();
  const first = days.at(0) ?? '';
  const last = days.at(-1) ?? first;
  const timetable = await findTimetable(tx, { first, last });
  const impossible = open.filter(({ offer, busyUntil }) => {
    if (offer.expiresAt <= now) return false;
    const option = options.find(({ optionId }) => optionId === offer.optionId);
    if (!option) return true;
    const view = dayInView({ date: offer.day, clinic: rules, now });
    if (view.state !== 'bookable' || offer.startsAt.getTime() < view.earliest) return true;
    const { offered } = slotsInView({ ...option, taken: [] }, { view, timetable });
    return !offered.some(
      (slot) =>
        slot.from === offer.startsAt.getTime() &&
        slot.to === offer.endsAt.getTime() &&
        slot.busyUntil <= busyUntil.getTime(),
    );
  });
  await endOffers(tx, { ids: impossible.map(({ offer }) => offer.id), state: 'withdrawn' });
}
