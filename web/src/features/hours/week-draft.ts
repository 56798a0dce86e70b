import type { OpeningHours, WeeklyHours } from '@openhours/contract/hours.ts';
import { minutesOf, readTime, type TimeRange, timeText } from './typed-time.ts';

/** A stretch of a day as it is being typed. */
export type DraftStretch = {
  /** Tells it from others on the screen; no id of the server. */
  readonly key: string;
  readonly from: string;
  readonly to: string;
  /** Empty for the hours of every treatment that has none of its own. */
  readonly treatmentId: string;
};

/** Monday to Sunday. */
export type WeekDraft = readonly (readonly DraftStretch[])[];

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

export const NOT_A_TIME = "Enter a time, like '9:30' or '5pm'.";
export const ENDS_BEFORE = 'Ends before it begins.';
export const OVERLAPS = 'Overlaps other hours of this day.';

/** What is wrong with a stretch, by its field. */
export type StretchFault = { readonly field: 'from' | 'to'; readonly message: string };
/** By the key of the stretch. */
export type Faults = ReadonlyMap<string, StretchFault>;

/** The shortest day in which a break is offered. */
const LEAST_FOR_A_BREAK = 120;

export function weekFromHours(hours: readonly WeeklyHours[], newKey: () => string): WeekDraft {
  return weekdays.map((_, day) =>
    hours
      .filter(({ weekday }) => weekday === day + 1)
      .toSorted((a, b) => (a.from < b.from ? -1 : 1))
      .map(({ from, to, treatmentId = '' }) => ({ key: newKey(), from, to, treatmentId })),
  );
}

/** What a week without faults is saved as. */
export function hoursFromWeek(week: WeekDraft): WeeklyHours[] {
  return week.flatMap((stretches, day) => stretches.map((one) => ({ weekday: day + 1, ...savedStretch(one) })));
}

/** The same for the clinic, whose hours name no treatment. */
export function openingFromWeek(week: WeekDraft): OpeningHours[] {
  return hoursFromWeek(week).map(({ weekday, from, to }) => ({ weekday, from, to }));
}

export function savedStretch({ from, to, treatmentId }: DraftStretch): TimeRange & { treatmentId?: string } {
  const begins = readTime(from, { role: 'from' }) ?? from;
  return {
    from: begins,
    to: readTime(to, { role: 'to', after: begins }) ?? to,
    ...(treatmentId !== '' && { treatmentId }),
  };
}

/** What is wrong with the stretches of one day. Those of different treatments may overlap. */
export function faultsOfDay(stretches: readonly DraftStretch[]): Faults {
  const faults = new Map<string, StretchFault>();
  const earlier: (TimeRange & { treatmentId: string })[] = [];
  for (const { key, from, to, treatmentId } of stretches) {
    const begins = readTime(from, { role: 'from' });
    const ends = readTime(to, { role: 'to', after: begins });
    if (begins === undefined) faults.set(key, { field: 'from', message: NOT_A_TIME });
    else if (ends === undefined) faults.set(key, { field: 'to', message: NOT_A_TIME });
    else if (ends <= begins) faults.set(key, { field: 'to', message: ENDS_BEFORE });
    else {
      const overlaps = earlier.some(
        (other) => other.treatmentId === treatmentId && begins < other.to && other.from < ends,
      );
      if (overlaps) faults.set(key, { field: 'from', message: OVERLAPS });
      earlier.push({ from: begins, to: ends, treatmentId });
    }
  }
  return faults;
}

export function faultsOfWeek(week: WeekDraft): Faults {
  return new Map(week.flatMap((stretches) => [...faultsOfDay(stretches)]));
}

/** The day with further hours: nine to five where it has none, else an hour after its last ones. */
export function withMoreHours(stretches: readonly DraftStretch[], key: string): readonly DraftStretch[] {
  const last = stretches.at(-1);
  const end = last && readTime(last.to, { role: 'to', after: readTime(last.from, { role: 'from' }) });
  const next = { key, treatmentId: last?.treatmentId ?? '' };
  if (end === undefined) return [...stretches, { ...next, from: last ? '' : '09:00', to: last ? '' : '17:00' }];
  const begins = minutesOf(end) + 60;
  if (begins >= 1380) return [...stretches, { ...next, from: '', to: '' }];
  return [...stretches, { ...next, from: timeText(begins), to: timeText(Math.min(begins + 240, 1440)) }];
}

/** Where a break can be put into a stretch; undefined where it is too short or has a fault. */
export function breakIn({ from, to }: DraftStretch): TimeRange | undefined {
  const begins = readTime(from, { role: 'from' });
  const ends = readTime(to, { role: 'to', after: begins });
  if (begins === undefined || ends === undefined) return undefined;
  const [first, last] = [minutesOf(begins), minutesOf(ends)];
  if (last - first < LEAST_FOR_A_BREAK) return undefined;
  if (first < 720 && last > 780) return { from: '12:00', to: '13:00' };
  // The middle hour, or half of the time in a short stretch, on a quarter of an hour.
  const middle = Math.round((first + last) / 2 / 15) * 15;
  return { from: timeText(middle - 30), to: timeText(middle + 30) };
}

/** Divides a stretch by a break. The second part gets the key. */
export function withBreak(
  stretches: readonly DraftStretch[],
  { at, key }: { at: number; key: string },
): readonly DraftStretch[] {
  const stretch = stretches[at];
  const pause = stretch && breakIn(stretch);
  if (!stretch || !pause) return stretches;
  return stretches.toSpliced(at, 1, { ...stretch, to: pause.from }, { ...stretch, key, from: pause.to });
}

/** Replaces the hours of some days by those of one. */
export function copyDay(
  week: WeekDraft,
  { from, to, newKey }: { from: number; to: readonly number[]; newKey: () => string },
): WeekDraft {
  const source = week[from] ?? [];
  return week.map((stretches, day) =>
    day !== from && to.includes(day) ? source.map((one) => ({ ...one, key: newKey() })) : stretches,
  );
}
