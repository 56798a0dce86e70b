import { Outlet, useLocation, useNavigation } from 'react-router';
import { UnreadCount } from '../features/conversations/unread-count.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { usePageArrival } from './page-arrival.ts';
import { PublicLayout } from './public-layout.tsx';

/** The public layout around the pages of the application. */
export function AppLayout() {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  usePageArrival(pathname);
  return (
    <PublicLayout path={pathname} unread={<UnreadCount />}>
      {state !== 'idle' && <ProgressBar />}
      <div className="page-width py-10 sm:py-14">
        <Outlet />
      </div>
    </PublicLayout>
  );
}
