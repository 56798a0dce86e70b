import type { Closure } from '@openhours/contract/closures.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';

/** What is typed into the form for closing days. An empty `doctorId` is the whole clinic. */
export type ClosingDraft = { from: string; to: string; doctorId: string; reason: string };
export type ClosingFaults = Partial<Record<'from' | 'to' | 'reason', string>>;

/** @param today the clinic's */
export function closingFaults({ from, to, reason }: ClosingDraft, today: string): ClosingFaults {
  return {
    ...(from === '' && { from: 'Choose the first day.' }),
    ...(to !== '' && to < today && { to: 'These days are over.' }),
    ...(to !== '' && from !== '' && to < from && { to: 'Ends before it begins.' }),
    ...(reason.trim() === '' && { reason: 'Say why, in a word or a sentence that patients read.' }),
  };
}

/** What is saved. Without a last day it is the first one alone. */
export function closingBody({ from, to, doctorId, reason }: ClosingDraft) {
  return { from, to: to === '' ? from : to, reason: reason.trim(), ...(doctorId !== '' && { doctorId }) };
}

/** 'Dec 24, 2026', or 'Dec 24, 2026 to Dec 26, 2026'. */
export function daysText({ from, to }: Pick<Closure, 'from' | 'to'>): string {
  return from === to ? mediumDateFromIso(from) : `${mediumDateFromIso(from)} to ${mediumDateFromIso(to)}`;
}

/** Whether the whole clinic is closed on a day. */
export function isClosedOn(date: string, closures: readonly Closure[]): boolean {
  return closures.some(({ from, to, doctorId }) => doctorId === undefined && from <= date && date <= to);
}
