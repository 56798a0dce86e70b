import { clockTime, minuteOfDay } from '@openhours/contract/clock-time.ts';
import type { OpeningHours, WeeklyHours } from '@openhours/contract/hours.ts';
import { readTime, type TimeRange } from './typed-time.ts';

/** A time range in the editor. Its times are the typed text. */
export type DraftStretch = {
  /** A React key. It is not sent to the server. */
  readonly key: string;
  readonly from: string;
  readonly to: string;
  /** Empty for hours that apply to all treatments without hours of their own. */
  readonly treatmentId: string;
};

/** Monday to Sunday. */
export type WeekDraft = readonly (readonly DraftStretch[])[];

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

export const NOT_A_TIME = "Enter a time, like '9:30' or '5pm'.";
export const ENDS_BEFORE = 'The end must be after the start.';
export const OVERLAPS = 'Overlaps other hours of this day.';

/** A fault, and the field that shows it. */
export type Fault = { readonly field: 'from' | 'to' | 'date'; readonly message: string };
/** Faults by the key of their time range, later hours or exception. */
export type Faults = ReadonlyMap<string, Fault>;

/** The shortest time range to which a break can be added, in minutes. */
const LEAST_FOR_A_BREAK = 120;

export function weekFromHours(hours: readonly WeeklyHours[], newKey: () => string): WeekDraft {
  return weekdays.map((_, day) =>
    hours
      .filter(({ weekday }) => weekday === day + 1)
      .toSorted((a, b) => (a.from < b.from ? -1 : 1))
      .map(({ from, to, treatmentId = '' }) => ({ key: newKey(), from, to, treatmentId })),
  );
}

/** Converts a week without faults to the hours that are saved. */
export function hoursFromWeek(week: WeekDraft): WeeklyHours[] {
  return week.flatMap((stretches, day) => stretches.map((one) => ({ weekday: day + 1, ...savedStretch(one) })));
}

/** Like `hoursFromWeek`, for the clinic's hours, which have no treatment. */
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

/** The faults of a day's time ranges. Time ranges for different treatments may overlap. */
export function faultsOfDay(stretches: readonly DraftStretch[]): Faults {
  const faults = new Map<string, Fault>();
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

/** The end of a time range, in the format that is saved. Undefined without a time range, or if its end is not a time. */
export function endOf(stretch: DraftStretch | undefined): string | undefined {
  return stretch && readTime(stretch.to, { role: 'to', after: readTime(stretch.from, { role: 'from' }) });
}

/** Adds a time range: 09:00 to 17:00 on an empty day, else an hour after the last one, or empty if that is too late. */
export function withMoreHours(stretches: readonly DraftStretch[], key: string): readonly DraftStretch[] {
  const last = stretches.at(-1);
  const end = endOf(last);
  const next = { key, treatmentId: last?.treatmentId ?? '' };
  if (end === undefined) return [...stretches, { ...next, from: last ? '' : '09:00', to: last ? '' : '17:00' }];
  const begins = minuteOfDay(end) + 60;
  if (begins >= 1380) return [...stretches, { ...next, from: '', to: '' }];
  return [...stretches, { ...next, from: clockTime(begins), to: clockTime(Math.min(begins + 240, 1440)) }];
}

/** The break to add to a time range. Undefined if the time range is too short or has a fault. */
export function breakIn({ from, to }: DraftStretch): TimeRange | undefined {
  const begins = readTime(from, { role: 'from' });
  const ends = readTime(to, { role: 'to', after: begins });
  if (begins === undefined || ends === undefined) return undefined;
  const [first, last] = [minuteOfDay(begins), minuteOfDay(ends)];
  if (last - first < LEAST_FOR_A_BREAK) return undefined;
  if (first < 720 && last > 780) return { from: '12:00', to: '13:00' };
  // An hour in the middle, rounded to a quarter of an hour.
  const middle = Math.round((first + last) / 2 / 15) * 15;
  return { from: clockTime(middle - 30), to: clockTime(middle + 30) };
}

/** Divides a time range by a break. The second part gets `key`. */
export function withBreak(
  stretches: readonly DraftStretch[],
  { at, key }: { at: number; key: string },
): readonly DraftStretch[] {
  const stretch = stretches[at];
  const pause = stretch && breakIn(stretch);
  if (!stretch || !pause) return stretches;
  return stretches.toSpliced(at, 1, { ...stretch, to: pause.from }, { ...stretch, key, from: pause.to });
}

/** Copies the hours of one day to other days. */
export function copyDay(
  week: WeekDraft,
  { from, to, newKey }: { from: number; to: readonly number[]; newKey: () => string },
): WeekDraft {
  const source = week[from] ?? [];
  return week.map((stretches, day) =>
    day !== from && to.includes(day) ? source.map((one) => ({ ...one, key: newKey() })) : stretches,
  );
}
