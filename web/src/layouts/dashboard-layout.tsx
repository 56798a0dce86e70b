import type { ReactNode } from 'react';
import { useSignedInUser } from '../api/session-query.ts';
import { pageAt } from '../pages.ts';
import { useOpenPage } from '../router.tsx';
import { Navigation } from './navigation.tsx';
import { OpeningProgress } from './opening-progress.tsx';
import { usePageArrival } from './page-arrival.ts';
import { PageErrors } from './page-errors.tsx';
import { SideMenu } from './side-menu.tsx';

/** The dashboard: the page, and the menu of the dashboard beside or above it. */
export function Component({ unread, children }: { unread: ReactNode; children: ReactNode }) {
  const { pathname, search } = useOpenPage();
  const user = useSignedInUser();
  usePageArrival();
  return (
    <div className="flex min-h-dvh flex-col">
      <Navigation path={pathname} unread={unread} />
      <OpeningProgress />
      <div
        data-to-edge={pageAt(pathname)?.reachesEdge}
        className="page-width grid grow print:block grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] xl:grid-cols-[15rem_minmax(0,1fr)] xl:grid-rows-1 xl:gap-12"
      >
        <SideMenu user={user} place={{ pathname, search }} />
        <main id="content" tabIndex={-1} className="min-w-0 py-8 xl:py-10">
          <PageErrors>{children}</PageErrors>
        </main>
      </div>
    </div>
  );
}
