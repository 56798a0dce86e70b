import type { MergedPatient } from '@openhours/contract/appointments.ts';
import { isSamePatientName } from '@openhours/contract/patient-name.ts';

type Side = Pick<MergedPatient, 'name' | 'dateOfBirth' | 'phone' | 'guardian' | 'appointments' | 'emails'>;

/**
 * Why two records may be of two people; `undefined` if nothing says so. Names alone prove nothing: people type theirs when they
 * sign up.
 */
export function mergeWarning({ from, into }: { from: Side; into: Side }): string | undefined {
  const isOtherDay = from.dateOfBirth && into.dateOfBirth && from.dateOfBirth !== into.dateOfBirth;
  if (isOtherDay) return 'The dates of birth differ. Check that this is one person, and not two with similar names.';
  if (!isSamePatientName(from.name, into.name)) return 'The names differ. Check that this is one person.';
  if (from.dateOfBirth && into.dateOfBirth) return undefined;
  if (from.phone !== '' && from.phone === into.phone) return undefined;
  // Only somebody who is looked after can be without a number.
  const check = from.guardian === undefined ? 'Call the number of the one without an account' : `Ask ${from.guardian}`;
  return `Only the names are the same, and anybody can sign up with any name. ${check} before you merge.`;
}

/** What merging does, as sentences for the dialog. */
export function mergeConsequences({ from, into }: { from: Side; into: Side }): readonly string[] {
  const { guardian } = from;
  const careEnds =
    from.emails === 'on'
      ? ', loses their places on the waiting list, and gets an email about this'
      : ' and loses their places on the waiting list';
  const isTold = guardian === undefined && from.appointments > 0 && into.emails === 'on';
  return [
    guardian === undefined
      ? 'The account gets the appointments of the other record, with payments and notes, and its places on the waiting list.'
      : `${guardian} no longer looks after them${careEnds}. ` +
        `Appointments that are booked already stay under the account of ${guardian}.`,
    'The account gets the phone number and the date of birth of the other record, if it has none ' +
      '(no number if it has a second factor).',
    ...(isTold ? ['Its owner gets an email.'] : []),
    'The record without an account is deleted.',
  ];
}
