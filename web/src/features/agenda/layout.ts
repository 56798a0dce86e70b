import type {
  AgendaAppointment,
  AgendaBlock,
  AgendaCalendar,
  AgendaClosure,
  AgendaDay,
  AgendaOffer,
  TimeOfDay,
} from '@openhours/contract/agenda.ts';

/** Something in a column of the agenda. */
export type AgendaItem = TimeOfDay &
  (
    | { kind: 'appointment'; appointment: AgendaAppointment }
    | { kind: 'block'; block: AgendaBlock }
    | { kind: 'held' }
    | { kind: 'offered'; offer: AgendaOffer }
    | { kind: 'break'; name: string }
    /** One time, or several in a row that are too short to be drawn each. */
    | { kind: 'free'; times: FreeTimes }
  );
export type FreeItem = Extract<AgendaItem, { kind: 'free' }>;

/** The options that can be booked at a time. `minutes` is until the next of them begins, at most its length. */
export type FreeTime = TimeOfDay & { optionIds: readonly string[] };
type FreeTimes = [FreeTime, ...FreeTime[]];

/** The items of a day, by the hour in which they begin. */
export type DayLayout = {
  readonly byHour: ReadonlyMap<number, readonly AgendaItem[]>;
  readonly items: readonly AgendaItem[];
};

/** A column: a doctor on a day, or a day of a doctor. */
export type AgendaColumn = {
  id: string;
  title: string;
  /** The closed time that the column shows. In the day view only the doctor's: the clinic's is shown once, above all columns. */
  closings: readonly AgendaClosure[];
  calendar: AgendaCalendar;
  day: AgendaDay;
  layout: DayLayout;
};

/**
 * The ids of the doctors who do not work on the shown day and have nothing in it: their columns are narrow, so that more of the
 * others are in sight. Empty if nobody works, and in a week. Pure.
 */
export function idleColumns(columns: readonly AgendaColumn[]): ReadonlySet<string> {
  const isOneDay = columns.every(({ day }) => day.date === columns[0]?.day.date);
  const idle = columns.filter(
    ({ day, closings, layout }) => day.hours.length === 0 && closings.length === 0 && layout.items.length === 0,
  );
  return new Set(isOneDay && idle.length < columns.length ? idle.map(({ id }) => id) : []);
}

/** Everything in a day of a calendar, in order of time. Pure. */
export function layoutOf(day: AgendaDay, minutesOf: (optionId: string) => number): DayLayout {
  const items: AgendaItem[] = [
    // First, so that an appointment that is kept in one covers it.
    ...breaksBetween(day.hours).flatMap((time) => namedParts(time, day)),
    ...day.appointments.map(
      (appointment): AgendaItem => ({ kind: 'appointment', ...timesOf(appointment), appointment }),
    ),
    ...day.blocks.map((block): AgendaItem => ({ kind: 'block', ...timesOf(block), block })),
    ...day.held.map((time): AgendaItem => ({ kind: 'held', ...time })),
    ...day.offered.map((offer): AgendaItem => ({ kind: 'offered', ...timesOf(offer), offer })),
    ...freeItems(freeTimes(day.free, minutesOf)),
  ].toSorted((a, b) => a.startMinute - b.startMinute);
  return { items, byHour: Map.groupBy(items, ({ startMinute }) => Math.floor(startMinute / 60)) };
}

function timesOf({ startMinute, minutes }: TimeOfDay): TimeOfDay {
  return { startMinute, minutes };
}

/** The time between two working hours. */
export function breaksBetween(hours: readonly TimeOfDay[]): readonly TimeOfDay[] {
  return hours.slice(1).flatMap(({ startMinute }, at) => {
    const last = hours[at];
    const ended = last ? last.startMinute + last.minutes : startMinute;
    return ended < startMinute ? [{ startMinute: ended, minutes: startMinute - ended }] : [];
  });
}

