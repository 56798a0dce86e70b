import type { SessionUser } from '../../api/session.ts';

/** The one role that a person is shown with: the highest. */
export function roleLabel({
  isAdmin,
  isDoctor,
}: Pick<SessionUser, 'isAdmin' | 'isDoctor'>): 'Admin' | 'Doctor' | 'User' {
  if (isAdmin) return 'Admin';
  return isDoctor ? 'Doctor' : 'User';
}
