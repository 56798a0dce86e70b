import { minuteOfDay } from '@openhours/contract/clock-time.ts';
import type { Closure } from '@openhours/contract/closures.ts';

/** The input of the form for closing days. An empty `doctorId` means the whole clinic; without a `time`, all day. */
export type ClosingDraft = { from: string; time: string; to: string; doctorId: string; reason: string };
type ClosingFaults = Partial<Record<'from' | 'to' | 'reason', string>>;

/** @param today in the clinic's time zone */
export function closingFaults({ from, to, reason }: ClosingDraft, today: string): ClosingFaults {
  return {
    ...(from === '' && { from: 'Choose the first day.' }),
    ...(to !== '' && to < today && { to: 'These days are over.' }),
    ...(to !== '' && from !== '' && to < from && { to: 'The end must be after the start.' }),
    ...(reason.trim() === '' && { reason: 'Please give a reason. Patients see it.' }),
  };
}

/** The body of the call that saves closing days. Without a last day, only the first day is closed. */
export function closingBody({ from, time, to, doctorId, reason }: ClosingDraft) {
  return {
    from,
    fromMinute: time === '' ? 0 : minuteOfDay(time),
    to: to === '' ? from : to,
    reason: reason.trim(),
    ...(doctorId !== '' && { doctorId }),
  };
}

export type Holiday = { date: string; name: string };

/** One holiday a day, with the names of all that fall on it: a day is closed once. */
export function oneHolidayADay(holidays: readonly Holiday[]): readonly Holiday[] {
  const namesOn = Map.groupBy(holidays, ({ date }) => date);
  return [...namesOn].map(([date, on]) => ({ date, name: on.map(({ name }) => name).join(', ') }));
}

/** Whether the whole clinic is closed on a day. */
export function isClosedOn(date: string, closures: readonly Closure[]): boolean {
  return closures.some(({ from, to, doctorId }) => doctorId === undefined && from <= date && date <= to);
}
