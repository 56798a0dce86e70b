import type { LucideIcon } from 'lucide-react';
import CalendarDays from 'lucide-react/icons/calendar-days';
import ChevronDown from 'lucide-react/icons/chevron-down';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import UserRound from 'lucide-react/icons/user-round';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { type PageName, pageList } from '../pages.ts';
import { Anchor } from '../ui/anchor.tsx';
import { classNames } from '../ui/class-names.ts';
import { currentInMenu } from './current-place.ts';
import { mayOpen, type Roles } from './may-open.ts';

const icons: Readonly<Partial<Record<PageName, LucideIcon>>> = {
  dashboard: LayoutDashboard,
  myAppointments: CalendarDays,
  profile: UserRound,
};

type Place = { pathname: string; search: string };

/** Patients do not load the icons of pages that they cannot open. Without these icons the menu still works. */
const StaffIcon = lazy(() =>
  import('./staff-icon.tsx').then(({ StaffIcon }) => ({ default: StaffIcon })).catch(() => ({ default: NoIcon })),
);

/** The number of entries that fit into one line on a phone. */
const mostInLine = 3;
/** Longer menus have headings. */
const mostWithoutHeadings = 10;
const menuId = 'dashboard-menu';

/**
 * The pages of the dashboard that this person may open: beside the page on large windows, above it on small ones. If
 * they do not fit into one line there, a button with the name of the current page opens the list.
 */
export function SideMenu({ user, place }: { user: Roles; place: Place }) {
  const list = useRef<HTMLDivElement>(null);
  const entries = entriesFor(user, place);
  const current = entries.find((entry) => entry.current);
  const isFolded = entries.length > mostInLine;
  const isLong = entries.length > mostWithoutHeadings;
  const groups = isLong ? Map.groupBy(entries, ({ group }) => group) : [[undefined, entries] as const];
  // Not with scrollIntoView: then the first Tab would start at the current page, and not at the skip link.
  const scrollToCurrent = (): void => {
    const box = list.current;
    const link = box?.querySelector('[aria-current]');
    if (!box || !link) return;
    const [outer, inner] = [box.getBoundingClientRect(), link.getBoundingClientRect()];
    box.scrollTop += Math.max(0, inner.bottom - outer.bottom) - Math.max(0, outer.top - inner.top);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `place` moves the current entry.
  useEffect(scrollToCurrent, [place.pathname]);

  return (
    <nav
      aria-label="Dashboard"
      className="border-line max-xl:border-b max-xl:py-2 xl:border-e xl:py-10 xl:pe-6 print:hidden"
    >
      {isFolded && (
        <button
          type="button"
          popoverTarget={menuId}
          className="flex min-h-11 w-full items-center gap-3 rounded-control border border-line-strong bg-surface px-3.5 font-semibold hover:bg-sunken xl:hidden"
        >
          {current ? (
            <>
              <Icon name={current.name} className="size-5 shrink-0 text-pine" />
              <span className="sr-only">Dashboard menu, now: </span>
              {current.label}
            </>
          ) : (
            'Dashboard menu'
          )}
          <ChevronDown className="ms-auto size-5 shrink-0 text-muted" aria-hidden="true" />
        </button>
      )}
      <div
        {...(isFolded && { ref: list, id: menuId, popover: 'auto', onToggle: scrollToCurrent })}
        className={classNames(
          'xl:sticky xl:top-24',
          isFolded &&
            'menu-popover max-xl:below-its-button rounded-card border border-line bg-surface p-3 text-ink shadow-float open:animate-rise-in xl:-m-1 xl:block xl:max-h-[calc(100dvh-7rem)] xl:overflow-y-auto xl:rounded-none xl:border-0 xl:bg-transparent xl:p-1 xl:shadow-none',
        )}
      >
        {/* Inside the box that scrolls: with columns of its own, its limited height would add more of them. */}
        <div className={classNames(isLong && 'sm:max-lg:columns-2 lg:max-xl:columns-3')}>
          {[...groups].map(([heading, members]) => (
            <div key={heading ?? ''} className={classNames(isLong && 'break-inside-avoid', heading && 'mt-5')}>
              {heading && (
                <p id={headingId(heading)} className="px-2.5 pb-1 text-sm font-semibold text-ink sm:px-3.5">
                  {heading}
                </p>
              )}
              <ul
                aria-labelledby={heading && headingId(heading)}
                className={classNames(
                  'xl:flex xl:flex-col',
                  !isLong && 'xl:gap-1',
                  !isFolded && 'flex flex-wrap gap-1 max-sm:-mx-2.5',
                )}
              >
                {members.map(({ name, href, label, current: isCurrent }) => (
                  <li key={href}>
                    <Anchor
                      href={href}
                      aria-current={isCurrent}
                      className={classNames(
                        'flex min-h-11 items-center gap-3 rounded-control px-2.5 font-medium text-muted hover:bg-sunken hover:text-ink aria-[current]:bg-pine-soft aria-[current]:font-semibold aria-[current]:text-pine sm:px-3.5',
                        isLong && 'xl:min-h-9',
                      )}
                    >
                      <Icon name={name} className={classNames('size-5 shrink-0', !isFolded && 'max-sm:hidden')} />
                      {label}
                    </Anchor>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </div>
    </nav>
  );
}

function headingId(heading: string): string {
  return `${menuId}-${heading}`;
}

function Icon({ name, className }: { name: PageName; className: string }) {
  const Known = icons[name];
  if (Known) return <Known className={className} aria-hidden="true" />;
  return (
    <Suspense fallback={<NoIcon className={className} />}>
      <StaffIcon name={name} className={className} />
    </Suspense>
  );
}

function NoIcon({ className }: { className: string }) {
  return <span className={className} />;
}

function entriesFor(user: Roles, place: Place) {
  return pageList.flatMap(({ name, path: href, side: label, sideWhen, sideGroup: group, audience }) => {
    if (label === undefined || !mayOpen(audience, user) || (sideWhen === 'doctor' && !user.isDoctor)) return [];
    const found = currentInMenu(href, place);
    // Every page of the dashboard is below the overview's path, and has its own entry.
    const current = name === 'dashboard' && found !== 'page' ? undefined : found;
    return [{ name, href, label, group, current }];
  });
}
