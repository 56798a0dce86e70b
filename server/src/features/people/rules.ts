import type { PersonActions } from '@openhours/contract/people.ts';

/** Why an admin may not take a role away or delete a person. */
export type PeopleRefusal = 'LAST_ADMIN' | 'YOURSELF';

interface Standing {
  readonly isAdmin: boolean;
  readonly isDoctor: boolean;
  /** Whether it is the caller themself. */
  readonly isCaller: boolean;
  /** How many admins the clinic has. */
  readonly admins: number;
}

/** Why a person cannot be deleted by an admin, or `undefined`. Closing one's own account asks `ownDeletionRefusal`. */
export function deletionRefusal(person: Standing): PeopleRefusal | undefined {
  return person.isCaller ? 'YOURSELF' : lastAdminRefusal(person);
}

/** Why a person cannot stop being an admin, be it by a change of role or by going, or `undefined`. */
export function lastAdminRefusal(person: Pick<Standing, 'isAdmin' | 'admins'>): PeopleRefusal | undefined {
  return person.isAdmin && person.admins <= 1 ? 'LAST_ADMIN' : undefined;
}

/** What the caller, an admin, may do with a person. */
export function actionsOn(person: Standing): PersonActions {
  return {
    makeAdmin: !person.isAdmin,
    removeAdmin: person.isAdmin && lastAdminRefusal(person) === undefined,
    makeDoctor: !person.isDoctor,
    removeDoctor: person.isDoctor,
    delete: deletionRefusal(person) === undefined,
  };
}

/** The sentence that the admin reads. */
export function refusalMessage(refusal: PeopleRefusal, name: string): string {
  return refusal === 'LAST_ADMIN'
    ? `The clinic needs an admin, and ${name} is the last one. Make someone else an admin first.`
    : 'You cannot delete yourself here. To close your own account, open your profile.';
}

/** Why future bookings are off, as their patients read it. */
export const cancelReasons = {
  doctorGone: (name: string) => `Dr. ${name} is no longer with the clinic. Please book another appointment.`,
  patientDeleted: 'The clinic has closed this account.',
  ownAccountClosed: 'You closed your account.',
} as const;
