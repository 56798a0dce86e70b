import { type ComponentType, lazy, type ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { UnreadCount } from './features/conversations/unread-count.tsx';
import { AppLayout } from './layouts/app-layout.tsx';
import { NotFoundPage } from './layouts/not-found-page.tsx';
import { SignedInPages } from './layouts/signed-in-pages.tsx';
import { type Audience, pageList } from './pages.ts';

type PageModule = { Component: ComponentType };

const modules = import.meta.glob<PageModule>([
  './features/{booking,conversations,dashboard,doctors,payments,security,setup}/*-page.tsx',
  './features/feed/feed-page.tsx',
  './features/invitations/invitation-page.tsx',
]);
const DashboardLayout = lazy(() =>
  import('./layouts/dashboard-layout.tsx').then(({ Component }) => ({ default: Component })),
);
/** Patients do not load the guard of pages for a role. */
const RolePages = lazy(() => import('./layouts/role-pages.tsx').then(({ RolePages }) => ({ default: RolePages })));
const routes = pageList
  .filter(({ loads }) => loads === 'application')
  .map(({ path, module, audience }) => {
    const file = `./features/${module}.tsx`;
    const Page = whenOpened(modules[file] ?? (() => loadStaffPage(file)));
    return {
      audience,
      inDashboard: path.startsWith('/dashboard'),
      route: <Route key={path} path={path} element={<Page />} />,
    };
  });

/** The application's pages from pages.ts, in their layouts and behind their guards. */
export function Pages() {
  return (
    <Routes>
      <Route element={<SignedInPages onEnter={listen} />}>
        <Route element={<AppLayout unread={<UnreadCount />} />}>
          {routesFor('signed-in', { inDashboard: false })}
          <Route element={<RolePages audience="admins" />}>{routesFor('admins', { inDashboard: false })}</Route>
        </Route>
        <Route element={<DashboardLayout unread={<UnreadCount />} />}>
          {routesFor('signed-in', { inDashboard: true })}
          <Route element={<RolePages audience="doctors" />}>{routesFor('doctors', { inDashboard: true })}</Route>
          <Route element={<RolePages audience="staff" />}>{routesFor('staff', { inDashboard: true })}</Route>
          <Route element={<RolePages audience="front-desk" />}>{routesFor('front-desk', { inDashboard: true })}</Route>
          <Route element={<RolePages audience="admins" />}>{routesFor('admins', { inDashboard: true })}</Route>
        </Route>
      </Route>
      <Route element={<AppLayout unread={<UnreadCount />} />}>
        {routesFor('everyone', { inDashboard: false })}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}

function routesFor(audience: Audience, { inDashboard }: { inDashboard: boolean }): ReactNode {
  return routes.filter((one) => one.audience === audience && one.inDashboard === inDashboard).map(({ route }) => route);
}

/** Live updates start after the first page, so that they do not delay it. */
function listen(): void {
  void import('./features/live/live-updates.ts')
    .then(({ startLiveUpdates }) => startLiveUpdates())
    .catch(() => undefined);
}

async function loadStaffPage(file: string): Promise<PageModule> {
  const load = (await import('./staff-pages.ts')).staffPages[file];
  if (!load) throw new Error(`There is no ${file}, which pages.ts names.`);
  return load();
}

/** A page whose script loads on first use. */
function whenOpened(load: () => Promise<PageModule>): ComponentType {
  return lazy(() => load().then(({ Component }) => ({ default: Component })));
}
