import type { PersonActions } from '@openhours/contract/people.ts';
import { titledName } from '@openhours/contract/titled-name.ts';

/** Why an admin may not remove a role or delete a person. */
export type PeopleRefusal = 'LAST_ADMIN' | 'YOURSELF';

interface Standing {
  readonly isAdmin: boolean;
  readonly isDoctor: boolean;
  readonly isFrontDesk: boolean;
  readonly hasSecondFactor: boolean;
  /** Whether the person is the caller. */
  readonly isCaller: boolean;
  /** How many admins the clinic has. */
  readonly admins: number;
}

/** Why an admin cannot delete a person, or `undefined`. For one's own account: `lastAdminRefusal`. */
export function deletionRefusal(person: Pick<Standing, 'isAdmin' | 'isCaller' | 'admins'>): PeopleRefusal | undefined {
  return person.isCaller ? 'YOURSELF' : lastAdminRefusal(person);
}

/** Why a person cannot stop being an admin, by losing the role or by deletion, or `undefined`. */
export function lastAdminRefusal(person: Pick<Standing, 'isAdmin' | 'admins'>): 'LAST_ADMIN' | undefined {
  return person.isAdmin && person.admins <= 1 ? 'LAST_ADMIN' : undefined;
}

/**
 * Why a person cannot be given a role, or `undefined`. An unconfirmed address may belong to someone else, for whom the
 * role was meant.
 */
export function promotionRefusal(person: { has: boolean; emailVerified: boolean }): 'EMAIL_UNCONFIRMED' | undefined {
  return person.has || person.emailVerified ? undefined : 'EMAIL_UNCONFIRMED';
}

/** What the calling admin may do with a person. */
export function actionsOn(person: Standing): PersonActions {
  return {
    makeAdmin: !person.isAdmin,
    removeAdmin: person.isAdmin && lastAdminRefusal(person) === undefined,
    makeDoctor: !person.isDoctor,
    removeDoctor: person.isDoctor,
    makeFrontDesk: !person.isFrontDesk,
    removeFrontDesk: person.isFrontDesk,
    delete: deletionRefusal(person) === undefined,
    resetSecondFactor: person.hasSecondFactor && !person.isCaller,
    endSessions: !person.isCaller,
  };
}

/** The message for the admin. */
export function refusalMessage(refusal: PeopleRefusal | 'EMAIL_UNCONFIRMED', name: string): string {
  switch (refusal) {
    case 'LAST_ADMIN':
      return `The clinic needs an admin, and ${name} is the last one. Make someone else an admin first.`;
    case 'YOURSELF':
      return 'You cannot delete yourself here. To close your own account, open your profile.';
    case 'EMAIL_UNCONFIRMED':
      return (
        `${name} has not confirmed their email address yet. Ask them to use "Forget Password?" on the login page and ` +
        'to follow the link in the email, then try again.'
      );
  }
}

/** Why future bookings are cancelled, for their patients. */
export const cancelReasons = {
  doctorGone: (name: string) => `${titledName(name)} is no longer with the clinic. Please book another appointment.`,
  accountClosed: {
    toThem: 'The clinic has closed the account that was used to book this appointment.',
    toOthers: 'The clinic has closed the account of the person whom you booked for.',
  },
  /** Of somebody without an account. */
  patientDeleted: {
    toThem: 'The clinic has deleted this patient.',
    toOthers: 'The clinic has deleted the person whom you booked for.',
  },
  ownAccountClosed: {
    toThem: 'The account that was used to book this appointment was closed.',
    toOthers: 'The person whom you booked for has closed their account.',
  },
} as const;
