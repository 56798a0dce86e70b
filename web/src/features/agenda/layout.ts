import type { AgendaAppointment, AgendaBlock, AgendaDay, TimeOfDay } from '@openhours/contract/agenda.ts';

/** Something in a column of the agenda. */
export type AgendaItem = TimeOfDay &
  (
    | { kind: 'appointment'; appointment: AgendaAppointment }
    | { kind: 'block'; block: AgendaBlock }
    | { kind: 'held' }
    | { kind: 'break'; name: string }
    /** The options that can be booked at this time. `minutes` is until the next of them begins, at most its length. */
    | { kind: 'free'; optionIds: readonly string[] }
  );
export type FreeItem = Extract<AgendaItem, { kind: 'free' }>;

/** The items of a day, by the hour in which they begin. */
export type DayLayout = {
  readonly byHour: ReadonlyMap<number, readonly AgendaItem[]>;
  readonly items: readonly AgendaItem[];
};

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
    ...freeItems(day.free, minutesOf),
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

/** One item for each start: several treatments may begin at the same time. */
function freeItems(free: AgendaDay['free'], minutesOf: (optionId: string) => number): readonly AgendaItem[] {
  const optionsAt = new Map<number, string[]>();
  for (const { optionId, startMinutes } of free) {
    for (const minute of startMinutes) optionsAt.set(minute, [...(optionsAt.get(minute) ?? []), optionId]);
  }
  const starts = [...optionsAt].toSorted(([a], [b]) => a - b);
  return starts.map(([startMinute, optionIds], at) => {
    const next = starts[at + 1]?.[0] ?? Number.POSITIVE_INFINITY;
    const longest = Math.max(...optionIds.map(minutesOf));
    return { kind: 'free', startMinute, minutes: Math.min(longest, next - startMinute), optionIds };
  });
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

/** How many pixels a minute takes, so that the shortest item can be read and pressed. */
export function pixelsPerMinute(layouts: readonly DayLayout[]): number {
  const pressed = layouts.flatMap(({ items }) => items).filter(({ kind }) => kind !== 'break');
  const shortest = pressed.reduce((least, { minutes }) => Math.min(least, minutes), 30);
  return Math.min(5.2, Math.max(1.6, LEAST_PIXELS / shortest));
}

/** The position of a focusable item. */
export type Place = { readonly column: number; readonly startMinute: number };

export type Direction = 'up' | 'down' | 'before' | 'after' | 'first' | 'last';

/**
 * The index of the place that a key leads to: in the same column, or in the next column that has one, nearest in time.
 * Places are in order of time within a column. Returns the same index at the edge. Pure.
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
    case 'after': {
      const beyond = places
        .map(({ column }) => column)
        .filter((column) => (direction === 'after' ? column > here.column : column < here.column));
      if (beyond.length === 0) return at;
      const column = direction === 'after' ? Math.min(...beyond) : Math.max(...beyond);
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