/** A break in parts: when the clinic is closed, when the doctor is away, and the rest. */
function namedParts(time: TimeOfDay, { closed }: AgendaDay): readonly AgendaItem[] {
  const end = time.startMinute + time.minutes;
  const limits = closed.flatMap((one) => [one.startMinute, one.startMinute + one.minutes]);
  const starts = new Set([time.startMinute, ...limits.filter((minute) => time.startMinute < minute && minute < end)]);
  const inOrder = [...starts].toSorted((a, b) => a - b);
  const covers = (minute: number) => (one: TimeOfDay) =>
    one.startMinute <= minute && minute < one.startMinute + one.minutes;
  return inOrder.map((startMinute, at) => {
    const here = closed.filter(covers(startMinute));
    const ofClinic = here.find(({ whose }) => whose === 'clinic');
    const name = ofClinic ? `Closed: ${ofClinic.reason}` : here.length > 0 ? 'Away' : 'Break';
    return { kind: 'break', startMinute, minutes: (inOrder[at + 1] ?? end) - startMinute, name };
  });
}

/** One for each start: several treatments may begin at the same time. */
function freeTimes(free: AgendaDay['free'], minutesOf: (optionId: string) => number): readonly FreeTime[] {
  const optionsAt = new Map<number, string[]>();
  for (const { optionId, startMinutes } of free) {
    for (const minute of startMinutes) optionsAt.set(minute, [...(optionsAt.get(minute) ?? []), optionId]);
  }
  const starts = [...optionsAt].toSorted(([a], [b]) => a - b);
  return starts.map(([startMinute, optionIds], at) => {
    const next = starts[at + 1]?.[0] ?? Number.POSITIVE_INFINITY;
    const longest = Math.max(...optionIds.map(minutesOf));
    return { startMinute, minutes: Math.min(longest, next - startMinute), optionIds };
  });
}

/** A free time shorter than this is joined with those that follow, until they have `JOINED_MINUTES`. */
const LEAST_FREE_MINUTES = 10;
const JOINED_MINUTES = 15;

/** One item for each time, or for several that follow each other without a gap and are too short to be pressed. */
function freeItems(times: readonly FreeTime[]): readonly AgendaItem[] {
  const groups: FreeTimes[] = [];
  for (const time of times) {
    const last = groups.at(-1);
    if (last && isTooShort(last) && endOf(last) === time.startMinute) last.push(time);
    else groups.push([time]);
  }
  const joined: FreeTimes[] = [];
  for (const group of groups) {
    const last = joined.at(-1);
    // Nothing follows it, so it goes to those before it.
    if (last && isTooShort(group) && endOf(last) === group[0].startMinute) last.push(...group);
    else joined.push(group);
  }
  return joined.map((group) => ({ kind: 'free', ...timesOf(group[0]), minutes: spanOf(group), times: group }));
}

function isTooShort(group: FreeTimes): boolean {
  return group[0].minutes < LEAST_FREE_MINUTES && spanOf(group) < JOINED_MINUTES;
}

function endOf(group: FreeTimes): number {
  const { startMinute, minutes } = group.at(-1) ?? group[0];
  return startMinute + minutes;
}

function spanOf(group: FreeTimes): number {
  return endOf(group) - group[0].startMinute;
}

/** The start of the time of an option at a minute: the last one that has begun by then, else the first. Pure. */
export function startAt(times: FreeTimes, { optionId, minute }: { optionId: string; minute: number }) {
  const starts = times.filter(({ optionIds }) => optionIds.includes(optionId)).map(({ startMinute }) => startMinute);
  return starts.findLast((start) => start <= minute) ?? starts[0];
}

