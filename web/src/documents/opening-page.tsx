import type { ReactNode } from 'react';
import { AppointmentsOutline } from '../features/booking/appointments-outline.tsx';
import { CardsOutline } from '../features/conversations/cards-outline.tsx';
import { DashboardOutline } from '../features/dashboard/dashboard-outline.tsx';
import { CalendarFrame, CalendarOutline } from '../features/schedule/calendar-frame.tsx';
import { Navigation } from '../layouts/navigation.tsx';
import { documents, type Outline, type PageDocument, type PageName, pages } from '../pages.ts';
import { LoadingAnimation } from '../ui/loading-animation.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { SlowNotice } from '../ui/slow-notice.tsx';

type Opening = PageDocument['opening'];

/**
 * What a page of the application shows before its scripts and data arrive: navigation, progress bar and the page's
 * outline. Prerendered, and replaced by the page.
 */
export function OpeningPage({ page }: { page: PageName | undefined }) {
  const path = page ? pages[page].path : '';
  const opening = page && documents[page].opening;
  return (
    <div className="flex min-h-dvh flex-col">
      <Navigation path={path} />
      <ProgressBar />
      <SlowNotice hidden />
      <div
        data-when={page && pages[page].audience === 'everyone' ? undefined : 'signed-in'}
        className="page-width grow py-10 sm:py-14 dashboard:grid dashboard:grid-cols-[minmax(0,1fr)] dashboard:grid-rows-[auto_1fr] dashboard:py-0 dashboard:xl:grid-cols-[15rem_minmax(0,1fr)] dashboard:xl:grid-rows-1 dashboard:xl:gap-12"
      >
        <div className="hidden h-15 border-line max-xl:border-b dashboard:block xl:h-auto xl:border-e" />
        <main
          id="content"
          tabIndex={-1}
          aria-busy="true"
          className="dashboard:min-w-0 dashboard:py-8 dashboard:xl:py-10"
        >
          <OutlineOf opening={opening} />
        </main>
      </div>
    </div>
  );
}

/** The outline of the heading and the content. */
function OutlineOf({ opening }: { opening: Opening }) {
  if (opening?.outline === 'calendar') {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 max-lg:-mt-6 lg:grid-cols-[20.5rem_minmax(0,1fr)] lg:gap-9">
        <CalendarFrame>
          <CalendarOutline />
        </CalendarFrame>
        <div className="min-w-0">
          <OpeningHeading opening={opening} isCompact />
          {/* On a quick connection the page comes before it, as in features/schedule/options-of-day.tsx. */}
          <div className="animate-fade-in [animation-delay:400ms] [animation-fill-mode:backwards]">
            <LoadingAnimation />
          </div>
        </div>
      </div>
    );
  }
  if (opening?.outline === 'posts') {
    return (
      <div className="grid items-start gap-6 lg:grid-cols-[16rem_minmax(0,1fr)] xl:grid-cols-[16rem_minmax(0,1fr)_17rem]">
        <Skeleton className="h-[6.125rem] max-lg:order-1" />
        <div>
          <OpeningHeading opening={opening} />
          <Skeleton className="h-96" />
        </div>
      </div>
    );
  }
  const Outline = outlines[opening?.outline ?? 'cards'];
  return (
    <>
      <OpeningHeading opening={opening} />
      <Outline />
    </>
  );
}

/** Outlines below the heading. */
const outlines: Readonly<Record<Exclude<Outline, 'calendar' | 'posts'>, () => ReactNode>> = {
  dashboard: DashboardOutline,
  appointments: AppointmentsOutline,
  conversations: CardsOutline,
  weeks: () => (
    <div className="grid gap-4">
      <Skeleton className="h-72" />
      <Skeleton className="h-72" />
    </div>
  ),
  cards: () => (
    <div className="grid max-w-2xl gap-6">
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
    </div>
  ),
};

/** Looks like `ui/page-heading.tsx`. */
function OpeningHeading({ opening, isCompact = false }: { opening: Opening; isCompact?: boolean }) {
  return (
    <header className={isCompact ? 'mb-2 lg:mb-8' : 'mb-8'}>
      <h1 className={isCompact ? 'text-heading lg:text-title' : 'text-title'}>
        {opening?.heading ?? <Skeleton className="h-10 w-3/5 max-w-md" />}
      </h1>
      {opening?.text && (
        <p className="mt-2 max-w-2xl text-muted">
          {opening.text}
          {opening.signedOutText && <span data-when="signed-out"> {opening.signedOutText}</span>}
        </p>
      )}
    </header>
  );
}
