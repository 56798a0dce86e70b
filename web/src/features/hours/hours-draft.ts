import type { DoctorHours, HoursException, SpecialHours, WeeklyHours } from '@openhours/contract/hours.ts';
import { longDay } from '../doctors/week.ts';
import { weekdayOf } from '../schedule/civil-date.ts';
import type { TimeRange } from './typed-time.ts';
import {
  type DraftStretch,
  type Fault,
  type Faults,
  faultsOfDay,
  faultsOfWeek,
  hoursFromWeek,
  savedStretch,
  type WeekDraft,
  weekdays,
  weekFromHours,
} from './week-draft.ts';

/** Weekly hours that apply from a day on. The first ones apply now, and their `validFrom` is empty. */
export type WeekFrom = { readonly key: string; readonly validFrom: string; readonly week: WeekDraft };

/** A day off, or hours that replace the weekday's hours on a date. */
export type DraftException = {
  readonly key: string;
  /** 'YYYY-MM-DD', or empty until the user chooses a date. */
  readonly date: string;
  readonly isOff: boolean;
  /** The treatment that a day off is limited to, or empty for all. Not used for hours. */
  readonly treatmentId: string;
  readonly stretches: readonly DraftStretch[];
};

/** A doctor's hours in the editor. */
export type HoursDraft = {
  readonly weeks: readonly WeekFrom[];
  readonly exceptions: readonly DraftException[];
};

/** A doctor's hours as the calls save and preview them. */
export type HoursInput = {
  weekly: WeeklyHours[];
  later: { validFrom: string; weekly: WeeklyHours[] }[];
  exceptions: HoursException[];
};

export function draftFromHours(
  { weekly, later, exceptions }: Pick<DoctorHours, 'weekly' | 'later' | 'exceptions'>,
  newKey: () => string,
): HoursDraft {
  return {
    weeks: [{ validFrom: '', weekly }, ...later].map(({ validFrom, weekly: hours }) => ({
      key: newKey(),
      validFrom,
      week: weekFromHours(hours, newKey),
    })),
    exceptions: draftsFromExceptions(exceptions, newKey),
  };
}

/** Converts saved exceptions to those of the editor, which have all hours of a date together. */
export function draftsFromExceptions(
  exceptions: readonly HoursException[],
  newKey: () => string,
): readonly DraftException[] {
  return exceptions.reduce<DraftException[]>((drafts, exception) => {
    const { date, from, to, treatmentId = '' } = exception;
    if (from === undefined || to === undefined) {
      return [...drafts, { key: newKey(), date, isOff: true, treatmentId, stretches: [] }];
    }
    const stretch = { key: newKey(), from, to, treatmentId };
    const at = drafts.findIndex((draft) => draft.date === date && !draft.isOff);
    const found = drafts[at];
    return found
      ? drafts.with(at, { ...found, stretches: [...found.stretches, stretch] })
      : [...drafts, { key: newKey(), date, isOff: false, treatmentId: '', stretches: [stretch] }];
  }, []);
}

/** Converts a draft without faults to the input of the calls. */
export function inputFromDraft({ weeks: [now, ...later], exceptions }: HoursDraft): HoursInput {
  return {
    weekly: now ? hoursFromWeek(now.week) : [],
    later: later
      .map(({ validFrom, week }) => ({ validFrom, weekly: hoursFromWeek(week) }))
      .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1)),
    exceptions: exceptions
      .flatMap(({ date, isOff, treatmentId, stretches }): HoursException[] =>
        isOff
          ? [{ date, off: true, ...(treatmentId !== '' && { treatmentId }) }]
          : stretches.map((stretch) => ({ date, ...savedStretch(stretch) })),
      )
      .toSorted((a, b) => sortText(a).localeCompare(sortText(b))),
  };
}

/** Converts the clinic's exceptions to special hours. They must have no faults. */
export function specialFromDrafts(exceptions: readonly DraftException[]): SpecialHours[] {
  return exceptions
    .flatMap(({ date, stretches }) =>
      stretches.map((stretch) => {
        const { from, to } = savedStretch(stretch);
        return { date, from, to };
      }),
    )
    .toSorted((a, b) => sortText(a).localeCompare(sortText(b)));
}

/** Whether any hours or days off are limited to a treatment. */
export function namesTreatment({ weeks, exceptions }: HoursDraft): boolean {
  const stretches = [...weeks.flatMap(({ week }) => week.flat()), ...exceptions.flatMap((one) => one.stretches)];
  return [...stretches, ...exceptions].some(({ treatmentId }) => treatmentId !== '');
}

/** The weekly hours of a date, with new keys. */
export function usualHours(
  { weeks }: Pick<HoursDraft, 'weeks'>,
  { date, newKey }: { date: string; newKey: () => string },
): readonly DraftStretch[] {
  if (date === '') return [];
  const [now, ...later] = weeks;
  const week = later
    .filter(({ validFrom }) => validFrom !== '' && validFrom <= date)
    .reduce((last, one) => (last && last.validFrom > one.validFrom ? last : one), now);
  return (week?.week[isoWeekday(date) - 1] ?? []).map((stretch) => ({ ...stretch, key: newKey() }));
}

/**
 * The weekdays and the dates on which a part of these hours is outside the clinic's opening hours, as shown: 'Monday',
 * 'Thursday, December 3'. Without opening hours, none. Nor the dates on which the doctor works during special opening hours.
 */