/** The hours to show, end excluded: those with items or working hours, else nine to five. */
export function hoursShown(
  days: readonly { readonly hours: readonly TimeOfDay[]; readonly items: readonly TimeOfDay[] }[],
): readonly number[] {
  const all = days.flatMap(({ hours, items }) => [...hours, ...items]);
  const first = Math.floor(Math.min(...all.map(({ startMinute }) => startMinute)) / 60);
  const last = Math.ceil(Math.max(...all.map(({ startMinute, minutes }) => startMinute + minutes)) / 60);
  const [from, to] = all.length === 0 ? [9, 17] : [first, last];
  return Array.from({ length: to - from }, (_, at) => from + at);
}

const LEAST_PIXELS = 26;

/**
 * How many pixels a minute takes, so that the shortest item can be read and pressed. A free time that has nothing to be
 * joined with counts as `LEAST_FREE_MINUTES`: only what is booked, held or blocked makes a day taller than that.
 */
export function pixelsPerMinute(layouts: readonly DayLayout[]): number {
  const shortest = layouts
    .flatMap(({ items }) => items)
    .filter(({ kind }) => kind !== 'break')
    .reduce((least, { kind, minutes }) => {
      return Math.min(least, kind === 'free' ? Math.max(minutes, LEAST_FREE_MINUTES) : minutes);
    }, JOINED_MINUTES);
  return Math.min(5.2, LEAST_PIXELS / shortest);
}

/** The position of a focusable item. */
export type Place = { readonly column: number; readonly startMinute: number };

/** Whether a time of today has not ended. Pure. */
export function isAhead({ startMinute, minutes }: TimeOfDay, minute: number): boolean {
  return startMinute + minutes > minute;
}

function isFocusable(item: AgendaItem): boolean {
  if (item.kind === 'offered') return item.offer.entry !== undefined;
  return item.kind !== 'break' && item.kind !== 'held';
}

/** The first focusable item of today that has not ended, in the first column that has one. Pure. */
export function firstAhead(
  columns: readonly Pick<AgendaColumn, 'day' | 'layout'>[],
  { today, minute }: { today: string; minute: number },
): Place | undefined {
  return columns.flatMap(({ day, layout }, column) => {
    const items = day.date === today ? layout.items : [];
    const item = items.find((one) => isFocusable(one) && isAhead(one, minute));
    return item ? [{ column, startMinute: item.startMinute }] : [];
  })[0];
}

export type Direction = 'up' | 'down' | 'before' | 'after' | 'first' | 'last' | 'first-column' | 'last-column';

/**
 * The index of the place that a key leads to: in the same column, or nearest in time in the next, first or last column
 * that has one. Places are in order of time within a column. Returns the same index at the edge. Pure.
 */
export function neighbour(places: readonly Place[], at: number, direction: Direction): number {
  const here = places[at];
  if (!here) return at;
  const indices = places.map((_, index) => index);
  const columnOf = (index: number) => places[index]?.column ?? 0;
  const own = indices.filter((index) => columnOf(index) === here.column);
  const position = own.indexOf(at);
  switch (direction) {
    case 'up':
      return own[position - 1] ?? at;
    case 'down':
      return own[position + 1] ?? at;
    case 'first':
      return own[0] ?? at;
    case 'last':
      return own.at(-1) ?? at;
    case 'before':
    case 'after':
    case 'first-column':
    case 'last-column': {
      const goesOn = direction === 'after' || direction === 'last-column';
      const beyond = places
        .map(({ column }) => column)
        .filter((column) => (goesOn ? column > here.column : column < here.column));
      if (beyond.length === 0) return at;
      const column = direction === 'after' || direction === 'first-column' ? Math.min(...beyond) : Math.max(...beyond);
      return nearest(places, { column, startMinute: here.startMinute }) ?? at;
    }
  }
}

/** The index of the place in this column that is nearest in time. */
export function nearest(places: readonly Place[], { column, startMinute }: Place): number | undefined {
  let found: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  places.forEach((place, index) => {
    const distance = Math.abs(place.startMinute - startMinute);
    if (place.column !== column || distance >= least) return;
    least = distance;
    found = index;
  });
  return found;
}
