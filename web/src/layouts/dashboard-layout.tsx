import {
  CalendarDays,
  Flag,
  HandCoins,
  LayoutDashboard,
  NotebookPen,
  ScrollText,
  Stethoscope,
  UserPlus,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useSignedInUser } from '../api/session-query.ts';
import { UnreadCount } from '../features/conversations/unread-count.tsx';
import { useIsOpening } from '../router.tsx';
import { Anchor } from '../ui/anchor.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { currentAt } from './current-place.ts';
import { Navigation } from './navigation.tsx';
import { usePageArrival } from './page-arrival.ts';
import { PageErrors } from './page-errors.tsx';

/** Every page of the dashboard lies below it, and is another entry of the menu. */
const OVERVIEW = '/dashboard';

type Audience = 'everyone' | 'doctors' | 'admins';

/** The side menu, in the order of the specification. A page enters it together with its route. */
const places: readonly { href: string; label: string; icon: typeof CalendarDays; audience: Audience }[] = [
  { href: OVERVIEW, label: 'Overview', icon: LayoutDashboard, audience: 'everyone' },
  { href: '/dashboard/myAppointment', label: 'My Appointments', icon: CalendarDays, audience: 'everyone' },
  { href: '/dashboard/doctorPosts', label: 'My Posts', icon: NotebookPen, audience: 'doctors' },
  { href: '/dashboard/allUsers', label: 'All Users', icon: UsersRound, audience: 'admins' },
  { href: '/dashboard/addDoctor', label: 'Add A Doctor', icon: UserPlus, audience: 'admins' },
  { href: '/dashboard/manageDoctors', label: 'Manage Doctors', icon: Stethoscope, audience: 'admins' },
  { href: '/dashboard/payments', label: 'Payments', icon: HandCoins, audience: 'admins' },
  { href: '/dashboard/audit', label: 'Audit Log', icon: ScrollText, audience: 'admins' },
  { href: '/dashboard/reports', label: 'Reports', icon: Flag, audience: 'admins' },
  { href: '/dashboard/profile', label: 'Profile', icon: UserRound, audience: 'everyone' },
];

/** The dashboard: a side menu by role, which lies across the top on small screens. */
export function Component() {
  const { pathname } = useLocation();
  const isOpening = useIsOpening();
  const user = useSignedInUser();
  usePageArrival(pathname);
  const menu = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const entries = [...(menu.current?.querySelectorAll('a') ?? [])];
    const current = entries.findLast((entry) => currentAt(entry.getAttribute('href') ?? '', pathname));
    // On small screens the menu is wider than the window: the open page's entry comes into view.
    if (current) menu.current?.scrollTo({ left: current.offsetLeft - 2 * current.clientHeight });
  }, [pathname]);
  const mayOpen: Record<Audience, boolean> = {
    everyone: true,
    doctors: user.isDoctor || user.isAdmin,
    admins: user.isAdmin,
  };
  return (
    <div className="flex min-h-dvh flex-col">
      <Navigation path={pathname} unread={<UnreadCount />} />
      {isOpening && <ProgressBar />}
      <div className="page-width grid grow print:block grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] lg:grid-cols-[15rem_minmax(0,1fr)] lg:grid-rows-1 lg:gap-12">
        <nav aria-label="Dashboard" className="border-line print:hidden max-lg:border-b lg:border-e lg:py-10 lg:pe-6">
          <ul
            ref={menu}
            className="flex gap-1 max-lg:relative max-lg:-mx-2 max-lg:overflow-x-auto max-lg:p-2 lg:sticky lg:top-28 lg:flex-col"
          >
            {places
              .filter(({ audience }) => mayOpen[audience])
              .map(({ href, label, icon: Icon }) => (
                <li key={href} className="shrink-0">
                  <Anchor
                    href={href}
                    aria-current={href === OVERVIEW && pathname !== OVERVIEW ? undefined : currentAt(href, pathname)}
                    className="flex min-h-11 items-center gap-3 rounded-control px-3.5 font-medium text-muted max-lg:whitespace-nowrap transition-colors duration-150 hover:bg-sunken hover:text-ink aria-[current]:bg-pine-soft aria-[current]:font-semibold aria-[current]:text-pine"
                  >
                    <Icon className="size-5 shrink-0" aria-hidden="true" />
                    {label}
                  </Anchor>
                </li>
              ))}
          </ul>
        </nav>
        <main id="content" tabIndex={-1} className="min-w-0 py-8 lg:py-10">
          <PageErrors>
            <Outlet />
          </PageErrors>
        </main>
      </div>
    </div>
  );
}
