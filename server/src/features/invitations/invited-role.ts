import type { InvitedRole } from '@openhours/contract/invitations.ts';
import type { Role } from '../identity/index.ts';

/** The role that a person gets by accepting. */
export const GIVES: Readonly<Record<InvitedRole, Role>> = {
  doctor: 'isDoctor',
  'front-desk': 'isFrontDesk',
  admin: 'isAdmin',
};

const NAMES: Readonly<Record<InvitedRole, string>> = {
  doctor: 'a doctor',
  'front-desk': 'a member of the front desk',
  admin: 'an admin',
};

/** The role in a sentence, after 'as'. */
export function inRole(role: InvitedRole): string {
  return NAMES[role];
}
