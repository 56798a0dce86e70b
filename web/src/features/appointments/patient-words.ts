import type { Patient } from '@openhours/contract/appointments.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { partsOfSearch } from '@openhours/contract/patient-search.ts';

/** What tells a patient from others, besides name and address: 'looked after by Sam Rivera', number, date of birth. */
export function patientFacts({ guardian, phone, dateOfBirth }: Patient): readonly string[] {
  const facts = [guardian && `looked after by ${guardian}`, phone, dateOfBirth && bornText(dateOfBirth)];
  return facts.flatMap((fact) => fact || []);
}

type Found = Pick<Patient, '_id'> & { isSimilar?: boolean | undefined };

/** How many a search found. `isCut`: there are more. */
export function foundText(found: readonly Found[], { isCut }: { isCut: boolean }): string {
  if (found.length === 0) return 'No results';
  if (found[0]?.isSimilar)
    return `Nobody has this name. Did you mean ${found.length > 1 ? 'one of these' : 'this person'}?`;
  if (isCut) return `The first ${found.length} are shown. Add a date of birth, or part of the phone number.`;
  return `${found.length} found`;
}

/** Whom Enter chooses: the only one found. Somebody with a similar name is to be looked at first. */
export function onlyMatch<One extends Found>(found: readonly One[]): One | undefined {
  const [only, ...others] = found;
  return only?.isSimilar || others.length > 0 ? undefined : only;
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
  /** 'YYYY-MM-DD', or empty. */
  readonly dateOfBirth: string;
}

/** What is typed in a form for somebody new, in the fields with these names. */
export function newPatientIn(form: FormData): SearchedPatient {
  const typed = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { name: typed('name'), email: typed('email'), phone: typed('phone'), dateOfBirth: typed('dateOfBirth') };
}

/** The text that was searched: a name or an address, a number, and a date of birth if it can be read in one way only. */
export function newPatientFrom(search: string): SearchedPatient {
  const { words, number, datesOfBirth } = partsOfSearch(search);
  const [family = '', given, ...more] = words.split(', ');
  const isName = /\p{L}/u.test(words) && !/[\d@]/.test(words);
  const name = given && more.length === 0 ? `${given} ${family}` : words;
  const isDate = /^\d{1,4}[-./]\d{1,2}([-./]|$)/.test(number);
  // Fewer may be a year, or the end of a number.
  const isPhone = number.replaceAll(/\D/g, '').length >= 5 && !isDate;
  const [dateOfBirth = '', other] = datesOfBirth;
  return {
    name: isName ? name : '',
    email: words.includes('@') ? words : '',
    phone: isPhone ? number : '',
    dateOfBirth: other ? '' : dateOfBirth,
  };
}
