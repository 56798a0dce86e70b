import { CalendarDays, HandCoins, LayoutDashboard } from 'lucide-react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { useSignedInUser } from '../api/session-query.ts';
import { Anchor } from '../ui/anchor.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { currentAt } from './current-place.ts';
import { Navigation } from './navigation.tsx';
import { usePageArrival } from './page-arrival.ts';

/** Every page of the dashboard lies below it, and is another entry of the menu. */
const OVERVIEW = '/dashboard';

type Audience = 'everyone' | 'doctors' | 'admins';

/** The side menu, in the order of the specification. A page enters it together with its route. */
const places: readonly { href: string; label: string; icon: typeof CalendarDays; audience: Audience }[] = [
  { href: OVERVIEW, label: 'Overview', icon: LayoutDashboard, audience: 'everyone' },
  { href: '/dashboard/myAppointment', label: 'My Appointments', icon: CalendarDays, audience: 'everyone' },
  { href: '/dashboard/payments', label: 'Payments', icon: HandCoins, audience: 'admins' },
];

/** The dashboard: a side menu by role, which lies across the top on small screens. */
export function Component() {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const user = useSignedInUser();
  usePageArrival(pathname);
  const mayOpen: Record<Audience, boolean> = {
    everyone: true,
    doctors: user.isDoctor || user.isAdmin,
    admins: user.isAdmin,
  };
  return (
    <div className="flex min-h-dvh flex-col">
      <Navigation path={pathname} />
      {state !== 'idle' && <ProgressBar />}
      <div className="page-width grid grow print:block grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] lg:grid-cols-[15rem_minmax(0,1fr)] lg:grid-rows-1 lg:gap-12">
        <nav aria-label="Dashboard" className="border-line print:hidden max-lg:border-b lg:border-e lg:py-10 lg:pe-6">
          <ul className="flex gap-1 max-lg:-mx-2 max-lg:overflow-x-auto max-lg:p-2 lg:sticky lg:top-28 lg:flex-col">
            {places
              .filter(({ audience }) => mayOpen[audience])
              .map(({ href, label, icon: Icon }) => (
                <li key={href} className="shrink-0">
                  <Anchor
                    href={href}
                    aria-current={href === OVERVIEW && pathname !== OVERVIEW ? undefined : currentAt(href, pathname)}
                    className="flex min-h-11 items-center gap-3 rounded-control px-3.5 font-medium whitespace-nowrap text-muted transition-colors duration-150 hover:bg-sunken hover:text-ink aria-[current]:bg-pine-soft aria-[current]:font-semibold aria-[current]:text-pine"
                  >
                    <Icon className="size-5 shrink-0" aria-hidden="true" />
                    {label}
                  </Anchor>
                </li>
              ))}
          </ul>
        </nav>
        <main id="content" tabIndex={-1} className="min-w-0 py-8 lg:py-10">
          <Outlet />
        </main>
      </div>
    </div>
  );
}
