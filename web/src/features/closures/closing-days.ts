import type { Closure } from '@openhours/contract/closures.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';

/** The input of the form for closing days. An empty `doctorId` means the whole clinic. */
export type ClosingDraft = { from: string; to: string; doctorId: string; reason: string };
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
export function closingBody({ from, to, doctorId, reason }: ClosingDraft) {
  return { from, to: to === '' ? from : to, reason: reason.trim(), ...(doctorId !== '' && { doctorId }) };
}

/** Like 'Dec 24, 2026' or 'Dec 24, 2026 to Dec 26, 2026'. */
export function daysText({ from, to }: Pick<Closure, 'from' | 'to'>): string {
  return from === to ? mediumDateFromIso(from) : `${mediumDateFromIso(from)} to ${mediumDateFromIso(to)}`;
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
