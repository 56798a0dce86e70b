import type { SessionUser } from '../../api/session.ts';

type Roles = Pick<SessionUser, 'isAdmin' | 'isDoctor' | 'isFrontDesk'>;

/** The label of a person's highest role. */
export function roleLabel({ isAdmin, isDoctor, isFrontDesk }: Roles): 'Admin' | 'Doctor' | 'Front desk' | 'User' {
  if (isAdmin) return 'Admin';
  if (isDoctor) return 'Doctor';
  return isFrontDesk ? 'Front desk' : 'User';
}
