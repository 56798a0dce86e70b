import { Outlet, useLocation } from 'react-router';
import { UnreadCount } from '../features/conversations/unread-count.tsx';
import { useIsOpening } from '../router.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { usePageArrival } from './page-arrival.ts';
import { PageErrors } from './page-errors.tsx';
import { PublicLayout } from './public-layout.tsx';

/** The public layout around the pages of the application. */
export function AppLayout() {
  const { pathname } = useLocation();
  const isOpening = useIsOpening();
  usePageArrival(pathname);
  return (
    <PublicLayout path={pathname} unread={<UnreadCount />}>
      {isOpening && <ProgressBar />}
      <div className="page-width py-10 sm:py-14">
        <PageErrors>
          <Outlet />
        </PageErrors>
      </div>
    </PublicLayout>
  );
}
