/** The person who makes a request, as the database has them now. */
export interface Caller {
  readonly personId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly name: string;
  readonly photoURL: string | null;
  /** E.164. */
  readonly phone: string | null;
  readonly emailVerified: boolean;
  readonly isAdmin: boolean;
  readonly isDoctor: boolean;
  readonly isFrontDesk: boolean;
  readonly hasSecondFactor: boolean;
  /** Their roles are withheld until they have a second factor, which the clinic requires of staff. */
  readonly needsSecondFactor?: true;
  readonly via: 'cookie' | 'bearer';
}

/** Whether somebody works at the clinic, in any role. */
export function isStaff(person: Pick<Caller, 'isAdmin' | 'isDoctor' | 'isFrontDesk'>): boolean {
  return person.isAdmin || person.isDoctor || person.isFrontDesk;
}
