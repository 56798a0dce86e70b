import { endMinuteOfDay, minuteOfDay } from '@openhours/contract/clock-time.ts';
import type { Closure } from '@openhours/contract/closures.ts';
import { addDays } from '../schedule/civil-date.ts';

/**
 * The input of the form for closing days. An empty `doctorId` means the whole clinic, `undefined` that nobody is chosen yet; days
 * without times are closed all day.
 */
export type ClosingDraft = {
  from: string;
  fromTime: string;
  to: string;
  toTime: string;
  doctorId: string | undefined;
  reason: string;
};
type ClosingFaults = Partial<Record<'doctorId' | 'from' | 'to' | 'toTime' | 'reason', string>>;

/** The day and the minute of the day that the clinic's wall clock shows. */
type Now = { today: string; minute: number };

export function closingFaults(draft: ClosingDraft, now: Now): ClosingFaults {
  const { from, to, reason } = draft;
  const { to: last, fromMinute, toMinute } = closingBody(draft);
  return {
    ...(draft.doctorId === undefined && { doctorId: 'Choose a doctor.' }),
    ...(from === '' && { from: 'Choose the first day.' }),
    ...(to !== '' && last < now.today && { to: 'These days are over.' }),
    ...(from !== '' && to === '' && from < now.today && { from: 'This day is over.' }),
    ...(last === now.today && hasEnded({ to: last, toMinute }, now) && { toTime: 'This time has passed.' }),
    ...(to !== '' && from !== '' && to < from && { to: 'The end must be after the start.' }),
    ...(from !== '' && from === last && toMinute <= fromMinute && { toTime: 'The end must be after the start.' }),
    ...(reason.trim() === '' && { reason: 'Please give a reason. Patients see it.' }),
  };
}

export function hasEnded({ to, toMinute }: Pick<Closure, 'to' | 'toMinute'>, { today, minute }: Now): boolean {
  return to < today || (to === today && toMinute <= minute);
}

/**
 * The body of the call that saves closing days. Without a last day, only the first day is closed. Until 00:00 of a later
 * day is until the end of the day before; on the first day, 00:00 is the end of it.
 */
export function closingBody({ from, fromTime, to, toTime, doctorId, reason }: ClosingDraft) {
  return {
    from,
    fromMinute: fromTime === '' ? 0 : minuteOfDay(fromTime),
    to: to === '' ? from : from !== '' && to > from && toTime === '00:00' ? addDays(to, -1) : to,
    toMinute: toTime === '' ? 1440 : endMinuteOfDay(toTime),
    reason: reason.trim(),
    ...(doctorId && { doctorId }),
  };
}

export type Holiday = { date: string; name: string };

/** One holiday a day, with the names of all that fall on it: a day is closed once. */
export function oneHolidayADay(holidays: readonly Holiday[]): readonly Holiday[] {
  const namesOn = Map.groupBy(holidays, ({ date }) => date);
  return [...namesOn].map(([date, on]) => ({ date, name: on.map(({ name }) => name).join(', ') }));
}

/** Whether the whole clinic is closed all day. */
export function isClosedOn(date: string, closures: readonly Closure[]): boolean {
  return closures.some(({ from, to, fromMinute, toMinute, doctorId }) => {
    const begins = from < date || (from === date && fromMinute === 0);
    const ends = date < to || (date === to && toMinute === 1440);
    return doctorId === undefined && begins && ends;
  });
}
