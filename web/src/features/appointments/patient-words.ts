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

/** What an own account of somebody ends for whoever looks after them. `emails` is the reach of the latter. */
export function endOfCareText({ guardian, emails }: { guardian: string } & Pick<Patient, 'emails'>): string {
  return (
    `${guardian} will no longer look after them: ${guardian} can no longer book for them, does not see their ` +
    'new appointments, and loses their places on the waiting list. Appointments that are booked already stay ' +
    `under the account of ${guardian}${emails === 'on' ? ', who gets an email about this' : ''}. It cannot be undone.`
  );
}

/** What the searched text says about a patient who is not in the list yet. The other fields are empty. */
export interface SearchedPatient {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

/** The text that was searched, as a name, an address or a number. A date of birth is left out, because it may be incomplete. */
export function newPatientFrom(search: string): SearchedPatient {
  const text = search.trim();
  const isName = /\p{L}/u.test(text) && !/[\d@]/.test(text);
  const isDate = /^\d{1,4}[-./]\d{1,2}([-./]|$)/.test(text);
  const isPhone = /^[+(\d][\d\s()/.-]{3,}$/.test(text) && !isDate;
  return { name: isName ? text : '', email: text.includes('@') ? text : '', phone: isPhone ? text : '' };
}
