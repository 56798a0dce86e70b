import { Outlet } from 'react-router';
import { useSignedInUser } from '../api/session-query.ts';
import { NotAllowedPage } from './not-allowed-page.tsx';

/** The admin's pages, behind `requireAdmin`: they close as soon as it is known that the role is gone. */
export function AdminPages() {
  return useSignedInUser().isAdmin ? <Outlet /> : <NotAllowedPage audience="the admins of the clinic" />;
}
