import Menu from 'lucide-react/icons/menu';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import type { ReactNode } from 'react';
import { href, pageList } from '../pages.ts';
import { Anchor } from '../ui/anchor.tsx';
import { buttonLook } from '../ui/button-look.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { Brand } from './brand.tsx';
import { currentAt } from './current-place.ts';

const places = pageList.flatMap(({ path, bar }) => (bar ? [{ href: path, ...bar }] : []));
const menuId = 'site-menu';

export type NavigationProps = {
  path: string;
  /** The number of unread messages, beside 'Conversation'. Only in the application. */
  unread?: ReactNode;
};

/**
 * The bar at the top of every page. Its markup is the same with and without React: CSS chooses between the signed-in
 * and signed-out links, and the menu of small screens is a popover, which needs no script.
 */
export function Navigation({ path, unread }: NavigationProps) {
  return (
    <header className="print:hidden sticky top-0 z-30 border-b border-line bg-paper/92 backdrop-blur-md supports-[not(backdrop-filter:blur(1px))]:bg-paper">
      <a
        href="#content"
        className="absolute start-4 top-2 z-10 -translate-y-20 rounded-control bg-pine px-4 py-3 font-semibold text-on-pine focus:translate-y-0"
      >
        Skip to content
      </a>
      <nav aria-label="Main" className="page-width flex min-h-18 items-center gap-2">
        <Brand className="me-auto min-w-0 lg:me-2 lg:max-w-max lg:flex-[1_0_8rem] xl:me-6" />
        <ul className="me-auto hidden min-w-0 flex-wrap items-center xl:gap-1 lg:flex">
          {places.map((place) => (
            <li key={place.href} data-when={place.when} className="relative">
              <Anchor
                href={place.href}
                aria-current={currentAt(place.href, path)}
                aria-describedby={describedBy(place.href, 'bar-unread')}
                className="inline-flex min-h-11 items-center rounded-control px-2 font-medium whitespace-nowrap text-muted xl:px-3.5 hover:bg-sunken hover:text-ink aria-[current]:bg-pine-soft aria-[current]:font-semibold aria-[current]:text-pine"
              >
                {place.label}
              </Anchor>
              {place.href === href.conversations() && (
                <span id="bar-unread" className="pointer-events-none absolute -end-1.5 -top-1">
                  {unread}
                </span>
              )}
            </li>
          ))}
        </ul>
        <ThemeSwitch />
        <div className="hidden shrink-0 items-center gap-2 lg:flex">
          <AccountLinks path={path} />
        </div>
        <button
          type="button"
          popoverTarget={menuId}
          className="relative grid size-11 shrink-0 place-items-center rounded-control border border-line-strong text-ink hover:bg-sunken lg:hidden"
        >
          <Menu className="size-5" aria-hidden="true" />
          <span className="sr-only">Menu</span>
          <span className="absolute -end-1.5 -top-1.5">{unread}</span>
        </button>
      </nav>
      <SmallMenu path={path} unread={unread} />
    </header>
  );
}

/** What describes a link: the number of unread messages is no part of the name of 'Conversation'. */
const describedBy = (place: string, unreadId: string) => (place === href.conversations() ? unreadId : undefined);

function AccountLinks({ path }: { path: string }) {
  return (
    <>
      <LinkButton
        href={href.login()}
        variant="quiet"
        data-when="signed-out"
        aria-current={currentAt(href.login(), path)}
      >
        Login
      </LinkButton>
      <LinkButton href={href.signup()} data-when="signed-out" aria-current={currentAt(href.signup(), path)}>
        Sign up
      </LinkButton>
      <LinkButton
        href={href.dashboard()}
        variant="quiet"
        data-when="signed-in"
        aria-current={currentAt(href.dashboard(), path)}
      >
        Dashboard
      </LinkButton>
      <button
        type="button"
        data-action="sign-out"
        data-when="signed-in"
        className={buttonLook({ variant: 'secondary' })}
      >
        Sign out
      </button>
    </>
  );
}

function SmallMenu({ path, unread }: NavigationProps) {
  return (
    <div
      id={menuId}
      popover="auto"
      className="menu-popover rounded-card border border-line bg-surface p-3 text-ink shadow-float lg:hidden open:animate-rise-in"
    >
      <nav aria-label="Menu">
        <ul className="grid">
          {places.map((place) => (
            <li key={place.href} data-when={place.when} className="relative">
              <Anchor
                href={place.href}
                aria-current={currentAt(place.href, path)}
                aria-describedby={describedBy(place.href, 'menu-unread')}
                className="flex min-h-12 items-center rounded-control px-4 text-lg font-medium hover:bg-sunken aria-[current]:bg-pine-soft aria-[current]:text-pine"
              >
                {place.label}
              </Anchor>
              {place.href === href.conversations() && (
                <span id="menu-unread" className="pointer-events-none absolute inset-y-0 end-4 grid items-center">
                  {unread}
                </span>
              )}
            </li>
          ))}
        </ul>
        <div className="mt-3 grid gap-2 border-t border-line pt-3">
          <AccountLinks path={path} />
        </div>
      </nav>
    </div>
  );
}

/**
 * Switches between light and dark; see page-actions.ts. CSS chooses the label, without a flash. Hidden without scripts.
 */
function ThemeSwitch() {
  return (
    <button
      type="button"
      data-action="switch-theme"
      className="noscript:hidden grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
    >
      <Moon data-when="light" className="size-5" aria-hidden="true" />
      <Sun data-when="dark" className="size-5" aria-hidden="true" />
      <span data-when="light" className="sr-only">
        Use the dark theme
      </span>
      <span data-when="dark" className="sr-only">
        Use the light theme
      </span>
    </button>
  );
}
