import type { ReactNode } from 'react';
import { pageAt } from '../pages.ts';
import { useOpenPage } from '../router.tsx';
import { OpeningProgress } from './opening-progress.tsx';
import { usePageArrival } from './page-arrival.ts';
import { PageErrors } from './page-errors.tsx';
import { PublicLayout } from './public-layout.tsx';

/** The public layout around the pages of the application. */
export function AppLayout({ unread, children }: { unread: ReactNode; children: ReactNode }) {
  const { pathname } = useOpenPage();
  usePageArrival();
  const fillsWindow = pageAt(pathname)?.fillsWindow === true;
  return (
    <PublicLayout path={pathname} unread={unread} fillsWindow={fillsWindow}>
      <OpeningProgress />
      <div className={fillsWindow ? 'page-width flex grow flex-col py-3 md:py-6' : 'page-width py-10 sm:py-14'}>
        <PageErrors>{children}</PageErrors>
      </div>
    </PublicLayout>
  );
}
