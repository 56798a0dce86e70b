import { Outlet } from 'react-router';
import { useSignedInUser } from '../api/session-query.ts';
import { type Audience, admins, authors } from '../require-role.ts';
import { NotAllowedPage } from './not-allowed-page.tsx';

/** Pages for a role, behind `requireRole`: they close as soon as it is known that the role is gone. */
function RolePages({ audience }: { audience: Audience }) {
  return audience.includes(useSignedInUser()) ? <Outlet /> : <NotAllowedPage audience={audience.name} />;
}

export const AdminPages = () => <RolePages audience={admins} />;
export const AuthorPages = () => <RolePages audience={authors} />;
