import modules from 'virtual:page-modules';
import { type ComponentType, lazy, type ReactNode } from 'react';
import { UnreadCount } from './features/conversations/unread-count.tsx';
import { AppLayout } from './layouts/app-layout.tsx';
import { NotFoundPage } from './layouts/not-found-page.tsx';
import { SignedInPages } from './layouts/signed-in-pages.tsx';
import { pageAt, pageList } from './pages.ts';
import { useOpenPage } from './router.tsx';

type PageModule = { Component: ComponentType };

const DashboardLayout = lazy(() =>
  import('./layouts/dashboard-layout.tsx').then(({ Component }) => ({ default: Component })),
);
/** Patients do not load the guard of pages for a role. */
const RolePages = lazy(() => import('./layouts/role-pages.tsx').then(({ RolePages }) => ({ default: RolePages })));
const pageElements = Object.fromEntries(
  pageList
    .filter(({ loads }) => loads === 'application')
    .map(({ name, module }) => {
      const Page = whenOpened(modules[module] ?? (() => loadStaffPage(module)));
      return [name, <Page key={name} />];
    }),
);

/** The open page of the application, in its layout and behind its guards. */
export function Pages() {
  const { pathname } = useOpenPage();
  const found = pageAt(pathname);
  const page = found && pageElements[found.name];
  if (!page) return inLayout(AppLayout, <NotFoundPage />);
  const { audience, path } = found;
  if (audience === 'everyone') return inLayout(AppLayout, page);
  return (
    <SignedInPages onEnter={listen}>
      {inLayout(
        path.startsWith('/dashboard') ? DashboardLayout : AppLayout,
        audience === 'signed-in' ? page : <RolePages audience={audience}>{page}</RolePages>,
      )}
    </SignedInPages>
  );
}

function inLayout(Layout: ComponentType<{ unread: ReactNode; children: ReactNode }>, page: ReactNode): ReactNode {
  return <Layout unread={<UnreadCount />}>{page}</Layout>;
}

/** Live updates start after the first page, so that they do not delay it. */
function listen(): void {
  void import('./features/live/live-updates.ts')
    .then(({ startLiveUpdates }) => startLiveUpdates())
    .catch(() => undefined);
}

async function loadStaffPage(module: string): Promise<PageModule> {
  const load = (await import('./staff-pages.ts')).staffPages[module];
  if (!load) throw new Error(`There is no ${module}, which pages.ts names.`);
  return load();
}

/** A page whose script loads on first use. */
function whenOpened(load: () => Promise<PageModule>): ComponentType {
  return lazy(() => load().then(({ Component }) => ({ default: Component })));
}