export function daysOutside(
  hours: HoursInput,
  {
    opening,
    specialOpening,
    specialDates,
    today,
  }: Pick<DoctorHours, 'opening' | 'specialOpening' | 'specialDates'> & { today: string },
): readonly string[] {
  if (opening.length === 0) return [];
  const isOutside = ({ from, to }: TimeRange, open: readonly TimeRange[]) =>
    !open.some((one) => one.from <= from && to <= one.to);
  const onWeekday = (weekday: number) => opening.filter((open) => open.weekday === weekday);
  const onDate = (date: string) => {
    const special = specialOpening.filter((open) => open.date === date);
    return special.length > 0 ? special : onWeekday(isoWeekday(date));
  };
  const weekly = [...hours.weekly, ...hours.later.flatMap((week) => week.weekly)].filter((stretch) =>
    isOutside(stretch, onWeekday(stretch.weekday)),
  );
  const onExceptions = hours.exceptions.flatMap(({ date, from, to }) =>
    from !== undefined && to !== undefined && isOutside({ from, to }, onDate(date)) ? [date] : [],
  );
  // On these dates, a week that is within the opening hours of its weekdays can be outside the special ones.
  const usualDates = specialOpening.filter(
    ({ date }) => !hours.exceptions.some((exception) => exception.date === date),
  );
  const onUsualDates = usualDates.flatMap(({ date }) => {
    const week = hours.later.findLast(({ validFrom }) => validFrom <= date) ?? hours;
    const ofDate = week.weekly.filter(({ weekday }) => weekday === isoWeekday(date));
    return ofDate.some((stretch) => isOutside(stretch, onDate(date))) ? [date] : [];
  });
  const dates = new Set([...onExceptions, ...onUsualDates].filter((date) => !specialDates.includes(date)));
  return [
    ...weekdays.filter((_, day) => weekly.some(({ weekday }) => weekday === day + 1)),
    ...[...dates].toSorted().map((date) => longDay(date, today)),
  ];
}

/** 1 Monday … 7 Sunday. */
function isoWeekday(date: string): number {
  return weekdayOf(date) || 7;
}

/** The first day of the planned hours that have begun since they were saved or loaded. The draft's current hours are over then. */
export function begunHours({ later }: Pick<HoursInput, 'later'>, today: string): string | undefined {
  return later.findLast(({ validFrom }) => validFrom <= today)?.validFrom;
}

/**
 * @param today in the clinic's time zone
 * @param saved the exceptions that are saved. The server drops those that have passed
 */
export function faultsOfHours(
  { weeks, exceptions }: HoursDraft,
  { today, saved }: { today: string; saved: readonly { date: string }[] },
): Faults {
  const faults = new Map<string, Fault>();
  const atDate = (key: string, message: string) => faults.set(key, { field: 'date', message });
  weeks.forEach(({ key, validFrom, week }, at) => {
    for (const [stretch, fault] of faultsOfWeek(week)) faults.set(stretch, fault);
    if (at === 0) return;
    const isTwice = weeks.slice(1, at).some((other) => other.validFrom === validFrom);
    if (validFrom === '') atDate(key, 'Choose the first day of these hours.');
    else if (validFrom <= today) atDate(key, 'Choose a day after today. To change the current hours, choose “Now”.');
    else if (isTwice) atDate(key, 'Other hours already begin on this day.');
  });
  for (const [key, fault] of faultsOfExceptions(exceptions, {
    today,
    saved,
    without: 'Add hours, or choose “Day off”.',
  })) {
    faults.set(key, fault);
  }
  return faults;
}

/**
 * @param saved as for `faultsOfHours`
 * @param without the message for an exception that has no hours and is no day off
 */
export function faultsOfExceptions(
  exceptions: readonly DraftException[],
  { today, saved, without }: { today: string; saved: readonly { date: string }[]; without: string },
): Faults {
  const faults = new Map<string, Fault>();
  const atDate = (key: string, message: string) => faults.set(key, { field: 'date', message });
  exceptions.forEach(({ key, date, isOff, treatmentId, stretches }, at) => {
    const earlier = exceptions.slice(0, at).filter((other) => other.date === date);
    if (date === '') atDate(key, 'Choose a date.');
    else if (date < today) {
      if (!saved.some((one) => one.date === date)) atDate(key, 'This date has passed.');
    } else if (earlier.some((other) => clash(other, { isOff, treatmentId, stretches }))) {
      atDate(key, 'This date already has an exception. Change that one.');
    } else if (!isOff && stretches.length === 0) atDate(key, without);
    const before = earlier.flatMap((other) => other.stretches);
    for (const [stretch, fault] of faultsOfDay([...before, ...stretches])) {
      if (stretches.some((one) => one.key === stretch)) faults.set(stretch, fault);
    }
  });
  return faults;
}

/** Whether two exceptions for one date contradict: for the same treatment, at least one of them is a day off. */
function clash(
  one: Pick<DraftException, 'isOff' | 'treatmentId' | 'stretches'>,
  other: Pick<DraftException, 'isOff' | 'treatmentId' | 'stretches'>,
): boolean {
  const named = ({ isOff, treatmentId, stretches }: typeof one) =>
    isOff ? [treatmentId] : stretches.map((stretch) => stretch.treatmentId);
  return (one.isOff || other.isOff) && named(one).some((id) => named(other).includes(id));
}

function sortText({ date, from = '', treatmentId = '' }: HoursException): string {
  return `${date} ${from} ${treatmentId}`;
}
