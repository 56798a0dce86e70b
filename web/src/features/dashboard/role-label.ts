import type { SessionUser } from '../../api/session.ts';

/** The label of a person's highest role. */
export function roleLabel({
  isAdmin,
  isDoctor,
}: Pick<SessionUser, 'isAdmin' | 'isDoctor'>): 'Admin' | 'Doctor' | 'User' {
  if (isAdmin) return 'Admin';
  return isDoctor ? 'Doctor' : 'User';
}
