import type { SessionUser } from '../api/session.ts';
import type { Audience } from '../pages.ts';

export type Roles = Pick<SessionUser, 'isAdmin' | 'isDoctor' | 'isFrontDesk'>;

/** Whether somebody who is signed in, with these roles, may open the pages of an audience. */
export function mayOpen(audience: Audience, { isAdmin, isDoctor, isFrontDesk }: Roles): boolean {
  if (isAdmin || audience === 'everyone' || audience === 'signed-in') return true;
  return (
    (isDoctor && ['doctors', 'staff'].includes(audience)) || (isFrontDesk && ['front-desk', 'staff'].includes(audience))
  );
}
