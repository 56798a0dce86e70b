import type { Patient } from '@openhours/contract/appointments.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';

/** What tells a patient from others, besides name and address: 'looked after by Sam Rivera', number, date of birth. */
export function patientFacts({ guardian, phone, dateOfBirth }: Patient): readonly string[] {
  const facts = [guardian && `looked after by ${guardian}`, phone, dateOfBirth && bornText(dateOfBirth)];
  return facts.flatMap((fact) => fact || []);
}

/** 'born Mar 31, 1950', from 'YYYY-MM-DD'. */
export function bornText(dateOfBirth: string): string {
  return `born ${mediumDateFromIso(dateOfBirth)}`;
}

/** Warns of an account that somebody else may have opened; `undefined` for others. */
export function unconfirmedText({ emails, guardian }: Patient): string | undefined {
  if (emails !== 'unconfirmed') return undefined;
  return guardian
    ? `The email address of ${guardian} is not confirmed. Check that the account is theirs before you book.`
    : 'This email address is not confirmed. Check that the account belongs to the patient before you book.';
}

/** What was searched, if it is a name and not a number, a date or an address; otherwise ''. */
export function nameIn(search: string): string {
  return /\p{L}/u.test(search) && !/[\d@]/.test(search) ? search : '';
}
