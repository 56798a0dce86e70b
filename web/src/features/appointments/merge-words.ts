import type { MergedPatient } from '@openhours/contract/appointments.ts';
import { isSamePatientName } from '@openhours/contract/patient-name.ts';

type Side = Pick<MergedPatient, 'name' | 'email' | 'dateOfBirth' | 'phone' | 'guardian' | 'appointments' | 'emails'>;

/**
 * Why two records may be of two people; `undefined` if nothing says so. Names alone prove nothing: people type theirs, and those
 * of whom they look after.
 */
export function mergeWarning({ from, into }: { from: Side; into: Side }): string | undefined {
  const isOtherDay = from.dateOfBirth && into.dateOfBirth && from.dateOfBirth !== into.dateOfBirth;
  if (isOtherDay) return 'The dates of birth differ. Check that this is one person, and not two with similar names.';
  if (!isSamePatientName(from.name, into.name)) return 'The names differ. Check that this is one person.';
  if (from.dateOfBirth && into.dateOfBirth) return undefined;
  if (from.phone !== '' && from.phone === into.phone) return undefined;
  // Only somebody who is looked after can be without a number.
  const check = from.guardian === undefined ? 'Call the number of the record that is deleted' : `Ask ${from.guardian}`;
  const typed =
    into.email !== '' || into.guardian !== undefined ? ', and anybody can type any name in their account' : '';
  return `Only the names are the same${typed}. ${check} before you merge.`;
}

/** What merging does, as sentences for the dialog. */
export function mergeConsequences({ from, into }: { from: Side; into: Side }): readonly string[] {
  const hasAccount = into.email !== '';
  const isTold = from.guardian === undefined && from.appointments > 0 && into.emails === 'on';
  return [
    whatIsGiven({ from, into }),
    'The record that stays gets the phone number and the date of birth of the other, if it has none' +
      `${hasAccount ? ' (no number if the account has a second factor)' : ''}.`,
    ...(isTold
      ? [hasAccount ? 'The owner of the account gets an email.' : `${into.guardian ?? ''} gets an email.`]
      : []),
    'The other record is deleted.',
  ];
}

function whatIsGiven({ from, into }: { from: Side; into: Side }): string {
  const { guardian } = from;
  // Two records that one person looks after stay in the same account.
  if (guardian === undefined || into.email === '') {
    const account =
      guardian === undefined && into.guardian !== undefined
        ? ` They come under the account of ${into.guardian}, who looks after this patient.`
        : '';
    return (
      'The record that stays gets the appointments of the other, with payments and notes, and its places on the waiting ' +
      `list.${account}`
    );
  }
  const careEnds =
    from.emails === 'on'
      ? ', loses their places on the waiting list, and gets an email about this'
      : ' and loses their places on the waiting list';
  return (
    `${guardian} no longer looks after them${careEnds}. ` +
    `Appointments that are booked already stay under the account of ${guardian}.`
  );
}
